"""A server of tables: where it listens, what it tells, and how it runs."""

import argparse
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace

import segno
import uvicorn

import qwixx
from qwixx.cli.place import Place, place_named, store_at, usual_place
from qwixx.rules.errors import InputError, OperationalError
from qwixx.server.app import Application, create_app
from qwixx.server.journal import JsonLines, Sparing, TextLines, line
from qwixx.server.limits import Limits, meanings
from qwixx.server.table_server import TableServer, network
from qwixx.server.web.shared import Settings
from qwixx.server.web.site import Site
from qwixx.server.web.static_files import STATIC
from qwixx.system.files import allow_open_files

log = logging.getLogger(__name__)

MOST_FILES = 65536
WAITING_CONNECTIONS = 512
# Threads draw codes and read files. With Python's usual 5 ms the event loop would wait so long for each.
SECONDS_WITH_THE_GIL = 0.0005
# For the store, the pages and the processes that think.
RESERVED_FILES = 64


def serve(args: argparse.Namespace) -> int:
    """Serve until somebody stops it; the exit status."""
    if "list" in args.limit:
        print(f"limits, with what they are usually:\n{meanings()}")
        return 0
    settings = _settings(args)
    proxies = tuple(map(network, args.proxy))
    if not (STATIC / "index.html").exists():
        raise OperationalError("the browser client is not built: run `make client` first")
    _log_to_stderr(args.log_level, JsonLines() if args.log_format == "json" else TextLines())
    sys.setswitchinterval(SECONDS_WITH_THE_GIL)
    if args.base_url is not None and not proxies:
        log.warning(
            line("proxy_unknown", meaning="all who come through it share one address", mend="--proxy")
        )
    place = place_named(args.data or usual_place())
    ending = Ending()
    with store_at(place, on_end=lambda error: ending.fail()) as store:
        app = create_app(store, settings, prepare=True, on_failure=ending.fail)
        with _listen(args.host, args.port) as listener, _metrics(args, app), ending.by_signal():
            _announce(args, place)
            # What uvicorn has to tell at this level is told in our own words already.
            uvicorn_level = "warning" if args.log_level == "info" else args.log_level
            ending.run(TableServer(app, proxies, uvicorn_level, args.drain_seconds, args.loop), listener)
    return ending.status


def _settings(args: argparse.Namespace) -> Settings:
    if not 1 <= args.keep_days <= 36500:
        raise InputError(f"--keep-days is 1 to 36500, not {args.keep_days}")
    if not 0 <= args.drain_seconds <= 600:
        raise InputError(f"--drain-seconds is 0 to 600, not {args.drain_seconds}")
    limits = Limits().changed(args.limit)
    files = max(allow_open_files(MOST_FILES) - RESERVED_FILES, 1)
    limits = replace(limits, connections=min(limits.connections, files))
    Site(args.base_url)  # is told now if it is none
    return Settings(args.base_url, limits, args.keep_days, has_chat=not args.no_chat)


def _log_to_stderr(level: str, formatter: logging.Formatter) -> None:
    """Our own lines, and those of the libraries below us, in one format."""
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    handler.addFilter(Sparing())
    for name in ("qwixx", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    logging.getLogger("qwixx").setLevel(level.upper())


def _metrics(args: argparse.Namespace, app: Application) -> AbstractContextManager[object]:
    """Numbers for Prometheus, where the host wants them."""
    if args.metrics_port is None:
        return nullcontext()
    try:
        from qwixx.server.prometheus import told_on
    except ModuleNotFoundError as error:
        raise OperationalError("--metrics-port needs prometheus-client: pip install 'qwixx[host]'") from error
    return told_on(args.metrics_host, args.metrics_port, app.state.server)


class Ending:
    """How the server ends: by a signal in good order, or because a part of it has failed."""

    def __init__(self) -> None:
        self.status = 0
        self._server: uvicorn.Server | None = None

    def run(self, server: uvicorn.Server, listener: socket.socket) -> None:
        self._server = server
        if self.status:
            return
        server.run(sockets=[listener])

    def fail(self) -> None:
        """Something the server cannot be without has ended. May be called from any thread."""
        self.status = 1
        if self._server is not None:
            self._server.should_exit = True

    @contextmanager
    def by_signal(self) -> Iterator[None]:
        """Let SIGTERM end the server as Ctrl-C does: uvicorn raises the signal again when it is done."""
        before = signal.signal(signal.SIGTERM, _terminate)
        try:
            yield
        except Terminated:
            pass
        finally:
            signal.signal(signal.SIGTERM, before)


class Terminated(Exception):
    """Somebody asked this process to end."""


def _terminate(number: int, frame: object) -> None:
    raise Terminated


def _listen(host: str, port: int) -> socket.socket:
    """A socket of our own, so that a port in use is told in a sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sends small messages at once only where it is.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Whoever connects before the server is ready, or while many others do, waits in the system's queue.
        listener.listen(WAITING_CONNECTIONS)
    except (OSError, OverflowError) as error:
        listener.close()
        raise OperationalError(f"cannot listen on {host} port {port}: {error}; try another --port") from error
    return listener


def _announce(args: argparse.Namespace, place: Place) -> None:
    """Tell the addresses, show the code for phones, and open the browser where there is one."""
    if args.log_format == "json":
        log.info(line("serving", version=qwixx.__version__, host=args.host, port=args.port, data=place))
        return
    here = f"http://localhost:{args.port}/"
    outside = args.base_url or _network_link(args.host, args.port)
    print(f"Qwixx is at {here}")
    if outside is not None:
        print(f"Phones on the same network: {outside}")
        if sys.stdout.isatty():
            segno.make(outside, micro=False).terminal(compact=True, border=1)
    print(f"Tables are kept in {place}. Ctrl-C stops the server.", flush=True)
    if not args.no_browser and sys.stdout.isatty():
        webbrowser.open(args.base_url or here)


def _network_link(host: str, port: int) -> str | None:
    """The address of this machine on its network, as far as it listens there."""
    if host not in ("0.0.0.0", "::"):
        return None if host in ("127.0.0.1", "localhost", "::1") else f"http://{host}:{port}/"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only chooses a local address.
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return None
    return f"http://{address}:{port}/"
