"""Two processes serve one table: whatever they hear late or never, both end at what the store has."""

import asyncio
import json
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.notation import format_choice
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import Room
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoreError, Unsure
from qwixx.server.tables import facts
from qwixx.server.tables.state import replayed
from qwixx.server.thinking.worker_pool import WorkerPool
from qwixx.server.wire import protocol
from tests.server.shared_store import SharedStore, doors

TABLE = protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat()), "Ann")


class Person:
    """Somebody at a seat, connected to one of the processes."""

    def __init__(self, seat: int | None, lobby: Lobby, door: SharedStore) -> None:
        self.seat = seat
        self.since = 0
        self.lobby = lobby
        self.door = door
        self.heard: list[dict[str, Any]] = []
        self.chosen: list[str] = []
        self.is_turned_away = False

    def send(self, data: bytes) -> None:
        self.heard.append(json.loads(data))

    def turn_away(self) -> None:
        self.is_turned_away = True

    async def enter(self, name: str) -> None:
        self.room: Room = await self.lobby.find(name)
        await self.room.enter(self)

    async def choose(self, number: int) -> None:
        """Choose, by what this process knows, and remember what was acknowledged."""
        assert self.seat is not None
        now = self.room.table.now
        if now.state is None or not now.state.choices(self.seat):
            return
        choices = now.state.choices(self.seat)
        text = format_choice(choices[number % len(choices)])
        try:
            await self.room.command(self.seat, protocol.Choose(1, now.version, text))
        except Refusal:
            return
        self.chosen.append(text)


Scene = Callable[[SqliteStore, list[Person], str], Awaitable[None]]


def at_one_table(scene: Scene) -> None:
    """Ann is connected to one process, and Ben to another."""

    async def run(store: SqliteStore) -> None:
        pool = WorkerPool()
        here, there = doors(store, "a", "b")
        people = [Person(0, Lobby(here, pool), here), Person(1, Lobby(there, pool), there)]
        for person in people:
            await person.door.begin(person.lobby)
        name, _ = await people[0].lobby.open_table(TABLE)
        await people[0].enter(name)
        await (await people[1].lobby.find(name)).join("Ben")
        await people[1].enter(name)
        for person in people:
            await settled(person)
        await scene(store, people, name)
        for person in people:
            person.lobby.close()
        pool.close()

    with (
        tempfile.TemporaryDirectory() as folder,
        closing(SqliteStore.open(Path(folder) / "t.sqlite")) as store,
    ):
        asyncio.run(asyncio.wait_for(run(store), 60))


async def settled(person: Person) -> None:
    """Everything that was written is told, and taken."""
    while person.door.waiting:
        person.door.deliver()
    if person.lobby._comparing is not None:
        await person.lobby._comparing
    while (task := person.room._following) is not None and not task.done():
        await task


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["choose", "both", "meanwhile", "deliver", "lose"]),
        st.integers(0, 1),
        st.integers(0, 9),
    ),
    max_size=40,
)


@given(STEPS)
@settings(max_examples=25, deadline=None)
def test_whatever_is_told_late_or_never_both_end_at_what_the_store_has(
    steps: list[tuple[str, int, int]],
) -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        for step, who, number in steps:
            person = people[who]
            match step:
                case "choose":
                    await person.choose(number)
                case "both":
                    await asyncio.gather(*(each.choose(number) for each in people))
                case "meanwhile":
                    choosing = asyncio.create_task(person.choose(number))
                    await people[1 - who].choose(number + 1)
                    person.door.deliver()
                    await choosing
                case "deliver":
                    person.door.deliver()
                case "lose":
                    person.door.lose()
            await asyncio.sleep(0)
        for person in people:
            await settled(person)
        past = [facts.decode(kept.fact) for kept in await store.load(name)]
        for person in people:
            assert person.room.table.now == replayed(past)
            versions = [update["version"] for update in person.heard]
            assert versions == sorted(versions)
            assert versions[-1] == len(past)
            kept = [fact for fact in past if isinstance(fact, facts.Chose) and fact.seat == person.seat]
            assert [format_choice(fact.choice) for fact in kept] == person.chosen

    at_one_table(scene)


def test_news_that_follow_are_taken_without_a_look_at_the_store() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        loads = 0

        async def no_load(table: str, after: int = 0) -> list[Any]:
            nonlocal loads
            loads += 1
            return []

        ann.door.load = no_load
        await ben.choose(0)
        await settled(ann)
        assert ann.heard[-1]["version"] == ben.heard[-1]["version"]
        assert loads == 0

    at_one_table(scene)


def test_people_at_another_process_are_present_and_not_covered() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        await asyncio.sleep(0.01)
        assert [seat["present"] for seat in ann.heard[-1]["info"]["seats"]] == [True, True]
        late = store.now() + 10_000
        assert ann.room.table.plan_tick(late) == []
        await ben.room.leave(ben)
        await settled(ann)
        assert [seat["present"] for seat in ann.heard[-1]["info"]["seats"]] == [True, False]
        assert facts.Covered(1) in ann.room.table.plan_tick(late)

    at_one_table(scene)


def test_a_seat_that_was_given_away_elsewhere_a_moment_ago_is_known() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        other, _ = await ann.lobby.open_table(TABLE)
        watching = Person(None, ben.lobby, ben.door)
        await watching.enter(other)
        secret = await (await ann.lobby.find(other)).join("Ben")
        assert ben.door.waiting, "the news are not told yet"
        assert await watching.room.seat_of(secret.secret) == 1
        assert await watching.room.seat_of("nobody's") is None

    at_one_table(scene)


def test_of_two_processes_one_asks_the_bots() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        assert ann.room.table.presence.leads("a")
        assert not ben.room.table.presence.leads("b")
        await ann.room.leave(ann)
        await settled(ben)
        assert ben.room.table.presence.leads("b")

    at_one_table(scene)


def test_a_gap_is_looked_into_again_if_the_store_fails_meanwhile() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        heads = ann.door.heads

        async def away(tables: Sequence[str]) -> dict[str, int]:
            raise StoreError("the connection that reads is not back yet")

        ann.door.heads = away
        await ben.choose(0)
        ann.door.lose()
        await settled(ann)
        assert ann.room.table.now != ben.room.table.now
        ann.door.heads = heads
        running = asyncio.create_task(ann.lobby.run())
        async with asyncio.timeout(10):
            while ann.heard[-1]["version"] != ben.heard[-1]["version"]:
                await asyncio.sleep(0.02)
        running.cancel()

    at_one_table(scene)


def test_who_cannot_reach_the_store_sends_everybody_away() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        ann.door.down_for = lambda: 11.0
        running = [asyncio.create_task(person.lobby.run()) for person in people]
        async with asyncio.timeout(10):
            while not ann.is_turned_away:
                await asyncio.sleep(0.05)
        assert not ben.is_turned_away
        for task in running:
            task.cancel()

    at_one_table(scene)


def test_a_table_that_was_forgotten_elsewhere_is_gone_here_too() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ben = people[1]
        other, _ = await ben.lobby.open_table(TABLE)
        watching = Person(None, ben.lobby, ben.door)
        await watching.enter(other)
        assert await store.forget([other], store.now() + 1) == 1
        await ben.lobby.sweep()
        assert watching.is_turned_away
        assert not ben.is_turned_away, "their own table is still there"
        with pytest.raises(Refusal, match="no such table"):
            await ben.lobby.find(other)

    at_one_table(scene)


def kept_back(work: Callable[..., Awaitable[Any]], go_on: asyncio.Event) -> Callable[..., Awaitable[Any]]:
    """Something that is done at once, and told when it may go on."""

    async def done(*args: Any, **kwargs: Any) -> Any:
        found = await work(*args, **kwargs)
        await go_on.wait()
        return found

    return done


def test_news_may_be_ahead_of_an_answer() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        go_on, written = asyncio.Event(), len(await store.load(name)) + 1
        ann.door.append = kept_back(ann.door.append, go_on)  # type: ignore[method-assign, assignment]
        choosing = asyncio.create_task(ann.choose(0))
        while not ben.door.waiting:
            await asyncio.sleep(0.001)
        await settled(ben)
        await ben.choose(0)
        assert ann.door.waiting[0][1] > written, "what follows the choice is told before it is acknowledged"
        ann.door.deliver()
        go_on.set()
        await choosing
        await settled(ann)
        assert ann.room.table.now == ben.room.table.now

    at_one_table(scene)


def test_news_that_come_while_the_first_listener_enters_are_not_lost() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        await ann.room.leave(ann)
        go_on, looks = asyncio.Event(), asyncio.Event()
        elsewhere = ann.door.elsewhere

        async def slow(table: str) -> Any:
            looks.set()
            await go_on.wait()
            return await elsewhere(table)

        ann.door.elsewhere = slow  # type: ignore[method-assign]
        entering = asyncio.create_task(ann.room.enter(ann))
        await looks.wait()
        await ben.choose(0)
        ann.door.deliver()
        go_on.set()
        await entering
        await settled(ann)
        assert ann.room.table.now == ben.room.table.now

    at_one_table(scene)


@pytest.mark.parametrize("since", [0, 1])
def test_who_comes_from_a_process_that_is_ahead_is_told_nothing_older(since: int) -> None:
    """A page that was loaded anew knows no number, but its reader remembers what it showed."""

    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        await ann.choose(0)
        assert ben.door.waiting, "the news are not told yet"
        reloaded = Person(0, ben.lobby, ben.door)
        reloaded.since = since
        await reloaded.enter(name)
        assert reloaded.heard[0]["version"] == ann.heard[-1]["version"]

    at_one_table(scene)


def test_news_that_are_loaded_at_the_same_time_are_taken_once() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        await ben.choose(0)
        go_on = asyncio.Event()
        ann.door.load = kept_back(ann.door.load, go_on)  # type: ignore[assignment]
        ann.room.doubt()
        await asyncio.sleep(0.01)
        ann.door.deliver()
        go_on.set()
        await settled(ann)
        assert ann.room.table.now == ben.room.table.now

    at_one_table(scene)


@pytest.mark.parametrize("is_kept", [True, False])
def test_a_seat_whose_outcome_is_unknown_is_given_if_it_was_taken(is_kept: bool) -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        other, _ = await ann.lobby.open_table(TABLE)
        room = await ben.lobby.find(other)
        append = ben.door.append

        async def unsure(table: str, first: int, data: list[bytes]) -> float:
            if is_kept:
                await append(table, first, data)
            raise Unsure("the store was not heard of again")

        ben.door.append = unsure  # type: ignore[method-assign, assignment]
        if is_kept:
            joined = await room.join("Ben")
            assert await room.seat_of(joined.secret) == joined.seat
        else:
            with pytest.raises(Unsure):
                await room.join("Ben")
            assert room.table.now.seats[1].is_open

    at_one_table(scene)


def test_who_joins_at_two_processes_with_one_key_has_one_seat() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        other, _ = await people[0].lobby.open_table(TABLE)
        rooms = [await person.lobby.find(other) for person in people]
        first, second = await asyncio.gather(*(room.join("Ben", key="ab" * 16) for room in rooms))
        assert first == second

    at_one_table(scene)


def test_a_command_whose_outcome_is_unknown_leaves_a_room_that_finds_out() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        append = ann.door.append

        async def unsure(table: str, first: int, data: list[bytes]) -> float:
            await append(table, first, data)
            raise Unsure("the store was not heard of again")

        ann.door.append = unsure  # type: ignore[method-assign, assignment]
        with pytest.raises(Unsure):
            await ann.choose(0)
        ann.door.append = append  # type: ignore[method-assign]
        ann.room.tick()
        assert ann.room._ticking is not None
        await ann.room._ticking
        await settled(ben)
        assert ann.room.table.now == ben.room.table.now
        assert ann.heard[-1]["version"] == len(await store.load(name))

    at_one_table(scene)
