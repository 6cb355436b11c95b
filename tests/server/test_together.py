"""People who choose at the same time share one append and one update; none of them hinders another."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qwixx.notation import format_choice
from qwixx.rules.errors import IllegalChoice
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.requests import CHANGES_AT_ONCE
from qwixx.server.rooms.room import Room
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoreError
from qwixx.server.tables import facts
from qwixx.server.tables.state import replayed
from qwixx.server.thinking.worker_pool import WorkerPool
from qwixx.server.wire import protocol

SEATS = 4


class Listener:
    def __init__(self, seat: int) -> None:
        self.seat: int | None = seat
        self.since = 0
        self.heard: list[dict[str, Any]] = []

    def send(self, data: bytes) -> None:
        self.heard.append(json.loads(data))

    def turn_away(self) -> None: ...


Scene = Callable[[Room, list[Listener], SqliteStore], Awaitable[None]]


def at_a_table(path: Path, scene: Scene) -> None:
    """Four people at a table where everybody has to choose."""

    async def run(store: SqliteStore) -> None:
        pool = WorkerPool()
        lobby = Lobby(store, pool)
        new = protocol.NewTable("dice", (protocol.NewSeat(),) * SEATS, "Player 0")
        name, _ = await lobby.open_table(new)
        room = await lobby.find(name)
        for seat in range(1, SEATS):
            await room.join(f"Player {seat}")
        listeners = [Listener(seat) for seat in range(SEATS)]
        for listener in listeners:
            await room.enter(listener)
        for listener in listeners:
            listener.heard.clear()
        await scene(room, listeners, store)
        lobby.close()
        pool.close()

    with closing(SqliteStore.open(path / "t.sqlite")) as store:
        asyncio.run(asyncio.wait_for(run(store), 30))


def choosing(room: Room, seat: int, text: str = "-") -> Awaitable[int]:
    return room.command(seat, protocol.Choose(1, room.table.now.version, text))


async def chosen_on_disk(room: Room, store: SqliteStore) -> list[tuple[int, str]]:
    past = [facts.decode(kept.fact) for kept in await store.load(room.table.name)]
    assert replayed(past) == room.table.now
    return [(fact.seat, format_choice(fact.choice)) for fact in past if isinstance(fact, facts.Chose)]


def test_all_at_once_are_told_once_and_acknowledged_each(tmp_path: Path) -> None:
    async def scene(room: Room, listeners: list[Listener], store: SqliteStore) -> None:
        before, commits = room.table.now.version, store.commits
        versions = await asyncio.gather(*(choosing(room, seat) for seat in range(SEATS)))
        assert versions == [before + 1, before + 2, before + 3, before + 4]
        assert store.commits == commits + 1
        assert await chosen_on_disk(room, store) == [(seat, "-") for seat in range(SEATS)]
        for listener in listeners:
            (update,) = listener.heard
            assert update["version"] == before + SEATS
            assert update["view"]["public"]["phase"] == "own"
            assert [each["what"]["type"] for each in update["happened"]] == ["passed"] * SEATS

    at_a_table(tmp_path, scene)


def test_who_is_refused_keeps_nobody_else_from_choosing(tmp_path: Path) -> None:
    async def scene(room: Room, listeners: list[Listener], store: SqliteStore) -> None:
        late = protocol.Choose(1, 1, "-")
        unreadable = protocol.Choose(1, room.table.now.version, "purple 5")
        asked = (choosing(room, 0), choosing(room, 1, "r2r3"), room.command(2, unreadable), choosing(room, 3))
        outcomes = await asyncio.gather(*asked, room.command(None, late), return_exceptions=True)
        assert [isinstance(outcome, int) for outcome in outcomes] == [True, False, False, True, False]
        assert await chosen_on_disk(room, store) == [(0, "-"), (3, "-")]
        assert [len(listener.heard) for listener in listeners] == [1] * SEATS
        assert isinstance(outcomes[4], Refusal)

    at_a_table(tmp_path, scene)


def test_an_illegal_choice_beside_legal_ones(tmp_path: Path) -> None:
    async def scene(room: Room, listeners: list[Listener], store: SqliteStore) -> None:
        state = room.table.now.state
        assert state is not None
        wrong = next(number for number in range(2, 12) if number != state.common_number)
        asked = (choosing(room, 0), choosing(room, 1, f"r{wrong}"), choosing(room, 2))
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(outcomes[1], IllegalChoice)
        assert await chosen_on_disk(room, store) == [(0, "-"), (2, "-")]

    at_a_table(tmp_path, scene)


def test_two_windows_of_a_seat_come_one_after_the_other(tmp_path: Path) -> None:
    async def scene(room: Room, listeners: list[Listener], store: SqliteStore) -> None:
        state = room.table.now.state
        assert state is not None
        texts = [format_choice(choice) for choice in state.choices(1)[:2]]
        await asyncio.gather(*(choosing(room, 1, text) for text in texts))
        assert await chosen_on_disk(room, store) == [(1, text) for text in texts]
        many = int(CHANGES_AT_ONCE) + 3
        outcomes = await asyncio.gather(*(choosing(room, 1) for _ in range(many)), return_exceptions=True)
        assert any(isinstance(outcome, Refusal) for outcome in outcomes)

    at_a_table(tmp_path, scene)


def test_what_could_not_be_kept_is_told_to_all_and_not_done_later(tmp_path: Path) -> None:
    async def scene(room: Room, listeners: list[Listener], store: SqliteStore) -> None:
        before = room.table.now
        store.close()
        asked = (choosing(room, seat) for seat in range(SEATS))
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreError] * SEATS
        assert room.table.now is before
        assert not any(listener.heard for listener in listeners)

    at_a_table(tmp_path, scene)


def test_who_gives_up_waiting_hinders_nobody(tmp_path: Path) -> None:
    async def scene(room: Room, listeners: list[Listener], store: SqliteStore) -> None:
        waiting = [asyncio.ensure_future(choosing(room, seat)) for seat in range(SEATS)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.gather(*waiting[1:])
        with pytest.raises(asyncio.CancelledError):
            await waiting[0]
        assert len(await chosen_on_disk(room, store)) == SEATS

    at_a_table(tmp_path, scene)
