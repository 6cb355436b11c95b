"""Failures as clients see them: damaged tables, a failing store, and unknown outcomes."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from qwixx.server import failures
from qwixx.server.rooms.room import Room, TableRoom
from qwixx.server.stores.store import OutcomeUnknown, StoredFact, StoreError
from qwixx.tables.protocol import CloseCode
from tests.server.listening_server import Listening, hear, listening, wait_until
from tests.server.web.test_gate import ODD


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listening]:
    monkeypatch.setattr(failures, "LOAD_RETRY_SECONDS", 0.2)
    with listening(tmp_path) as found:
        yield found


def received_until_closed(socket: ClientConnection) -> tuple[list[str], int]:
    """The types of all messages except updates until the server closes, and the close code."""
    kinds: list[str] = []
    try:
        while True:
            kinds.append(json.loads(socket.recv(timeout=20))["type"])
    except ConnectionClosed as closed:
        code = closed.rcvd.code if closed.rcvd is not None else 1006
        return [kind for kind in kinds if kind != "update"], code


def refused_entry(socket: ClientConnection) -> tuple[str, int]:
    """The reason code and the close code of a refused subscription."""
    refused = hear(socket, "refused")
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=20)
    assert closed.value.rcvd is not None
    return refused["reason"]["code"], closed.value.rcvd.code


@pytest.mark.parametrize(
    "damage", [b"", b"{", b'{"fact":"Flew","seat":1}', b'{"fact":"Chose","seat":0,"choice":"r12"}', b"\xff"]
)
def test_a_table_with_damaged_facts_fails_until_they_are_repaired(
    server: Listening, tmp_path: Path, damage: bytes
) -> None:
    table, _ = server.open_table("gap:1,2")
    other, _ = server.open_table("gap:1,2")
    server.app.state.context.lobby._rooms.clear()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as db:
        ((last, fact),) = db.execute(
            "SELECT number, fact FROM facts WHERE table_name = ? ORDER BY number DESC LIMIT 1", (table,)
        )
        repair = "UPDATE facts SET fact = ? WHERE table_name = ? AND number = ?"
        db.execute(repair, (damage, table, last))
        answer = httpx.get(f"{server.url}/api/tables/{table}")
        assert (answer.status_code, answer.json()["reason"]["code"]) == (500, "table_failed")
        with server.connected(table) as socket:
            assert refused_entry(socket) == ("table_failed", CloseCode.UNAVAILABLE)
        assert httpx.get(f"{server.url}/api/tables/{other}").status_code == 200
        db.execute(repair, (fact, table, last))
    wait_until(lambda: httpx.get(f"{server.url}/api/tables/{table}").status_code == 200)


@pytest.mark.parametrize("secret", ["right", "wrong"])
def test_a_private_link_that_cannot_be_checked_sets_no_cookie(
    server: Listening, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    table, cookie = server.open_table("gap:1,2")
    link = f"{server.url}/t/{table}/s/{cookie.removeprefix('seat=') if secret == 'right' else 'AAAA'}"
    lobby = server.app.state.context.lobby

    async def fail(*_: object) -> None:
        raise StoreError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr(lobby, "_rooms", {})
        broken.setattr(lobby._store, "first", fail)
        answer = httpx.get(link)
        assert (answer.status_code, answer.headers.get("set-cookie")) == (503, None)
        assert answer.headers["refresh"] == "5", "the browser retries automatically"
        for odd in ODD:
            answer = httpx.get(f"{server.url}/t/{odd}/s/AAAA")
            assert (answer.status_code, answer.headers.get("set-cookie")) == (404, None), odd
    assert httpx.get(link).status_code == (303 if secret == "right" else 403)


def test_a_private_link_to_a_damaged_table_sets_no_cookie(server: Listening) -> None:
    server.call(lambda: server.app.state.context.lobby._store.append("damaged", 1, [b"{"]))
    answer = httpx.get(f"{server.url}/t/damaged/s/secret")
    assert (answer.status_code, answer.headers.get("set-cookie")) == (503, None)


def test_an_unknown_table_is_closed_with_no_table(server: Listening) -> None:
    with server.connected("none") as socket:
        assert refused_entry(socket) == ("no_table", CloseCode.NO_TABLE)


def test_a_failing_disk_is_not_reported_as_a_missing_table(
    server: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(table: str) -> None:
        raise StoreError("the disk is gone")

    monkeypatch.setattr(server.app.state.context.lobby._store, "first", fail)
    with server.connected("any") as socket:
        assert refused_entry(socket) == ("store_failed", CloseCode.UNAVAILABLE)
    assert httpx.get(f"{server.url}/api/tables/any").status_code == 503


def test_a_command_with_unknown_outcome_is_neither_acknowledged_nor_refused(
    server: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, cookie = server.open_table("gap:1,2")
    store = server.app.state.context.lobby._store
    append = store.append

    async def unsure(name: str, first: int, new: list[bytes], **starts: Any) -> float:
        await append(name, first, new, **starts)
        raise OutcomeUnknown("the store did not confirm what was sent")

    async def unreachable(name: str, after: int = 0) -> list[StoredFact]:
        raise StoreError("the store cannot be reached")

    with server.connected(table, cookie) as socket:
        update = hear(socket, "update")
        with monkeypatch.context() as broken:
            broken.setattr(store, "append", unsure)
            broken.setattr(store, "load", unreachable)
            choice = update["view"]["choices"][0]["text"]
            command = {"type": "choose", "id": 1, "version": update["version"], "choice": choice}
            socket.send(json.dumps(command))
            kinds, code = received_until_closed(socket)
            unknown = httpx.post(f"{server.url}/api/pads", json={"game": "dice", "name": "Ann"})
    assert (kinds, code) == ([], CloseCode.TRY_AGAIN)
    assert (unknown.status_code, unknown.json()["reason"]["code"]) == (503, "store_unsure")
    with server.connected(table, cookie) as socket:
        assert hear(socket, "update")["version"] > update["version"], (
            "after reconnecting, the client sees that the command was carried out"
        )


def test_a_seat_that_cannot_be_looked_up_is_reported_as_a_store_failure(
    server: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(room: TableRoom, secret: str) -> None:
        raise StoreError("the database is away")

    table, cookie = server.open_table("gap:1,2")
    monkeypatch.setattr(Room, "seat_of", fail)
    with server.connected(table, cookie) as socket:
        assert refused_entry(socket) == ("store_failed", CloseCode.UNAVAILABLE)
