"""A minimal broadcast server as a baseline: a message of one client goes to everybody in its room.

``python -m tests.bench.broadcast PORT BYTES`` serves it, configured like ``qwixx serve``;
``tests.bench.server`` compares with it. It has no rules, storage, views or queues.
"""

import sys
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


class Rooms:
    """The connections of each room; a broadcast is the sender's seat followed by padding."""

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
