"""Appends with unknown outcome: stored or not, their commands take effect once."""

from typing import Any

import pytest

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import OutcomeUnknown, StoredFact, StoreError
from tests.server.rooms.processes import Person, at_one_table, settled
from tests.server.rooms.scenes import TABLE, join, ticked
from tests.server.stores.stored_facts import loaded


@pytest.mark.parametrize("is_stored", [True, False])
def test_a_join_with_unknown_outcome_succeeds_if_it_was_stored(is_stored: bool) -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        other, _ = await ann.lobby.open_table(TABLE)
        room = await ben.lobby.find(other)
        append = ben.store.append

        async def unsure(table: str, first: int, data: list[bytes], **starts: Any) -> float:
            if is_stored:
                await append(table, first, data, **starts)
            raise OutcomeUnknown("the store did not confirm what was sent")

        ben.store.append = unsure  # type: ignore[method-assign, assignment]
        if is_stored:
            joined = await join(room, "Ben")
            assert await room.seat_of(joined.secret) == joined.seat
        else:
            with pytest.raises(OutcomeUnknown):
                await join(room, "Ben")
            assert room.aggregate.now.seats[1].is_open

    at_one_table(scene)


@pytest.mark.parametrize("is_stored", [True, False])
def test_a_command_with_unknown_outcome_is_answered_once_the_outcome_is_known(is_stored: bool) -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        append, before = ann.store.append, len(await store.load(name))

        async def unsure_once(table: str, first: int, data: list[bytes], **starts: Any) -> float:
            ann.store.append = append  # type: ignore[method-assign]
            if is_stored:
                await append(table, first, data, **starts)
            raise OutcomeUnknown("the store did not confirm what was sent")

        ann.store.append = unsure_once  # type: ignore[method-assign, assignment]
        await ann.choose(0)
        assert len(await store.load(name)) == before + 1, "stored once"
        assert ann.last["version"] == ann.room.aggregate.now.version == before + 1
        await settled(ben)
        assert ann.room.aggregate.now == ben.room.aggregate.now

    at_one_table(scene)


def test_a_command_stored_after_its_outcome_was_checked_takes_effect_once() -> None:
    """The database may commit an append long after its connection is gone."""

    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        await ben.choose(0)
        await settled(ann)
        append = ann.store.append
        sent: list[tuple[str, int, list[bytes]]] = []

        async def late(table: str, first: int, data: list[bytes], **starts: Any) -> float:
            if not sent:
                sent.append((table, first, data))
                raise OutcomeUnknown("the store did not confirm what was sent")
            ann.store.append = append  # type: ignore[method-assign]
            await append(*sent[0])
            return await append(table, first, data, **starts)

        ann.store.append = late  # type: ignore[method-assign, assignment]
        await ann.choose(0)
        assert len(ann.chosen) == 1, "not stale, although its decision is over by now"
        stored = await loaded(store, name)
        assert stored[-len(sent[0][2]) :] == sent[0][2]

    at_one_table(scene)


def test_a_room_recovers_after_a_command_whose_outcome_stays_unknown() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        append, load = ann.store.append, ann.store.load

        async def unsure(table: str, first: int, data: list[bytes], **starts: Any) -> float:
            await append(table, first, data, **starts)
            raise OutcomeUnknown("the store did not confirm what was sent")

        async def unreachable(table: str, after: int = 0, until: int | None = None) -> list[StoredFact]:
            raise StoreError("the store cannot be reached")

        ann.store.append = unsure  # type: ignore[method-assign, assignment]
        ann.store.load = unreachable
        with pytest.raises(OutcomeUnknown):
            await ann.choose(0)
        ann.store.append, ann.store.load = append, load  # type: ignore[method-assign]
        await ticked(ann.room)
        await settled(ben)
        assert ann.room.aggregate.now == ben.room.aggregate.now
        assert ann.last["version"] == len(await store.load(name))

    at_one_table(scene)
