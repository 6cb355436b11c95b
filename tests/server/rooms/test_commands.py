"""Simultaneous commands share one append and one update, and do not block each other."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from qwixx.notation import format_choice
from qwixx.rules.errors import IllegalChoice
from qwixx.server.rooms.command_queue import COSTS_AT_ONCE, COSTS_PER_SECOND
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import TableRoom
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoreError
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.state import replayed
from qwixx.tables.refusals import Refusal
from tests.server.rooms.scenes import TABLE, Clock, FakeSubscriber, in_lobby, join, until

SEATS = 4


Scene = Callable[[TableRoom, list[FakeSubscriber], SqliteStore], Awaitable[None]]


def at_a_table(path: Path, scene: Scene) -> None:
    """Run a scene at a table where all four players have to choose."""

    async def play(lobby: Lobby) -> None:
        new = protocol.NewTable("dice", (protocol.NewSeat(),) * SEATS, "Player 0")
        name, _ = await lobby.open_table(new)
        room = await lobby.find(name)
        for seat in range(1, SEATS):
            await join(room, f"Player {seat}")
        # The join code is released concurrently, in a separate commit.
        await until(lambda: not lobby._codes._releasing)
        subscribers = [FakeSubscriber(seat) for seat in range(SEATS)]
        for subscriber in subscribers:
            await room.subscribe(subscriber)
        for subscriber in subscribers:
            subscriber.updates.clear()
        await scene(room, subscribers, store)

    with closing(SqliteStore.open(path / "t.sqlite")) as store:
        in_lobby(store, play)


def choose(room: TableRoom, seat: int, text: str = "-") -> Awaitable[int]:
    return room.command(seat, protocol.Choose(1, room.aggregate.now.version, text))


async def chosen_on_disk(room: TableRoom, store: SqliteStore) -> list[tuple[int, str]]:
    past = [facts.decode(kept.fact) for kept in await store.load(room.aggregate.name)]
    assert replayed(past) == room.aggregate.now
    return [(fact.seat, format_choice(fact.choice)) for fact in past if isinstance(fact, facts.Chose)]


def test_simultaneous_choices_share_one_append_and_one_update_and_are_all_acknowledged(
    tmp_path: Path,
) -> None:
    async def scene(room: TableRoom, subscribers: list[FakeSubscriber], store: SqliteStore) -> None:
        before, commits = room.aggregate.now.version, store.commits
        versions = await asyncio.gather(*(choose(room, seat) for seat in range(SEATS)))
        assert versions == [before + 1, before + 2, before + 3, before + 4]
        assert store.commits == commits + 1
        assert await chosen_on_disk(room, store) == [(seat, "-") for seat in range(SEATS)]
        for subscriber in subscribers:
            (update,) = subscriber.updates
            assert update["version"] == before + SEATS
            assert update["view"]["public"]["phase"] == "own"
            assert [each["what"]["type"] for each in update["happened"]] == ["passed"] * SEATS

    at_a_table(tmp_path, scene)


def test_rejected_commands_do_not_affect_others(tmp_path: Path) -> None:
    async def scene(room: TableRoom, subscribers: list[FakeSubscriber], store: SqliteStore) -> None:
        late = protocol.Choose(1, 1, "-")
        unreadable = protocol.Choose(1, room.aggregate.now.version, "purple 5")
        asked = (choose(room, 0), choose(room, 1, "r2r3"), room.command(2, unreadable), choose(room, 3))
        outcomes = await asyncio.gather(*asked, room.command(None, late), return_exceptions=True)
        assert [isinstance(outcome, int) for outcome in outcomes] == [True, False, False, True, False]
        assert await chosen_on_disk(room, store) == [(0, "-"), (3, "-")]
        assert [len(subscriber.updates) for subscriber in subscribers] == [1] * SEATS
        assert isinstance(outcomes[4], Refusal)

    at_a_table(tmp_path, scene)


def test_an_illegal_choice_does_not_affect_simultaneous_legal_ones(tmp_path: Path) -> None:
    async def scene(room: TableRoom, subscribers: list[FakeSubscriber], store: SqliteStore) -> None:
        state = room.aggregate.now.state
        assert state is not None
        wrong = next(number for number in range(2, 12) if number != state.common_number)
        asked = (choose(room, 0), choose(room, 1, f"r{wrong}"), choose(room, 2))
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(outcomes[1], IllegalChoice)
        assert await chosen_on_disk(room, store) == [(0, "-"), (2, "-")]

    at_a_table(tmp_path, scene)


def test_commands_from_two_windows_of_one_seat_run_in_order(tmp_path: Path) -> None:
    async def scene(room: TableRoom, subscribers: list[FakeSubscriber], store: SqliteStore) -> None:
        state = room.aggregate.now.state
        assert state is not None
        texts = [format_choice(choice) for choice in state.choices(1)[:2]]
        await asyncio.gather(*(choose(room, 1, text) for text in texts))
        assert await chosen_on_disk(room, store) == [(1, text) for text in texts]

    at_a_table(tmp_path, scene)


def test_commands_that_could_not_be_stored_fail_and_do_not_run_later(tmp_path: Path) -> None:
    async def scene(room: TableRoom, subscribers: list[FakeSubscriber], store: SqliteStore) -> None:
        before = room.aggregate.now
        store.close()
        asked = (choose(room, seat) for seat in range(SEATS))
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [StoreError] * SEATS
        assert room.aggregate.now is before
        assert not any(subscriber.updates for subscriber in subscribers)

    at_a_table(tmp_path, scene)


def test_a_cancelled_command_does_not_affect_others(tmp_path: Path) -> None:
    async def scene(room: TableRoom, subscribers: list[FakeSubscriber], store: SqliteStore) -> None:
        waiting = [asyncio.ensure_future(choose(room, seat)) for seat in range(SEATS)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.gather(*waiting[1:])
        with pytest.raises(asyncio.CancelledError):
            await waiting[0]
        assert len(await chosen_on_disk(room, store)) == SEATS

    at_a_table(tmp_path, scene)


def at_an_open_decision(path: Path, scene: Callable[[TableRoom, Clock], Awaitable[None]]) -> None:
    """Run a scene at a table where both players have to choose, with a fake clock."""
    clock = Clock()

    async def play(lobby: Lobby) -> None:
        name, _ = await lobby.open_table(TABLE)
        room = await lobby.find(name)
        await join(room, "Ben")
        await scene(room, clock)

    with closing(SqliteStore.open(path / "t.sqlite", steady=clock)) as store:
        in_lobby(store, play)


async def is_too_fast(outcome: Awaitable[int]) -> bool:
    with pytest.raises(Refusal) as refused:
        await outcome
    return refused.value.reason.code == "too_fast"


def test_changing_a_choice_is_rate_limited_per_seat(tmp_path: Path) -> None:
    async def scene(room: TableRoom, clock: Clock) -> None:
        for _ in range(1 + int(COSTS_AT_ONCE)):
            await choose(room, 0)
        assert await is_too_fast(choose(room, 0))
        clock.now += 1 / COSTS_PER_SECOND
        await choose(room, 0)
        assert len(room.aggregate.now.steps) == 2, "the first player and the roll"

    at_an_open_decision(tmp_path, scene)


def test_chat_and_reactions_are_rate_limited_per_seat(tmp_path: Path) -> None:
    async def scene(room: TableRoom, clock: Clock) -> None:
        for _ in range(int(COSTS_AT_ONCE / 2)):
            await room.command(0, protocol.React(1, "hurry"))
        assert await is_too_fast(room.command(0, protocol.React(1, "hurry")))
        await room.command(1, protocol.Say(1, "one moment"))
        await choose(room, 0)  # choices are not rate limited

    at_an_open_decision(tmp_path, scene)
