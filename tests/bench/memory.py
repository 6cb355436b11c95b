"""Memory over thousands of tables that are opened and unloaded. ``python -m tests.bench.memory``

Tables are opened, played for a while and left, in one process and directly through the lobby; idle rooms are
unloaded as by a server. Caches of sheets and choices fill up; nothing else may grow.
"""

import asyncio
import random
import tempfile
from contextlib import closing
from pathlib import Path

from qwixx.notation import format_choice
from qwixx.rules.ruleset import GameName
from qwixx.server.queues import WorkerPool
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables import protocol
from tests.bench.serving import memory_bytes

TABLES = 4000
EVERY = 500
CHOICES = 15
GAMES: tuple[GameName, ...] = ("dice", "cards", "cards_joker")


class Subscriber:
    """A client in the first seat that ignores messages, which costs the server the same."""

    seat: int | None = 0
    since = 0
    address = "192.0.2.1"

    def send(self, data: bytes) -> None: ...
    def reseat(self, seat: int | None) -> None: ...
    def disconnect(self) -> None: ...


async def visit(lobby: Lobby, game: GameName) -> None:
    """Open a table with a bot, play a few choices, and leave."""
    new = protocol.NewTable(game, (protocol.NewSeat(), protocol.NewSeat("gap:1,2")), "Ann")
    name, _ = await lobby.open_table(new)
    room, subscriber = await lobby.find(name), Subscriber()
    await room.subscribe(subscriber)
    for number in range(CHOICES):
        state = room.aggregate.now.state
        if state is None or 0 not in state.to_act:
            break
        choice = format_choice(state.choices(0)[-1])
        await room.command(0, protocol.Choose(number, room.aggregate.now.version, choice))
    await room.unsubscribe(subscriber)


class Time:
    """A fake clock that is advanced manually."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def run(store: SqliteStore, clock: Time) -> None:
    rng, pool = random.Random(1), WorkerPool()
    lobby = Lobby(store, pool)
    for number in range(TABLES + 1):
        if number % EVERY == 0:
            print(
                f"{number:6} tables {len(lobby._rooms):5} rooms {memory_bytes('self') / 1e6:7.1f} MB",
                flush=True,
            )
        await visit(lobby, rng.choice(GAMES))
        clock.now += 1.0
        lobby._unload_idle_rooms()
    lobby.close()
    pool.close()


def main() -> None:
    clock = Time()
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SqliteStore.open(Path(folder) / "tables.sqlite", steady=clock)) as store,
    ):
        asyncio.run(run(store, clock))


if __name__ == "__main__":
    main()
