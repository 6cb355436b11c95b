"""A server of tables: where it listens, what it tells, and how it runs."""

import argparse
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import segno
import uvicorn
from platformdirs import user_data_path

from qwixx.rules.errors import InputError, OperationalError
from qwixx.server.app import create_app
from qwixx.server.journal import line
from qwixx.server.limits import Limits, meanings
from qwixx.server.shared import Settings
from qwixx.server.site import Site
from qwixx.server.static_files import STATIC
from qwixx.server.store import Store
from qwixx.server.table_server import TableServer, network
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
    _log_to_stderr(args.log_level)
    sys.setswitchinterval(SECONDS_WITH_THE_GIL)
    if args.base_url is not None and not proxies:
        log.warning(
            line("proxy_unknown", meaning="all who come through it share one address", mend="--proxy")
        )
    data = args.data or user_data_path("qwixx", appauthor=False) / "tables.sqlite"
    ending = Ending()
    store = Store.open(data, on_end=lambda error: ending.fail())
    try:
        listener = _listen(args.host, args.port)
        _announce(args, data)
        app = create_app(store, settings, prepare=True, on_failure=ending.fail)
        with ending.by_signal():
            # What uvicorn has to tell at this level is told in our own words already.
            uvicorn_level = "warning" if args.log_level == "info" else args.log_level
            ending.run(TableServer(app, proxies, uvicorn_level), listener)
    finally:
        store.close()
    return ending.status


def _settings(args: argparse.Namespace) -> Settings:
    if not 1 <= args.keep_days <= 36500:
        raise InputError(f"--keep-days is 1 to 36500, not {args.keep_days}")
    limits = Limits().changed(args.limit)
    files = max(allow_open_files(MOST_FILES) - RESERVED_FILES, 1)
    limits = replace(limits, connections=min(limits.connections, files))
    Site(args.base_url)  # is told now if it is none
    return Settings(args.base_url, limits, args.keep_days)


def _log_to_stderr(level: str) -> None:
    """Our own lines, beside those of uvicorn."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger = logging.getLogger("qwixx")
    logger.handlers = [handler]
    logger.setLevel(level.upper())
    logger.propagate = False


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


def _announce(args: argparse.Namespace, data: Path) -> None:
    """Tell the addresses, show the code for phones, and open the browser where there is one."""
    here = f"http://localhost:{args.port}/"
    outside = args.base_url or _network_link(args.host, args.port)
    print(f"Qwixx is at {here}")
    if outside is not None:
        print(f"Phones on the same network: {outside}")
        if sys.stdout.isatty():
            segno.make(outside, micro=False).terminal(compact=True, border=1)
    print(f"Tables are kept in {data}. Ctrl-C stops the server.", flush=True)
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
