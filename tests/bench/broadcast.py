"""The least that a server of tables could do: what one of a room says goes to everybody in it.

``python -m tests.bench.broadcast PORT BYTES`` serves it, set up as ``qwixx serve`` is; ``tests.bench.server``
starts it to have something to compare with. No rules, no storage, no views, no queues.
"""

import sys
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


class Rooms:
    """Who is in which room, and the text that everybody is told with the speaker's seat before it."""

    def __init__(self, size: int) -> None:
        self._padding = "x" * (size - 1)
        self._rooms: defaultdict[str, list[WebSocket]] = defaultdict(list)

    async def connect(self, socket: WebSocket) -> None:
        room = self._rooms[socket.path_params["room"]]
        text = socket.path_params["seat"] + self._padding
        await socket.accept()
        room.append(socket)
        try:
            await self._repeat(socket, room, text)
        except WebSocketDisconnect:
            room.remove(socket)

    async def _repeat(self, socket: WebSocket, room: list[WebSocket], text: str) -> None:
        while True:
            await socket.receive_text()
            for listener in room:
                await listener.send_text(text)


def create_app(size: int) -> Starlette:
    return Starlette(routes=[WebSocketRoute("/ws/{room}/{seat}", Rooms(size).connect)])


def main() -> None:
    port, size = map(int, sys.argv[1:])
    uvicorn.run(
        create_app(size),
        host="127.0.0.1",
        port=port,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
    )


if __name__ == "__main__":
    main()
