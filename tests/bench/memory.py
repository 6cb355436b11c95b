"""Memory over thousands of tables that come and go. ``python -m tests.bench.memory``

Tables are opened, played for a while and left, in one process and through the lobby itself; rooms that nobody
listens to are forgotten as at a server. Caches of sheets and choices fill up; beside them nothing may grow.
"""

import asyncio
import random
import tempfile
from contextlib import closing
from pathlib import Path

from qwixx.server.rooms.lobby import Lobby
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.thinking.worker_pool import WorkerPool
from qwixx.server.wire import protocol
from tests.bench.serving import memory_bytes

TABLES = 4000
EVERY = 500
CHOICES = 15
GAMES: tuple[protocol.GameName, ...] = ("dice", "cards", "cards_joker")


class Listener:
    """Somebody in the first seat, who looks at nothing."""

    seat: int | None = 0
    since = 0

    def send(self, data: bytes) -> None:
        """What is told costs the server the same whether or not it is read."""

    def turn_away(self) -> None:
        """There is nothing to close."""


async def visit(lobby: Lobby, game: protocol.GameName) -> None:
    """Open a table with a bot, play a few choices, and leave."""
    new = protocol.NewTable(game, (protocol.NewSeat(), protocol.NewSeat("gap:1,2")), "Ann")
    name, _ = await lobby.open_table(new)
    room, listener = await lobby.find(name), Listener()
    await room.enter(listener)
    for number in range(CHOICES):
        state = room.table.now.state
        if state is None or 0 not in state.to_act:
            break
        choice = room.table.update(0, 0, 0.0).view
        assert choice is not None
        await room.command(0, protocol.Choose(number, room.table.now.version, choice.choices[-1].text))
    await room.leave(listener)


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def run(store: SqliteStore, clock: Time) -> None:
    luck, thinking = random.Random(1), WorkerPool()
    lobby = Lobby(store, thinking)
    for number in range(TABLES + 1):
        if number % EVERY == 0:
            print(
                f"{number:6} tables {len(lobby._rooms):5} rooms {memory_bytes('self') / 1e6:7.1f} MB",
                flush=True,
            )
        await visit(lobby, luck.choice(GAMES))
        clock.now += 1.0
        lobby._forget_rooms()
    lobby.close()
    thinking.close()


def main() -> None:
    clock = Time()
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SqliteStore.open(Path(folder) / "tables.sqlite", steady=clock)) as store,
    ):
        asyncio.run(run(store, clock))


if __name__ == "__main__":
    main()
