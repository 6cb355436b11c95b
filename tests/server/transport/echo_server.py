"""An application that echoes messages, behind our HTTP and WebSocket protocols, on a real loopback socket.

It runs in a thread, on either event loop.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

import uvicorn
import uvloop
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from qwixx.server.limits import Limits
from qwixx.server.transport.address_limits import AddressLimits
from qwixx.server.transport.http import GuardedHttp
from qwixx.server.transport.websocket import TEXT_AT_ONCE, GuardedWebSocket

LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {
    "asyncio": asyncio.new_event_loop,
    "uvloop": uvloop.new_event_loop,
}
PATIENCE = 20.0


async def repeat(scope: Scope, receive: Receive, send: Send) -> None:
    """Echo texts by the fast path of tables, and everything else by ASGI."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        if text is None or not scope["extensions"][TEXT_AT_ONCE](text.encode()):
            await send({**message, "type": "websocket.send"})


@contextmanager
def repeating(loop: str) -> Iterator[int]:
    """Run the echo server and yield its port."""
    ready, ports, ends = threading.Event(), [], []

    async def serve() -> None:
        config = uvicorn.Config(
            repeat, ws=cast(type[asyncio.Protocol], GuardedWebSocket), lifespan="off", log_config=None
        )
        config.load()
        state, address_limits = ServerState(), AddressLimits(Limits(), time.monotonic)

        def protocol() -> GuardedHttp:
            address_limits.connect("127.0.0.1", is_proxy=True)
            return GuardedHttp(config, state, {}, address_limits=address_limits, address="127.0.0.1")

        server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
        end = asyncio.Event()
        ends.append((asyncio.get_running_loop(), end))
        ports.append(server.sockets[0].getsockname()[1])
        ready.set()
        await end.wait()
        server.close()
        while state.connections:  # abusive clients are disconnected after a delay
            await asyncio.sleep(0.05)

    def run() -> None:
        with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
            runner.run(serve())

    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield ports[0]
    finally:
        running, end = ends[0]
        running.call_soon_threadsafe(end.set)
        thread.join(PATIENCE)
