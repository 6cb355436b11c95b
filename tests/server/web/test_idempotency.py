"""Idempotent opening: a retry with the same key, after a lost response, leads to the same table and seat."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from qwixx.server.app import create_app
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.tables import protocol
from qwixx.tables.credentials import NewSecret

KEY, OTHER = "0" * 32, "f" * 32
BODIES: dict[str, dict[str, object]] = {
    "tables": {"game": "dice", "seats": [{}, {}], "name": "Ann"},
    "pads": {"game": "dice", "name": "Ann"},
}


def opened(client: TestClient, kind: str, key: str | None) -> tuple[str, str]:
    """Open and return the name, and the cookie with the secret of the seat."""
    answer = client.post(f"/api/{kind}", json={**BODIES[kind], "key": key})
    assert answer.status_code == 201, answer.text
    assert answer.json()["seat"] == 0
    return answer.json()["table"], answer.headers["set-cookie"].partition(";")[0]


@pytest.mark.parametrize("kind", BODIES)
def test_the_same_key_opens_one_table(client: TestClient, kind: str) -> None:
    known = client.app.state.context.lobby  # type: ignore[attr-defined]
    first = opened(client, kind, KEY)
    assert opened(client, kind, KEY) == first
    assert known.known == 1
    assert opened(client, kind, OTHER)[0] != first[0]
    assert opened(client, kind, None) != opened(client, kind, None)
    assert KEY not in first[0] + first[1]


def test_the_same_key_opens_one_table_without_a_seat(client: TestClient) -> None:
    new = {**BODIES["tables"], "name": None, "key": KEY}
    first, second = (client.post("/api/tables", json=new).json() for _ in range(2))
    assert first == second
    # The key of a table without a seat does not give access to a seat.
    assert client.post("/api/tables", json={**new, "name": "Ann"}).status_code == 404


@pytest.mark.parametrize("kind", BODIES)
def test_a_retry_after_a_restart_finds_the_table(tmp_path: Path, kind: str) -> None:
    answers = []
    for _ in range(2):
        with (
            closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store,
            TestClient(create_app(store)) as client,
        ):
            answers.append(opened(client, kind, KEY))
    assert answers[0] == answers[1]


def test_concurrent_requests_with_the_same_key_open_one_table(tmp_path: Path) -> None:
    async def several(lobby: Lobby) -> list[tuple[str, NewSecret]]:
        table = protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat()), "Ann", key=KEY)
        pad = protocol.NewPad("dice", "Ann", key=OTHER)
        tables = await asyncio.gather(*(lobby.open_table(table) for _ in range(3)))
        empty = protocol.NewTable("dice", (protocol.NewSeat(),) * 2, None, key="1" * 32)
        assert len(set(await asyncio.gather(*(lobby.open_empty_table(empty) for _ in range(3))))) == 1
        return [*tables, *await asyncio.gather(*(lobby.open_pad(pad) for _ in range(3)))]

    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
        lobby = create_app(store).state.context.lobby
        opened = asyncio.run(several(lobby))
        assert len(set(opened[:3])) == len(set(opened[3:])) == 1
        assert lobby.known == len(lobby.rooms()) == 3


def test_a_retry_after_leaving_the_seat_does_not_restore_it(client: TestClient) -> None:
    name, cookie = opened(client, "tables", KEY)
    with client.websocket_connect(f"/ws/{name}", headers={"cookie": cookie}) as socket:
        socket.send_json({"type": "leave", "id": 1})
        while socket.receive_json()["type"] != "done":
            pass
    answer = client.post("/api/tables", json={**BODIES["tables"], "key": KEY})
    assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "no_table")


@pytest.mark.parametrize("key", ["", "0" * 31, "G" * 32, "0" * 33])
def test_a_malformed_key_is_refused(client: TestClient, key: str) -> None:
    answer = client.post("/api/tables", json={**BODIES["tables"], "key": key})
    assert (answer.status_code, answer.json()["reason"]["code"]) == (400, "bad_message")
