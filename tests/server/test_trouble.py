"""One table's trouble is its own: what a room raises reaches no other room, no clock and no start."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from qwixx.server.app import create_app, supervised
from qwixx.server.refusals import Refusal
from qwixx.server.rooms import lobby
from qwixx.server.rooms.calendar import Calendar
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.requests import CHANGES_AT_ONCE
from qwixx.server.rooms.room import Room
from qwixx.server.rooms.trouble import TableFailed
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import Conflict, StoreError
from qwixx.server.tables import facts
from qwixx.server.tables.table import Table
from qwixx.server.thinking.worker_pool import WorkerPool
from qwixx.server.web.connection import NO_TABLE, NOT_NOW
from qwixx.server.wire import protocol
from tests.server.listening_server import Listening, Message, hear, listening, wait_until

UNKNOWN_BOT = "oracle:9"


class Time:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


CLOCK = Time()


class Ear:
    """Somebody who listens to a room."""

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat
        self.since = 0
        self.heard: list[Message] = []

    def send(self, data: bytes) -> None:
        self.heard.append(json.loads(data))

    def turn_away(self) -> None:
        raise AssertionError("the store is well")


def new_table(*bots: str | None, patience: int = 5) -> protocol.NewTable:
    seats = (protocol.NewSeat(), *map(protocol.NewSeat, bots))
    return protocol.NewTable("dice", seats, "Ann", settings=protocol.TableSettings(patience=patience))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(tmp_path / "tables.sqlite", steady=CLOCK)) as opened:
        yield opened


def in_lobby(store: SqliteStore, scene: Callable[[Lobby, Time], Awaitable[None]]) -> None:
    async def run() -> None:
        pool = WorkerPool()
        tables = Lobby(store, pool)
        await scene(tables, CLOCK)
        tables.close()
        pool.close()

    asyncio.run(asyncio.wait_for(run(), 60))


async def ticked(room: Room) -> None:
    room.tick()
    if room._ticking is not None:
        await room._ticking


# Rooms that raise


def test_a_room_that_raises_stops_no_clock_and_is_logged_once(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        bad, _ = await tables.open_table(new_table("gap:1,2"))
        good, _ = await tables.open_table(new_table(None))
        await (await tables.find(good)).join("Ben")
        broken, sound = await tables.find(bad), await tables.find(good)
        await broken.enter(Ear())
        await sound.enter(Ear())

        def fail(at: float) -> None:
            raise ZeroDivisionError("a mistake of ours")

        monkeypatch.setattr(broken.table, "plan_tick", fail)
        running = asyncio.create_task(tables.run())
        for _ in range(6):
            clock.now += 100
            await asyncio.sleep(2 * lobby.TICK_SECONDS / 4)
        wait = [seat.covered for seat in sound.table.now.seats]
        assert wait == [True, True], "time passes at the other table"
        assert not running.done()
        running.cancel()

    in_lobby(store, scene)
    lines = [record.message for record in caplog.records if "table_failed" in record.message]
    assert len(lines) == 1
    assert "ZeroDivisionError: a mistake of ours" in lines[0]


def test_a_room_whose_facts_take_long_holds_up_no_other(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        slow, _ = await tables.open_table(new_table("gap:1,2"))
        quick, _ = await tables.open_table(new_table("gap:1,2"))
        append = store.append

        async def append_some(table: str, first: int, data: list[bytes]) -> float:
            if table == slow:
                await asyncio.sleep(3600)
            return await append(table, first, data)

        room = await tables.find(quick)
        for name in (slow, quick):
            await (await tables.find(name)).enter(Ear())
        monkeypatch.setattr(store, "append", append_some)
        running = asyncio.create_task(tables.run())
        while not room.table.now.seats[0].covered:
            clock.now += 100
            await asyncio.sleep(lobby.TICK_SECONDS / 2)
        running.cancel()

    in_lobby(store, scene)


def test_a_command_that_raises_is_refused_in_words(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        name, secret = await tables.open_table(new_table("gap:1,2"))
        room = await tables.find(name)

        def fail(plan: object, seat: int, message: object) -> None:
            raise KeyError("a mistake of ours")

        monkeypatch.setattr(room.table, "_plan_command", fail)
        with pytest.raises(TableFailed) as trouble:
            await room.command(secret.seat, protocol.Leave(1))
        assert trouble.value.reason.code == "table_failed"
        monkeypatch.undo()
        await room.command(secret.seat, protocol.Leave(2))
        assert room.table.now.seats[0].covered

    in_lobby(store, scene)


# Bots of another version


def opened_with(bot: str) -> list[facts.AnyFact]:
    """A table of another version: Ann, and a bot."""
    return [
        facts.Opened("dice", {}, (None, bot), protocol.TableSettings(5, 5)),
        facts.Sat(0, "Ann", "x"),
        facts.Started({"1": bot}),
    ]


@pytest.mark.parametrize("bot", [UNKNOWN_BOT, "gap:x", "master:7", "exec:true"])
def test_a_bot_that_is_not_known_is_played_by_the_cover_bot(store: SqliteStore, bot: str) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        await store.append("old", 1, [facts.encode(fact) for fact in opened_with(bot)])
        room = await tables.find("old")
        ear = Ear()
        await room.enter(ear)
        assert ear.heard[-1]["info"]["seats"][1] == {
            "name": "Otto",
            "bot": bot,
            "character": "Otto",
            "present": True,
            "covered": True,
            "rematch": False,
        }
        room.table.presence.arrive(0)
        for _ in range(20):
            clock.now += 6  # the time limit runs out, again and again
            await ticked(room)
        assert room.table.now.turn > 3

    in_lobby(store, scene)


def test_bots_that_are_known_are_not_covered(store: SqliteStore) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        for bot in ("random", "gap:1,2", "master"):
            name, _ = await tables.open_table(new_table(bot))
            assert not (await tables.find(name)).table.info().seats[1].covered

    in_lobby(store, scene)


# Facts that cannot be read


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    monkeypatch.setattr(lobby, "RETRY_SECONDS", 0.2)
    with listening(tmp_path) as found:
        yield found


def turned_away(socket: ClientConnection) -> tuple[str, int]:
    """What somebody is told who cannot enter: the code of the reason, and that of the end."""
    refused = hear(socket, "refused")
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=20)
    assert closed.value.rcvd is not None
    return refused["reason"]["code"], closed.value.rcvd.code


@pytest.mark.parametrize(
    "damage", [b"", b"{", b'{"fact":"Flew","seat":1}', b'{"fact":"Chose","seat":0,"choice":"r12"}', b"\xff"]
)
def test_a_table_with_damaged_facts_says_so_and_goes_on_when_mended(
    server: Listening, tmp_path: Path, damage: bytes
) -> None:
    table, _ = server.open_table("gap:1,2")
    other, _ = server.open_table("gap:1,2")
    server.app.state.server.lobby._rooms.clear()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as db:
        ((last, fact),) = db.execute(
            "SELECT seq, fact FROM facts WHERE table_id = ? ORDER BY seq DESC LIMIT 1", (table,)
        )
        mend = "UPDATE facts SET fact = ? WHERE table_id = ? AND seq = ?"
        db.execute(mend, (damage, table, last))
        answer = httpx.get(f"{server.url}/api/tables/{table}")
        assert (answer.status_code, answer.json()["reason"]["code"]) == (500, "table_failed")
        with server.connected(table) as socket:
            assert turned_away(socket) == ("table_failed", NOT_NOW)
        assert httpx.get(f"{server.url}/api/tables/{other}").status_code == 200
        db.execute(mend, (fact, table, last))
    wait_until(lambda: httpx.get(f"{server.url}/api/tables/{table}").status_code == 200)


def test_a_private_link_to_a_table_in_trouble_leads_to_its_page(server: Listening) -> None:
    async def add(name: str) -> None:
        await server.app.state.server.lobby._store.append(name, 1, [b"{"])

    server.call(lambda: add("damaged"))
    answer = httpx.get(f"{server.url}/t/damaged/s/secret")
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/damaged")
    assert "Path=/ws/damaged" in answer.headers["set-cookie"]


def test_a_table_that_is_not_there(server: Listening) -> None:
    with server.connected("none") as socket:
        assert turned_away(socket) == ("no_table", NO_TABLE)


def test_a_disk_that_fails_is_no_missing_table(server: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(table: str) -> None:
        raise StoreError("the disk is gone")

    monkeypatch.setattr(server.app.state.server.lobby._store, "first", fail)
    with server.connected("any") as socket:
        assert turned_away(socket) == ("store_failed", NOT_NOW)
    assert httpx.get(f"{server.url}/api/tables/any").status_code == 503


def test_a_seat_that_cannot_be_looked_up_is_no_forbidden_table(
    server: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(room: Room, secret: str) -> None:
        raise StoreError("the database is away")

    table, cookie = server.open_table("gap:1,2")
    monkeypatch.setattr(Room, "seat_of", fail)
    with server.connected(table, cookie) as socket:
        assert turned_away(socket) == ("store_failed", NOT_NOW)


# Writers that are not heard of again


def test_who_is_cancelled_while_facts_are_written_leaves_a_room_that_goes_on(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        name, secret = await tables.open_table(new_table(None))
        room = await tables.find(name)
        append = store.append

        async def append_and_never_return(table: str, first: int, data: list[bytes]) -> None:
            await append(table, first, data)
            await asyncio.sleep(3600)

        monkeypatch.setattr(store, "append", append_and_never_return)
        kept = len(await store.load(name))
        joining = asyncio.create_task(room.join("Ben"))
        while len(await store.load(name)) == kept:
            await asyncio.sleep(0.01)
        joining.cancel()
        await asyncio.wait([joining])
        monkeypatch.undo()
        version = room.table.now.version
        await room.command(secret.seat, protocol.Leave(1))
        assert room.table.now.names[1] == "Ben", "what is on disk has happened"
        assert room.table.now.version > version + 1
        assert len(await store.load(name)) == room.table.now.version

    in_lobby(store, scene)


def test_who_comes_second_plans_again(store: SqliteStore) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        name, secret = await tables.open_table(new_table(None, None))
        here, elsewhere = await tables.find(name), Lobby(store, WorkerPool())
        ear = Ear(secret.seat)
        await here.enter(ear)
        await (await elsewhere.find(name)).join("Ben")
        assert (await here.join("Cy")).seat == 2
        assert here.table.now.version == len(await store.load(name))
        assert [seat["name"] for seat in ear.heard[-1]["info"]["seats"]] == ["Ann", "Ben", "Cy"]

    in_lobby(store, scene)


def test_others_who_always_come_first_are_a_failing_store(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        name, secret = await tables.open_table(new_table("gap:1,2"))
        room = await tables.find(name)

        async def conflict(table: str, first: int, data: list[bytes]) -> None:
            raise Conflict("somebody else wrote first")

        monkeypatch.setattr(store, "append", conflict)
        with pytest.raises(StoreError):
            await room.command(secret.seat, protocol.Leave(1))

    in_lobby(store, scene)


def test_a_failing_disk_lets_people_look_on(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        name, secret = await tables.open_table(new_table("gap:1,2"))
        room = await tables.find(name)
        await room.command(secret.seat, protocol.Leave(1))

        async def fail(table: str, first: int, data: list[bytes]) -> None:
            raise StoreError("the disk is full")

        monkeypatch.setattr(store, "append", fail)
        ear = Ear(secret.seat)
        await room.enter(ear)
        assert ear.heard[-1]["info"]["seats"][0]["covered"]
        assert ear.heard[-1]["info"]["seats"][0]["present"]
        monkeypatch.undo()
        version = room.table.now.version
        await room.command(secret.seat, protocol.Choose(2, version, "-"))
        assert not room.table.now.seats[0].covered

    in_lobby(store, scene)


# Changes of mind


def test_a_seat_may_change_its_mind_only_so_often(store: SqliteStore) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        name, secret = await tables.open_table(new_table(None))
        room = await tables.find(name)
        await room.join("Ben")
        choose = protocol.Choose(1, room.table.now.version, "-")
        for _ in range(1 + int(CHANGES_AT_ONCE)):
            await room.command(secret.seat, choose)
        with pytest.raises(Refusal) as refused:
            await room.command(secret.seat, choose)
        assert refused.value.reason.code == "too_fast"
        clock.now += 1
        await room.command(secret.seat, choose)
        assert len(room.table.now.past) == 3, "who begins, the roll, and one choice"

    in_lobby(store, scene)


def test_a_version_that_is_yet_to_come_is_refused(store: SqliteStore) -> None:
    async def scene(tables: Lobby, clock: Time) -> None:
        name, secret = await tables.open_table(new_table("gap:1,2"))
        room = await tables.find(name)
        with pytest.raises(Refusal, match="is yet to come"):
            await room.command(secret.seat, protocol.Choose(1, 10**9, "-"))

    in_lobby(store, scene)


# What runs for ever


def test_a_task_that_must_not_end_is_missed(caplog: pytest.LogCaptureFixture) -> None:
    missed: list[str] = []

    async def scene() -> None:
        async def fail() -> None:
            raise ZeroDivisionError("a mistake of ours")

        task = supervised("clock", fail(), lambda: missed.append("clock"))
        await asyncio.wait([task])
        await asyncio.sleep(0)
        cancelled = supervised("clock", asyncio.sleep(3600), lambda: missed.append("again"))
        cancelled.cancel()
        await asyncio.wait([cancelled])

    asyncio.run(scene())
    assert missed == ["clock"]
    (record,) = [each for each in caplog.records if "task_ended" in each.message]
    assert record.levelno == logging.CRITICAL
    assert "a mistake of ours" in record.message


def test_the_clock_of_a_server_is_supervised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Calendar) -> None:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(Calendar, "watch", fail)
    missed = asyncio.Event()

    async def scene(store: SqliteStore) -> None:
        app = create_app(store, on_failure=missed.set)
        async with app.router.lifespan_context(app):
            await asyncio.wait_for(missed.wait(), 20)

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        asyncio.run(scene(store))


def test_a_table_remembers_its_record(store: SqliteStore) -> None:
    table = Table(
        "t", [facts.Opened("dice", {}, (None,) * 2), facts.Sat(0, "⠀", ""), facts.Sat(1, "Ben", "")]
    )
    table.take([facts.Started({})], 0.0)
    assert table.record().names == ("Player 1", "Player 2"), "names from before they were refused"
