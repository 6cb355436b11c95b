"""Score pads over HTTP and WebSocket."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from qwixx.server.app import create_app
from qwixx.server.stores.sqlite.store import SqliteStore
from tests.server.web.clients import Message, another, new_table, receive


def new_pad(client: TestClient, game: str = "dice") -> str:
    answer = client.post("/api/pads", json={"game": game, "name": "Ann"})
    assert (answer.status_code, answer.json()["seat"]) == (201, 0)
    return str(answer.json()["table"])


def send(socket: WebSocketTestSession, message: Message) -> Message:
    """Send a command and return its reply."""
    socket.send_text(json.dumps(message))
    while True:
        answer: Message = json.loads(socket.receive_text())
        if answer.get("id") == message["id"]:
            return answer


def cross(number: int, n: int = 1, seen: int = 2) -> Message:
    mark = {"n": n, "kind": "cross", "seen": seen, "colour": "red", "number": number}
    return {"type": "write", "id": n, "game": 1, "mark": mark}


def test_marks_written_on_one_device_are_sent_to_all_others(client: TestClient) -> None:
    pad, friend = new_pad(client), another(client)
    seated = friend.post(f"/api/pads/{pad}/join", json={"name": "Ben"}).json()
    assert seated == {"table": pad, "seat": 1, "commitments": []}
    with client.websocket_connect(f"/ws/{pad}") as ann, friend.websocket_connect(f"/ws/{pad}?since=3") as ben:
        assert receive(ben, "welcome")["private_link"].startswith(f"/pad/{pad}/s/")
        assert [seat["name"] for seat in receive(ben, "pad")["info"]["seats"]] == ["Ann", "Ben"]
        assert send(ann, cross(7))["type"] == "done"
        assert send(ann, cross(7))["type"] == "done", "retransmitted"
        assert send(ann, cross(6, n=2))["reason"]["code"] == "left_of_last"
        update = receive(ben, "pad")
        while not update["happened"]:
            update = receive(ben, "pad")
        (happened,) = update["happened"]
        assert (happened["seq"], happened["what"]["seat"], happened["what"]["mark"]["number"]) == (4, 0, 7)


def test_a_pad_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with closing(SqliteStore.open(path)) as store, TestClient(create_app(store)) as client:
        pad = new_pad(client)
        with client.websocket_connect(f"/ws/{pad}") as ann:
            send(ann, cross(7))
        cookies = client.cookies
    with (
        closing(SqliteStore.open(path)) as store,
        TestClient(create_app(store), cookies=cookies) as client,
        client.websocket_connect(f"/ws/{pad}") as ann,
    ):
        assert receive(ann, "welcome")["seat"] == 0
        assert receive(ann, "pad")["happened"][-1]["what"]["mark"]["number"] == 7


def test_the_private_link_of_a_sheet_redirects_to_the_pad(client: TestClient) -> None:
    pad, other = new_pad(client), another(client)
    with client.websocket_connect(f"/ws/{pad}") as ann:
        link = receive(ann, "welcome")["private_link"]
    answer = other.get(link, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/pad/{pad}")
    with other.websocket_connect(f"/ws/{pad}") as ann:
        assert receive(ann, "welcome")["seat"] == 0


KEY = "0123456789abcdef" * 2


def test_joining_again_with_the_same_key_gives_the_same_sheet(client: TestClient) -> None:
    pad, phone = new_pad(client), another(client)
    another(client).post(f"/api/pads/{pad}/join", json={"name": "Ben", "key": KEY})  # the response is lost
    answer = phone.post(f"/api/pads/{pad}/join", json={"name": "Ben", "key": KEY})
    assert (answer.status_code, answer.json()["seat"]) == (201, 1)
    with phone.websocket_connect(f"/ws/{pad}") as ben:
        assert receive(ben, "welcome")["seat"] == 1
        assert [seat["name"] for seat in receive(ben, "pad")["info"]["seats"]] == ["Ann", "Ben"]
        assert send(ben, cross(7))["type"] == "done"


def test_a_key_is_only_valid_for_its_own_seat(client: TestClient) -> None:
    pads = [new_pad(client), new_pad(client)]
    answers = [
        another(client).post(f"/api/pads/{pad}/join", json={"name": "Ben", "key": KEY}) for pad in pads
    ]
    assert answers[0].headers["set-cookie"].split("=")[1] != answers[1].headers["set-cookie"].split("=")[1]
    other = another(client).post(f"/api/pads/{pads[0]}/join", json={"name": "Cem", "key": KEY[::-1]})
    assert other.json()["seat"] == 2
    assert KEY not in answers[0].headers["set-cookie"]


@pytest.mark.parametrize("key", ["", "0" * 31, "0" * 33, "G" * 32, "ab\ncd" * 8])
def test_a_malformed_key_is_refused(client: TestClient, key: str) -> None:
    answer = client.post(f"/api/pads/{new_pad(client)}/join", json={"name": "Ben", "key": key})
    assert (answer.status_code, answer.json()["reason"]["code"]) == (400, "bad_message")


@pytest.mark.parametrize(
    ("names", "code"),
    [(["ann"], "name_taken"), ([" "], "bad_name"), (["x" * 41], "bad_name"), ([*"bcdef"], "table_full")],
)
def test_a_refused_join_has_a_reason(client: TestClient, names: list[str], code: str) -> None:
    pad = new_pad(client)
    answers = [client.post(f"/api/pads/{pad}/join", json={"name": name}) for name in names]
    assert answers[-1].json()["reason"]["code"] == code


@pytest.mark.parametrize("body", [{}, {"game": "solo", "name": "Ann"}, {"game": "dice", "name": ""}])
def test_invalid_pads_are_refused(client: TestClient, body: Message) -> None:
    answer = client.post("/api/pads", json=body)
    assert (answer.status_code, answer.json()["reason"]["code"]) in [(400, "bad_message"), (400, "bad_name")]


def test_pads_and_tables_are_not_interchangeable(client: TestClient) -> None:
    pad, table = new_pad(client), new_table(client)
    for rest in ("", "/record", "/review"):
        assert client.get(f"/api/tables/{pad}{rest}").status_code == 404
    for name, message in ((pad, {"type": "start", "id": 1}), (table, cross(7))):
        with client.websocket_connect(f"/ws/{name}") as socket:
            assert send(socket, message)["reason"]["code"] == "bad_message"
    with client.websocket_connect(f"/ws/{pad}") as socket:
        assert send(socket, {"type": "ask", "id": 1, "choice": "r7"})["reason"]["code"] == "bad_message"
    assert client.get(f"/api/pads/{pad}/qr.svg").text != client.get(f"/api/tables/{table}/qr.svg").text
