"""Two processes serve one table: both reach the stored state, even with late or lost notifications."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.notation import format_choice
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoreError
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.state import replayed
from qwixx.tables.refusals import Refusal
from tests.server.rooms.processes import Person, at_one_table, delayed, settled
from tests.server.rooms.scenes import TABLE, happened, join, ticked, until
from tests.server.stores.stored_facts import loaded

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
def test_both_processes_reach_the_stored_state_with_late_or_lost_notifications(
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
                    person.store.deliver()
                    await choosing
                case "deliver":
                    person.store.deliver()
                case "lose":
                    person.store.lose()
            await asyncio.sleep(0)
        for person in people:
            await settled(person)
        past = [facts.decode(stored.fact) for stored in await store.load(name)]
        for person in people:
            assert person.room.aggregate.now == replayed(past)
            versions = [update["version"] for update in person.updates]
            assert versions == sorted(versions)
            assert versions[-1] == len(past)
            own = [fact for fact in past if isinstance(fact, facts.Chose) and fact.seat == person.seat]
            assert [format_choice(fact.choice) for fact in own] == person.chosen

    at_one_table(scene)


def test_facts_notified_in_order_are_applied_without_loading() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        loads = 0

        async def no_load(table: str, after: int = 0, until: int | None = None) -> list[Any]:
            nonlocal loads
            loads += 1
            return []

        ann.store.load = no_load
        await ben.choose(0)
        await settled(ann)
        assert ann.last["version"] == ben.last["version"]
        assert loads == 0

    at_one_table(scene)


def test_players_on_another_process_are_present_and_not_covered() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        assert [seat["present"] for seat in ann.last["info"]["seats"]] == [True, True]
        late = store.now() + 10_000
        assert ann.room.aggregate.plan_tick(late) == []
        await ben.room.unsubscribe(ben)
        await settled(ann)
        assert [seat["present"] for seat in ann.last["info"]["seats"]] == [True, False]
        assert facts.Covered(1) in ann.room.aggregate.plan_tick(late)

    at_one_table(scene)


async def pass_time(person: Person, at: float) -> None:
    """Tick a player's room at this time."""
    person.room._clock = lambda: at
    await ticked(person.room)


def test_a_player_who_leaves_another_process_is_away_and_can_be_covered() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        await ben.room.unsubscribe(ben)
        await settled(ann)
        left_at = store.now()
        await pass_time(ann, left_at + 3)
        assert ann.last["away"] == []
        await pass_time(ann, left_at + 14)
        assert [each["seat"] for each in ann.last["away"]] == [1]
        await ann.room.command(0, protocol.Cover(1, 1))
        assert ann.last["info"]["seats"][1]["covered"]
        await ben.room.subscribe(ben)
        assert ben.last["happened"][-1]["what"] == {"type": "returned", "seat": 1, "choices": 1}
        await settled(ann)
        assert (ann.last["away"], ann.last["info"]["seats"][1]["covered"]) == ([], False)

    at_one_table(scene)


def test_a_rematch_of_players_on_two_processes_starts_when_a_third_leaves() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        cleo = Person(2, ben.lobby, ben.store)
        name, _ = await ann.lobby.open_table(protocol.NewTable("dice", (protocol.NewSeat(),) * 3, "Ann"))
        for guest in ("Ben", "Cleo"):
            await join(await ben.lobby.find(name), guest)
        for person in (ann, ben, cleo):
            await person.subscribe(name)
            await settled(person)
        while ann.room.aggregate.now.is_playing:
            for person in (ann, ben, cleo):
                await person.choose(0)
                await settled(ann)
                await settled(ben)
        for person in (ann, ben):
            assert person.seat is not None
            await person.room.command(person.seat, protocol.Rematch(1))
            await settled(ann)
            await settled(ben)
        assert ann.last["info"]["games_played"] == 1
        await ben.room.unsubscribe(cleo)
        await settled(ann)
        for person in (ann, ben):
            await pass_time(person, store.now() + 9)
            await settled(ann)
            await settled(ben)
        for person in (ann, ben):
            info = person.last["info"]
            assert (info["games_played"], info["state"], info["seats"][2]["covered"]) == (2, "playing", True)

    at_one_table(scene)


def test_a_seat_just_taken_on_another_process_is_recognized() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        other, _ = await ann.lobby.open_table(TABLE)
        watching = Person(None, ben.lobby, ben.store)
        await watching.subscribe(other)
        secret = await join(await ann.lobby.find(other), "Ben")
        assert ben.store.cluster.waiting, "the notification has not arrived"
        assert await watching.room.seat_of(secret.secret) == 1
        assert await watching.room.seat_of("unknown") is None

    at_one_table(scene)


def test_only_one_of_two_processes_asks_the_bots() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        assert ann.room.aggregate.presence.leads("a")
        assert not ben.room.aggregate.presence.leads("b")
        await ann.room.unsubscribe(ann)
        await settled(ben)
        assert ben.room.aggregate.presence.leads("b")

    at_one_table(scene)


def test_a_gap_is_closed_later_if_the_store_fails_meanwhile() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        last_versions = ann.store.last_versions

        async def unreachable(tables: Sequence[str]) -> dict[str, int]:
            raise StoreError("the connection that reads is not back yet")

        ann.store.last_versions = unreachable
        await ben.choose(0)
        ann.store.lose()
        await settled(ann)
        assert ann.room.aggregate.now != ben.room.aggregate.now
        ann.store.last_versions = last_versions
        running = asyncio.create_task(ann.lobby.run())
        await until(lambda: ann.last["version"] == ben.last["version"])
        running.cancel()

    at_one_table(scene)


def test_a_process_that_cannot_reach_the_store_disconnects_its_subscribers() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        ann.store.cluster.seconds_unreachable = 11.0
        running = [asyncio.create_task(person.lobby.run()) for person in people]
        await until(lambda: ann.is_disconnected)
        assert not ben.is_disconnected
        for task in running:
            task.cancel()

    at_one_table(scene)


def test_a_table_deleted_by_another_process_is_removed_here_too() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ben = people[1]
        other, _ = await ben.lobby.open_table(TABLE)
        watching = Person(None, ben.lobby, ben.store)
        await watching.subscribe(other)
        assert await store.delete([other], store.now() + 1) == 1
        await ben.lobby.sweep()
        assert watching.is_disconnected
        assert not ben.is_disconnected, "its own table still exists"
        with pytest.raises(Refusal, match="This table does not exist"):
            await ben.lobby.find(other)

    at_one_table(scene)


def test_a_notification_may_arrive_before_the_own_append_returns() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        go_on, written = asyncio.Event(), len(await store.load(name)) + 1
        ann.store.append = delayed(ann.store.append, go_on)  # type: ignore[method-assign, assignment]
        choosing = asyncio.create_task(ann.choose(0))
        await until(lambda: bool(ben.store.cluster.waiting))
        await settled(ben)
        await ben.choose(0)
        assert ann.store.cluster.waiting[0][1] > written, (
            "the next fact is notified before the choice is acknowledged"
        )
        ann.store.deliver()
        go_on.set()
        await choosing
        await settled(ann)
        assert ann.room.aggregate.now == ben.room.aggregate.now

    at_one_table(scene)


def test_notifications_during_the_first_subscription_are_not_lost() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        await ann.room.unsubscribe(ann)
        go_on, looks = asyncio.Event(), asyncio.Event()
        elsewhere = ann.store.cluster.remote_presence

        async def slow(table: str) -> Any:
            looks.set()
            await go_on.wait()
            return await elsewhere(table)

        ann.store.cluster.remote_presence = slow  # type: ignore[method-assign]
        subscribing = asyncio.create_task(ann.room.subscribe(ann))
        await looks.wait()
        await ben.choose(0)
        ann.store.deliver()
        go_on.set()
        await subscribing
        await settled(ann)
        assert ann.room.aggregate.now == ben.room.aggregate.now

    at_one_table(scene)


@pytest.mark.parametrize("since", [0, 1])
def test_a_subscriber_from_a_process_that_is_ahead_gets_no_older_state(since: int) -> None:
    """A reloaded page sends no sequence number, but its user has seen the newer state."""

    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        await ann.choose(0)
        assert ben.store.cluster.waiting, "the notification has not arrived"
        reloaded = Person(0, ben.lobby, ben.store)
        reloaded.since = since
        await reloaded.subscribe(name)
        assert reloaded.updates[0]["version"] == ann.last["version"]

    at_one_table(scene)


def test_facts_that_are_notified_and_loaded_concurrently_are_applied_once() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        await ben.choose(0)
        go_on = asyncio.Event()
        load, is_loading = ann.store.load, asyncio.Event()

        async def loading(*args: Any, **kwargs: Any) -> Any:
            is_loading.set()
            return await load(*args, **kwargs)

        ann.store.load = delayed(loading, go_on)  # type: ignore[assignment]
        ann.room.mark_stale()
        await is_loading.wait()
        ann.store.deliver()
        go_on.set()
        await settled(ann)
        assert ann.room.aggregate.now == ben.room.aggregate.now

    at_one_table(scene)


def test_joining_with_the_same_key_on_two_processes_takes_one_seat() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        other, _ = await people[0].lobby.open_table(TABLE)
        rooms = [await person.lobby.find(other) for person in people]
        first, second = await asyncio.gather(*(join(room, "Ben", key="ab" * 16) for room in rooms))
        assert first == second

    at_one_table(scene)


def test_players_on_two_processes_receive_the_same_chat_in_the_same_order() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        for number in range(3):
            said = (
                person.room.command(person.seat, protocol.Say(1, f"{person.seat}{number}"))
                for person in people
            )
            await asyncio.gather(*said, people[0].choose(number))
        for person in people:
            await settled(person)
        texts = [[each["text"] for each in happened(person) if each["type"] == "said"] for person in people]
        assert texts[0] == texts[1]
        assert sorted(texts[0]) == ["00", "01", "02", "10", "11", "12"]
        past = [facts.decode(fact) for fact in await loaded(store, name)]
        assert [person.room.aggregate.now for person in people] == [replayed(past)] * 2

    at_one_table(scene)


def test_two_processes_draw_once_from_contributions_to_both() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        new = msgspec.structs.replace(TABLE, contributes=True)
        name, _ = await people[0].lobby.open_table(new)
        await join(await people[1].lobby.find(name), "Ben", contributes=True)
        for person in people:
            await person.subscribe(name)
        values = ["11" * 16, "22" * 16]
        await asyncio.gather(
            *(
                person.room.command(person.seat, protocol.Contribute(1, 1, value))
                for person, value in zip(people, values, strict=True)
            )
        )
        past = [facts.decode(fact) for fact in await loaded(store, name)]
        assert sum(isinstance(fact, facts.Contributed) for fact in past) == 2
        now = replayed(past)
        assert now.seed is not None
        assert now.seed.contributions == dict(enumerate(values))
        assert now.draws == 2, "the first player and the first roll"

    at_one_table(scene)
