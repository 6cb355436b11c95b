"""Tables from disk: from their last game on, beside everybody else, and out of memory when nobody is there."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from qwixx.rules.choices import PASS
from qwixx.server.rooms import lobby
from qwixx.server.rooms.loader import FACTS_AT_ONCE, Loaded, load
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.room import Room
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.tables import facts
from qwixx.server.tables.opening import plan_opening
from qwixx.server.tables.state import TableState, replayed
from qwixx.server.tables.table import Table
from qwixx.server.thinking.worker_pool import WorkerPool
from qwixx.server.wire import protocol


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as opened:
        yield opened


def played(games: int, seed: int = 1) -> list[facts.AnyFact]:
    """The facts of a table at which so many games were played, and another one is running."""
    seats = (protocol.NewSeat(), protocol.NewSeat("gap:1,2"), protocol.NewSeat())
    past: list[facts.AnyFact] = [plan_opening(protocol.NewTable("dice", seats, "Ann"))]
    table = Table("t", list(past), random.Random(seed))

    def take(planned: list[facts.AnyFact]) -> None:
        table.take(planned, 0.0)
        past.extend(planned)

    take(table.plan_join("Ann")[0])
    take(table.plan_join("Ben")[0])
    table.presence.here |= {0, 2}
    take(table.plan(2, protocol.Leave(1)))
    while table.now.games <= games:
        state = table.now.state
        assert state is not None
        if state.is_over:
            take(table.plan(0, protocol.Rematch(1)))
            take(table.plan(2, protocol.Rematch(1)))
        else:
            seat = min(state.to_act)
            choice = table.update(seat, 0, 0.0).view.choices[-1].text  # type: ignore[union-attr]
            take(table.plan(seat, protocol.Choose(1, table.now.version, choice)))
    return past


def without_past(table: TableState) -> dict[str, object]:
    """Everything but what happened before the last game."""
    return {name: getattr(table, name) for name in table.__struct_fields__ if name != "happened"}


def test_a_table_begins_at_its_last_game_and_is_the_same(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    past = played(games=3)

    async def scene() -> None:
        await store.append("t", 1, [facts.encode(fact) for fact in past])
        whole, decoded = replayed(past), 0
        decode = facts.decode

        def counting(data: bytes) -> facts.AnyFact:
            nonlocal decoded
            decoded += 1
            found: facts.AnyFact = decode(data)
            return found

        monkeypatch.setattr(facts, "decode", counting)
        found = await load(store, "t")
        assert isinstance(found, Loaded)
        assert without_past(found.state) == without_past(whole)
        assert whole.happened[-len(found.state.happened) :] == found.state.happened
        assert decoded < len(past) / 2

    asyncio.run(scene())


def test_who_missed_the_games_before_gets_a_fresh_view(store: SqliteStore) -> None:
    past = played(games=1)

    async def scene() -> None:
        await store.append("t", 1, [facts.encode(fact) for fact in past])
        loaded = await load(store, "t")
        assert isinstance(loaded, Loaded)
        found = loaded.state
        update = Table("t", found).update(None, 1, 0.0)
        assert update.fresh
        assert update.happened[0].seq > 2
        known = found.last_seq - 1
        again = Table("t", found).update(None, known, 0.0)
        assert (again.fresh, [each.seq for each in again.happened]) == (False, [found.last_seq])

    asyncio.run(scene())


def test_tables_of_earlier_versions_are_read_from_their_beginning(store: SqliteStore) -> None:
    past = [facts.Started(fact.bots) if isinstance(fact, facts.Started) else fact for fact in played(games=2)]

    async def scene() -> None:
        await store.append("t", 1, [facts.encode(fact) for fact in past])
        found = await load(store, "t")
        assert isinstance(found, Loaded)
        assert found.state == replayed(past)
        assert await load(store, "none") is None

    asyncio.run(scene())


def test_the_beginning_of_a_game_is_found_by_its_first_bytes() -> None:
    assert facts.encode(facts.Started({})).startswith(facts.STARTED)
    others = (kind for kind in facts.Fact.__subclasses__() if kind is not facts.Started)
    assert all(not kind.__name__.startswith("Started") for kind in others)


def in_lobby(store: SqliteStore, scene: Callable[[Lobby], Awaitable[None]]) -> None:
    async def run() -> None:
        pool = WorkerPool()
        tables = Lobby(store, pool)
        await scene(tables)
        tables.close()
        pool.close()

    asyncio.run(asyncio.wait_for(run(), 60))


def two_people() -> list[facts.AnyFact]:
    """A game that has just begun, and waits for both."""
    seats = (protocol.NewSeat(), protocol.NewSeat())
    past: list[facts.AnyFact] = [plan_opening(protocol.NewTable("dice", seats, "Ann"))]
    table = Table("t", list(past), random.Random(1))
    for name in ("Ann", "Ben"):
        planned, _ = table.plan_join(name)
        table.take(planned, 0.0)
        past += planned
    return past


def test_others_have_their_turn_while_a_long_table_is_loaded(store: SqliteStore) -> None:
    """Somebody changed their mind for an hour."""
    past = two_people()
    minds: list[facts.AnyFact] = [facts.Chose(0, PASS), facts.Withdrew(0)] * 2000

    async def scene(tables: Lobby) -> None:
        await store.append("t", 1, [facts.encode(fact) for fact in (*past, *minds)])
        loading, turns = asyncio.create_task(tables.find("t")), 0
        while not loading.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > len(minds) / FACTS_AT_ONCE
        assert loading.result().table.now.version == len(past) + len(minds)
        assert len(loading.result().table.now.past) < 100, "what was changed has never been"

    in_lobby(store, scene)


def test_a_table_is_loaded_once_for_all_who_ask(store: SqliteStore) -> None:
    past = played(games=0)

    async def scene(tables: Lobby) -> None:
        await store.append("t", 1, [facts.encode(fact) for fact in past])
        rooms = await asyncio.gather(*(tables.find("t") for _ in range(10)))
        assert len({id(room) for room in rooms}) == 1

    in_lobby(store, scene)


def test_a_finder_who_gives_up_leaves_the_others_their_room(store: SqliteStore) -> None:
    past = played(games=0)

    async def scene(tables: Lobby) -> None:
        await store.append("t", 1, [facts.encode(fact) for fact in past])
        first, second = (asyncio.create_task(tables.find("t")) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        assert isinstance(await second, Room)

    in_lobby(store, scene)


# Memory


class Ear:
    """A spectator."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.since = 0

    def send(self, data: bytes) -> None:
        """Nobody looks at it."""

    def turn_away(self) -> None:
        """There is nothing to close."""


def test_rooms_that_nobody_listens_to_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "IDLE_ROOMS_IN_MEMORY", 3)
    now = [1000.0]
    new = protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat()), "Ann")

    async def scene(tables: Lobby) -> None:
        names = []
        for _ in range(10):
            names.append((await tables.open_table(new))[0])
            now[0] += 1
        await (await tables.find(names[0])).enter(Ear())
        tables._forget_rooms()
        assert len(tables._rooms) == 10, "whoever was given a room may be about to enter it"
        now[0] += lobby.ENTERING_SECONDS + 1
        tables._forget_rooms()
        assert set(tables._rooms) == {names[0], *names[7:]}, "the latest, and where somebody listens"
        now[0] += lobby.IDLE_SECONDS_IN_MEMORY
        tables._forget_rooms()
        assert set(tables._rooms) == {names[0]}
        assert (await tables.find(names[5])).table.now.names[0] == "Ann"

    with closing(SqliteStore.open(tmp_path / "other.sqlite", steady=lambda: now[0])) as store:
        in_lobby(store, scene)
