"""Opening a table stores the table and its creator's seat atomically, even when the store fails."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qwixx.server.queues import WorkerPool
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import PadRoom, TableRoom
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import OutcomeUnknown, StoreError
from qwixx.tables import protocol
from qwixx.tables.credentials import NewSecret

TABLE = protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat("gap:1,2")), "Ann")
PAD = protocol.NewPad("dice", "Ann")

Opening = Callable[[Lobby], Awaitable[tuple[str, NewSecret]]]
OPENINGS: dict[str, Opening] = {
    "table": lambda lobby: lobby.open_table(TABLE),
    "pad": lambda lobby: lobby.open_pad(PAD),
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as found:
        yield found


@pytest.fixture(params=list(OPENINGS.values()), ids=list(OPENINGS))
def opening(request: pytest.FixtureRequest) -> Opening:
    found: Opening = request.param
    return found


def failing(store: SqliteStore, error: StoreError, *, after: int) -> None:
    """Let ``after`` appends succeed, then raise this error at every append."""
    append, appended = store.append, 0

    async def fail(table: str, first: int, facts: Sequence[bytes], **options: Any) -> float:
        nonlocal appended
        if appended < after:
            appended += 1
            at = await append(table, first, facts, **options)
            if not isinstance(error, OutcomeUnknown):
                return at
        raise error

    store.append = fail  # type: ignore[method-assign]


async def room_after_restart(store: SqliteStore, name: str, pool: WorkerPool) -> TableRoom | PadRoom:
    return await Lobby(store, pool).find_any(name)


def test_a_failed_opening_leaves_nothing_behind(store: SqliteStore, opening: Opening) -> None:
    async def scene(pool: WorkerPool) -> None:
        failing(store, StoreError("the disk is full"), after=1)
        name, secret = await opening(Lobby(store, pool))
        assert (await room_after_restart(store, name, pool)).aggregate.seat_of(secret.secret) == 0
        with pytest.raises(StoreError):
            await opening(Lobby(store, pool))
        assert [row.table for row in await store.tables()] == [name]

    with closing(WorkerPool()) as pool:
        asyncio.run(scene(pool))


def test_an_opening_with_unknown_outcome_succeeds_if_it_was_stored(
    store: SqliteStore, opening: Opening
) -> None:
    async def scene(pool: WorkerPool) -> None:
        failing(store, OutcomeUnknown("the store did not confirm what was sent"), after=1)
        name, secret = await opening(Lobby(store, pool))
        assert (await room_after_restart(store, name, pool)).aggregate.seat_of(secret.secret) == 0

    with closing(WorkerPool()) as pool:
        asyncio.run(scene(pool))


def test_an_opening_with_unknown_outcome_fails_if_it_was_not_stored(
    store: SqliteStore, opening: Opening
) -> None:
    async def scene(pool: WorkerPool) -> None:
        failing(store, OutcomeUnknown("the store did not confirm what was sent"), after=0)
        lobby = Lobby(store, pool)
        with pytest.raises(OutcomeUnknown):
            await opening(lobby)
        assert (lobby.known, lobby.rooms(), await store.tables()) == (0, [], [])

    with closing(WorkerPool()) as pool:
        asyncio.run(scene(pool))
