"""``qwixx serve``: a table in the browser, for this machine and the phones around it."""

import argparse
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from platformdirs import user_data_path

import qwixx
from qwixx.extras import require
from qwixx.rules.errors import InputError, OperationalError
from qwixx.server.limits import Limits, meanings
from qwixx.server.logs import JsonLines, RepeatFilter, TextLines, event
from qwixx.system.files import allow_open_files
from qwixx.system.signals import defer_handlers

if TYPE_CHECKING:
    import uvicorn

    from qwixx.cli.place import Place
    from qwixx.server.app import Application
    from qwixx.server.web.context import Settings

log: logging.Logger = logging.getLogger(__name__)

EXAMPLES = """\
examples:
  qwixx serve                                    opens the browser; phones scan the QR code
  qwixx serve --host 127.0.0.1 --port 9000       for this machine only
  qwixx serve --base-url https://play.example.org --host 127.0.0.1 --proxy 127.0.0.1   behind a proxy
  qwixx serve --limit tables_per_hour=600        for a school behind one address
  qwixx serve --data postgresql://qwixx@db.example.org/qwixx       one of several servers

Tables are stored in one SQLite file (--data) and survive a restart. Several servers, on several machines, can
share a PostgreSQL database. Keep its password out of the command line, which other users can read: set
PGPASSWORD, or QWIXX_DATA to the whole address. See `qwixx docs hosting`."""

USUAL_FILE = str(user_data_path("qwixx", appauthor=False) / "tables.sqlite").replace("%", "%%")
FORMATS = ("text", "json")
LOG_LEVELS = ("critical", "error", "warning", "info", "debug")
# A client waits three seconds for the answer to a heartbeat, and shows the loss two seconds later: 28 seconds
# after the last message at most.
LONGEST_HEARTBEAT = 23
EVENT_LOOPS = ("auto", "asyncio", "uvloop")
MOST_FILES = 65536
# For the store, the pages and the worker processes.
RESERVED_FILES = 64
WAITING_CONNECTIONS = 512
# Threads draw codes and read files. With Python's usual 5 ms the event loop would wait so long for each.
SECONDS_WITH_THE_GIL = 0.0005


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all, 0.0.0.0)")
    parser.add_argument("--port", type=int, default=8080, help="port to listen on (default: 8080)")
    parser.add_argument(
        "--data",
        metavar="PLACE",
        help="where to store tables: a file, or postgresql://USER@HOST/DATABASE (default: QWIXX_DATA, or"
        f" {USUAL_FILE})",
    )
    parser.add_argument("--base-url", metavar="URL", help="the public address, if there is a proxy")
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="a trusted proxy or network, whose X-Forwarded-For and -Proto are used; may be repeated",
    )
    parser.add_argument(
        "--keep-days", type=int, default=14, metavar="N", help="delete tables unused for N days (default: 14)"
    )
    parser.add_argument(
        "--limit",
        metavar="NAME=N",
        action="append",
        default=[],
        help="set a limit; `--limit list` lists the limits and their defaults; may be repeated",
    )
    parser.add_argument("--log-level", choices=LOG_LEVELS, default="info", help="log level (default: info)")
    parser.add_argument("--log-format", choices=FORMATS, default="text", help="log format (default: text)")
    parser.add_argument(
        "--metrics-port", type=int, metavar="PORT", help="serve Prometheus metrics on this port"
    )
    parser.add_argument(
        "--metrics-host",
        default="127.0.0.1",
        metavar="HOST",
        help="address of the metrics endpoint (default: this machine only, 127.0.0.1)",
    )
    parser.add_argument(
        "--drain-seconds",
        type=int,
        default=0,
        metavar="N",
        help="after SIGTERM, keep running for N seconds while /readyz returns 503 (default: 0)",
    )
    parser.add_argument(
        "--loop",
        choices=EVENT_LOOPS,
        default="auto",
        help="event loop (default: auto, which is uvloop if it is installed)",
    )
    parser.add_argument(
        "--heartbeat-seconds",
        type=int,
        default=20,
        metavar="N",
        help="pages send a heartbeat after N seconds of silence (default: 20)",
    )
    parser.add_argument("--no-chat", action="store_true", help="disable chat")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(args: argparse.Namespace) -> int:
    """Serve until the process is asked to end; the exit status."""
    if "list" in args.limit:
        print(f"limits and their defaults:\n{meanings()}")
        return 0
    require("serve", "qwixx serve")
    # A web server is slower to import than all the rest.
    with defer_handlers():
        from qwixx.cli.place import place_named, store_at, usual_place
        from qwixx.server.app import create_app
        from qwixx.server.table_server import TableServer, proxy_network
        from qwixx.server.web.static_files import STATIC

    settings = _settings(args)
    proxies = tuple(map(proxy_network, args.proxy))
    if not (STATIC / "index.html").exists():
        raise OperationalError("the browser client is not built: run `make client` first")
    _log_to_stderr(args.log_level, JsonLines() if args.log_format == "json" else TextLines())
    sys.setswitchinterval(SECONDS_WITH_THE_GIL)
    if args.base_url is not None and not proxies:
        log.warning(
            event("proxy_unknown", meaning="all who come through it share one address", fix="--proxy")
        )
    place = place_named(args.data or usual_place())
    shutdown = Shutdown()
    with store_at(place, on_end=lambda error: shutdown.fail()) as store:
        app = create_app(store, settings, prepare=True, on_failure=shutdown.fail)
        with _listen(args.host, args.port) as listener, _metrics(args, app), shutdown.by_signal():
            _announce(args, place)
            # Our own events have all that uvicorn logs at this level.
            uvicorn_level = "warning" if args.log_level == "info" else args.log_level
            shutdown.run(TableServer(app, proxies, uvicorn_level, args.drain_seconds, args.loop), listener)
    return shutdown.status


def _settings(args: argparse.Namespace) -> "Settings":
    from qwixx.server.web.context import Settings
    from qwixx.server.web.site import Site

    if not 1 <= args.keep_days <= 36500:
        raise InputError(f"--keep-days is 1 to 36500, not {args.keep_days}")
    if not 0 <= args.drain_seconds <= 600:
        raise InputError(f"--drain-seconds is 0 to 600, not {args.drain_seconds}")
    for name, port in (("--port", args.port), ("--metrics-port", args.metrics_port)):
        if port is not None and not 0 <= port <= 65535:
            raise InputError(f"{name} is 0 to 65535, not {port}")
    if not 1 <= args.heartbeat_seconds <= LONGEST_HEARTBEAT:
        raise InputError(
            f"--heartbeat-seconds is 1 to {LONGEST_HEARTBEAT}, not {args.heartbeat_seconds}: a lost"
            " connection has to be noticed within half a minute"
        )
    limits = Limits().changed(args.limit)
    files = max(allow_open_files(MOST_FILES) - RESERVED_FILES, 1)
    limits = replace(limits, connections=min(limits.connections, files))
    Site(args.base_url)  # refuses an invalid address before anything else is begun
    return Settings(
        args.base_url,
        limits,
        args.keep_days,
        has_chat=not args.no_chat,
        listen_address=(args.host, args.port),
        heartbeat_seconds=args.heartbeat_seconds,
    )


def _log_to_stderr(level: str, formatter: logging.Formatter) -> None:
    """Our own lines, and those of the libraries below us, in one format."""
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    handler.addFilter(RepeatFilter())
    for name in ("qwixx", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
    logging.getLogger("qwixx").setLevel(level.upper())


def _metrics(args: argparse.Namespace, app: "Application") -> AbstractContextManager[object]:
    """The metrics for Prometheus, served if there is a port for them."""
    if args.metrics_port is None:
        return nullcontext()
    require("host", "--metrics-port", "prometheus_client")
    from qwixx.server.prometheus import serve_metrics

    return serve_metrics(args.metrics_host, args.metrics_port, app.state.context)


class Shutdown:
    """The end of the process: gracefully after a signal, or after a failure of one of its parts."""

    def __init__(self) -> None:
        self.status: int = 0
        self._server: uvicorn.Server | None = None

    def run(self, server: "uvicorn.Server", listener: socket.socket) -> None:
        self._server = server
        if self.status:
            return
        server.run(sockets=[listener])

    def fail(self) -> None:
        """Shut down after a failure. May be called from any thread."""
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
    """A request that the process ends."""


def _terminate(number: int, frame: object) -> None:
    raise Terminated


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; a port in use is an OperationalError with a sentence, which uvicorn has not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sends small messages at once only where it is.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Connections wait in the system's queue until the server is ready, and while many others come.
        listener.listen(WAITING_CONNECTIONS)
    except OSError as error:
        listener.close()
        raise OperationalError(f"cannot listen on {host} port {port}: {error}; try another --port") from error
    return listener


def _announce(args: argparse.Namespace, place: "Place") -> None:
    """Print the addresses and the code for phones, and open the browser where there is one."""
    if args.log_format == "json":
        log.info(event("serving", version=qwixx.__version__, host=args.host, port=args.port, data=place))
        return
    import webbrowser

    import segno

    from qwixx.server.web.site import Network

    here = f"http://localhost:{args.port}/"
    outside = args.base_url or Network(args.host, args.port).look()
    print(f"Qwixx is at {here}")
    if outside is not None:
        print(f"Phones on the same network: {outside}")
        if sys.stdout.isatty():
            segno.make(outside, micro=False).terminal(compact=True, border=1)
    print(f"Tables are kept in {place}. Ctrl-C stops the server.", flush=True)
    if not args.no_browser and sys.stdout.isatty():
        webbrowser.open(args.base_url or here)
