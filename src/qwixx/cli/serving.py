"""A server of tables: where it listens, what it tells, and how it runs."""

import argparse
import socket
import sys
import webbrowser
from pathlib import Path

import segno
import uvicorn
from platformdirs import user_data_path

from qwixx.rules.errors import QwixxError
from qwixx.server.app import STATIC, create_app
from qwixx.server.limits import MESSAGE_BYTES
from qwixx.server.store import Store


def serve(args: argparse.Namespace) -> int:
    """Serve until somebody stops it; the exit status."""
    if not (STATIC / "index.html").exists():
        raise QwixxError("the browser client is not built: run `make client` first")
    data = args.data or user_data_path("qwixx", appauthor=False) / "tables.sqlite"
    store = Store.open(data)
    try:
        listener = _listen(args.host, args.port)
        _announce(args, data)
        config = uvicorn.Config(
            create_app(store, args.base_url, prepare=True),
            ws="websockets-sansio",
            ws_max_size=4 * MESSAGE_BYTES,
            ws_per_message_deflate=False,
            log_level=args.log_level,
            # Addresses of requests may hold a private link.
            access_log=False,
            server_header=False,
            # Who waits for a review may hold up the end of the server no longer than that.
            timeout_graceful_shutdown=2,
        )
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        store.close()
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A socket of our own, so that a port in use is told in a sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio sends small messages at once only where it is.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        # Whoever connects before the server is ready waits instead of being turned away.
        listener.listen()
    except (OSError, OverflowError) as error:
        listener.close()
        raise QwixxError(f"cannot listen on {host} port {port}: {error}; try another --port") from error
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
