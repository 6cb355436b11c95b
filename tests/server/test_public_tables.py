"""Public tables are listed while players are connected, on any process; private tables never are."""

import asyncio
from contextlib import ExitStack
from pathlib import Path

import httpx2 as httpx
import pytest

from qwixx.server import public_tables
from qwixx.server.public_tables import LISTED, PublicTableList
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import ListedTable
from qwixx.tables import protocol
from tests.server.listening_server import Listening, hear, listening
from tests.server.rooms.processes import Person, at_one_table, settled

PUBLIC = {"public": True}


@pytest.fixture(autouse=True)
def looked_for_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_tables, "LIST_CACHE_SECONDS", 0.0)


def listed(server: Listening) -> list[str]:
    answer = httpx.get(f"{server.url}/api/tables").raise_for_status()
    return [info["table"] for info in answer.json()["tables"]]


def test_a_public_table_is_listed_while_players_are_connected(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        private, own_cookie = server.open_table(None)
        table, cookie = server.open_table(None, settings=PUBLIC)
        assert listed(server) == [], "no player is connected yet"
        with server.connected(private, own_cookie) as alone, server.connected(table, cookie) as ann:
            hear(alone, "update")
            assert hear(ann, "update")["info"]["settings"]["public"] is True
            assert listed(server) == [table]
            later, other = server.open_table("gap:1,2", settings=PUBLIC)
            with server.connected(later, other) as ben:
                hear(ben, "update")
                assert listed(server) == [later, table], "the newest table comes first"
            server.join(table)
            assert table in listed(server), "a running game can be watched"


def test_a_table_whose_game_is_over_is_not_listed(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        table, cookie = server.open_table(game="solo", settings=PUBLIC)
        with server.connected(table, cookie) as ann:
            hear(ann, "update")
            assert listed(server) == [table]
            while server.room(table).aggregate.now.is_playing:
                _pass(server, table)
            assert listed(server) == []


def _pass(server: Listening, table: str) -> None:
    room = server.room(table)
    state, version = room.aggregate.now.state, room.aggregate.now.version
    assert state is not None
    seat = min(state.to_act)
    server.call(lambda: room.command(seat, protocol.Choose(1, version, "-")))


def test_spectators_alone_do_not_get_a_table_listed(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        table, _ = server.open_table(None, settings=PUBLIC)
        with server.connected(table) as watching:
            hear(watching, "update")
            assert listed(server) == []


def test_the_length_of_the_list_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_tables, "LISTED", 1)
    with listening(tmp_path) as server:
        first, first_cookie = server.open_table(None, settings=PUBLIC)
        second, second_cookie = server.open_table(None, settings=PUBLIC)
        with server.connected(first, first_cookie) as ann, server.connected(second, second_cookie) as ben:
            for each in (ann, ben):
                hear(each, "update")
            assert listed(server) == [second]
            monkeypatch.setattr(public_tables, "LISTED", LISTED)
            assert listed(server) == [second, first]


def test_one_address_cannot_fill_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_tables, "LISTED", 4)
    monkeypatch.setattr(public_tables, "CONSIDERED", 5)
    with listening(tmp_path) as server, ExitStack() as sockets:
        opened = []
        for source in (*["127.0.0.2"] * 2, "127.0.0.3", *["127.0.0.2"] * 6, "127.0.0.4"):
            table, cookie = server.open_table(None, settings=PUBLIC)
            hear(sockets.enter_context(server.connected(table, cookie, source)), "update")
            opened.append(table)
        assert listed(server) == [opened[9], opened[8], opened[7], opened[2]]


def test_tables_of_other_processes_are_listed_with_their_presence() -> None:
    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        ann, ben = people
        settings = protocol.TableSettings(public=True)
        new = protocol.NewTable("dice", (protocol.NewSeat(),) * 2, "Cleo", settings=settings)
        table, _ = await ben.lobby.open_table(new)
        cleo = Person(0, ben.lobby, ben.store)
        await cleo.subscribe(table)
        here = PublicTableList(ann.lobby, ann.store)
        (found,) = (await here.listed()).tables
        assert found.table == table
        assert [(seat.name, seat.present) for seat in found.seats] == [("Cleo", True), (None, False)]
        await cleo.room.unsubscribe(cleo)
        await settled(cleo)
        assert (await here.listed()).tables == ()

    at_one_table(scene)


def test_simultaneous_requests_share_one_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public_tables, "LIST_CACHE_SECONDS", 1000.0)

    async def scene(store: SqliteStore, people: list[Person], name: str) -> None:
        looks = 0

        async def counted() -> list[ListedTable]:
            nonlocal looks
            looks += 1
            await asyncio.sleep(0)
            return []

        people[0].store.cluster.remote_listed = counted  # type: ignore[method-assign]
        here = PublicTableList(people[0].lobby, people[0].store)
        await asyncio.gather(*(here.listed() for _ in range(5)))
        assert looks == 1

    at_one_table(scene)
