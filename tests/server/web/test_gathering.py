"""Before the first game: table codes, the host, moving and removing players, names and faces."""

import asyncio
import json
import time
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from qwixx.server.app import create_app
from qwixx.server.limits import Limits
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.web.context import Settings
from qwixx.tables.codes import CODE
from tests.server.web.clients import Message, another

THREE: list[Message] = [{}, {}, {}]
EACH_ADDRESS = 10


def opened(client: TestClient, seats: list[Message] = THREE, **more: object) -> str:
    answer = client.post("/api/tables", json={"game": "dice", "seats": seats, "name": "Ann", **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def joined(client: TestClient, table: str, name: str, **more: object) -> TestClient:
    friend = another(client)
    answer = friend.post(f"/api/tables/{table}/join", json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    return friend


def info(client: TestClient, table: str) -> Message:
    found: Message = client.get(f"/api/tables/{table}").json()
    return found


def names(client: TestClient, table: str) -> list[str | None]:
    return [seat["name"] for seat in info(client, table)["seats"]]


class Player:
    """A player with a WebSocket, which tracks its seat."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self._sent = 0
        self.seat: int | None = None
        self.happened: list[Message] = []

    def do(self, kind: str, **fields: object) -> Message:
        """Send a command and return its reply."""
        self._sent += 1
        self._socket.send_json({"type": kind, "id": self._sent, **fields})
        while True:
            message = self.read()
            if message["type"] in ("done", "refused") and message["id"] == self._sent:
                return message

    def read(self) -> Message:
        message: Message = json.loads(self._socket.receive_text())
        if message["type"] == "welcome":
            self.seat = message["seat"]
        if message["type"] == "update":
            self.happened += [each["what"] for each in message["happened"]]
        return message

    def read_until(self, kind: str) -> Message:
        """Read up to the first unread event of this type, and return it."""
        while not any(each["type"] == kind for each in self.happened):
            self.read()
        found = next(each for each in self.happened if each["type"] == kind)
        self.happened.clear()
        return found


# Codes


def test_a_table_with_free_seats_is_found_by_its_code_in_any_case(client: TestClient) -> None:
    table = opened(client)
    code = info(client, table)["code"]
    assert CODE.fullmatch(code)
    assert client.get(f"/api/codes/{code}").json() == {"table": table}
    assert client.get(f"/api/codes/{code.lower()}").json() == {"table": table}


def test_a_code_survives_a_restart_and_ends_when_the_game_starts(tmp_path: Path) -> None:
    with closing(SqliteStore.open(tmp_path / "store.db")) as store, TestClient(create_app(store)) as client:
        table, cookie = opened(client, [{}, {}]), client.cookies
        code = info(client, table)["code"]
    with closing(SqliteStore.open(tmp_path / "store.db")) as store, TestClient(create_app(store)) as client:
        client.cookies = cookie
        assert client.get(f"/api/codes/{code}").json() == {"table": table}
        # Use the same client: the event loop of another one ends with the request, which cancels the release.
        client.post(f"/api/tables/{table}/join", json={"name": "Ben"})
        end = time.monotonic() + 60
        while asyncio.run(store.table_with_code(code)) is not None:
            assert time.monotonic() < end, "the code was not released"
        assert info(client, table)["code"] is None
        assert client.get(f"/api/codes/{code}").json()["reason"]["code"] == "no_code"


def test_a_stale_code_left_by_a_crash_is_not_found_and_is_released(tmp_path: Path) -> None:
    with closing(SqliteStore.open(tmp_path / "store.db")) as store, TestClient(create_app(store)) as client:
        table = opened(client, [{}, {"bot": "gap:1,2"}])
        asyncio.run(store.claim_code("TOMILA", table))
        assert client.get("/api/codes/TOMILA").status_code == 404
        assert asyncio.run(store.table_with_code("TOMILA")) is None


def test_a_code_is_not_released_while_its_table_is_being_opened(tmp_path: Path) -> None:
    with closing(SqliteStore.open(tmp_path / "store.db")) as store, TestClient(create_app(store)) as client:
        asyncio.run(store.claim_code("TOMILA", "opened-in-a-moment"))
        assert client.get("/api/codes/TOMILA").status_code == 404
        assert asyncio.run(store.table_with_code("TOMILA")) == "opened-in-a-moment"


def test_a_table_without_free_seats_has_no_code(client: TestClient) -> None:
    assert info(client, opened(client, [{}, {"bot": "gap:1,2"}]))["code"] is None


@pytest.mark.parametrize("code", ["ZUZUZU", "TOMIX", "TOMIXA", "123456", "<b>", "A" * 300])
def test_an_unknown_code_is_refused(client: TestClient, code: str) -> None:
    answer = client.get(f"/api/codes/{code}")
    assert answer.status_code == 404
    assert answer.json()["reason"]["code"] == "no_code"
    assert len(answer.content) < 400


def test_attempts_at_codes_are_limited_per_address(client: TestClient) -> None:
    table = opened(client)
    code = info(client, table)["code"]
    for _ in range(2 * EACH_ADDRESS):
        assert client.get(f"/api/codes/{code}").status_code == 200
    tried = [client.get("/api/codes/ZUZUZU").status_code for _ in range(EACH_ADDRESS)]
    assert tried == [404] * EACH_ADDRESS
    answer = client.get(f"/api/codes/{code}")
    assert answer.status_code == 429
    reason = answer.json()["reason"]
    assert reason["code"] == "too_many_codes"
    assert 0 < reason["details"]["seconds"] <= 60


def test_attempts_at_codes_are_limited_over_all_addresses(tmp_path: Path) -> None:
    limits = Limits(failed_codes=3)
    with closing(SqliteStore.open(tmp_path / "store.db")) as store:
        app = create_app(store, Settings(limits=limits))
        with TestClient(app):
            addresses = [TestClient(app, client=(f"192.0.2.{number}", 5000)) for number in range(1, 5)]
            statuses = [each.get("/api/codes/ZUZUZU").status_code for each in addresses]
    assert statuses == [404, 404, 404, 429]


# The host


def test_only_the_host_starts_moves_and_removes(client: TestClient) -> None:
    table = opened(client)
    assert info(client, table)["host"] == 0
    friend = joined(client, table, "Ben")
    with friend.websocket_connect(f"/ws/{table}") as socket:
        ben = Player(socket)
        for command in (
            {"kind": "start"},
            {"kind": "move", "seat": 0, "to": 2},
            {"kind": "remove", "seat": 0},
        ):
            refused = ben.do(**command)
            assert (refused["type"], refused["reason"]["code"]) == ("refused", "not_host")
            assert refused["reason"]["details"] == {"name": "Ann"}
    assert names(client, table) == ["Ann", "Ben", None]


def test_a_host_who_leaves_passes_the_role_on_even_across_a_restart(tmp_path: Path) -> None:
    with closing(SqliteStore.open(tmp_path / "store.db")) as store, TestClient(create_app(store)) as client:
        table = opened(client)
        friend = joined(client, table, "Ben")
        with client.websocket_connect(f"/ws/{table}") as ann_socket:
            ann = Player(ann_socket)
            assert ann.do("leave")["type"] == "done"
            assert ann.seat is None
            assert ann.do("leave")["reason"]["code"] == "not_seated"
        # A player who takes the host's former seat is not the host.
        joined(client, table, "Cy")
        assert (names(client, table), info(client, table)["host"]) == (["Cy", "Ben", None], 1)
        cookies = friend.cookies
    with closing(SqliteStore.open(tmp_path / "store.db")) as store, TestClient(create_app(store)) as client:
        assert info(client, table)["host"] == 1
        client.cookies = cookies
        with client.websocket_connect(f"/ws/{table}") as socket:
            assert Player(socket).do("start")["type"] == "done"
        assert info(client, table)["state"] == "playing"


def test_an_abandoned_table_stays_open_for_the_next_player(client: TestClient) -> None:
    table = opened(client)
    code = info(client, table)["code"]
    with client.websocket_connect(f"/ws/{table}") as socket:
        Player(socket).do("leave")
    assert (info(client, table)["host"], names(client, table)) == (None, [None] * 3)
    assert client.get(f"/api/codes/{code}").json() == {"table": table}
    joined(client, table, "Ben")
    assert info(client, table)["host"] == 0


# Seats


def test_the_first_player_at_an_empty_table_becomes_its_host(client: TestClient) -> None:
    answer = client.post("/api/tables", json={"game": "dice", "seats": THREE, "name": None})
    assert answer.json() == {"table": answer.json()["table"], "seat": None, "commitments": []}
    assert "set-cookie" not in answer.headers
    table = answer.json()["table"]
    assert (info(client, table)["host"], info(client, table)["state"]) == (None, "open")
    assert client.get(f"/api/codes/{info(client, table)['code']}").json() == {"table": table}
    with client.websocket_connect(f"/ws/{table}") as television:
        display = Player(television)
        assert display.do("start")["reason"]["code"] == "not_seated"
        ann, ben = joined(client, table, "Ann"), joined(client, table, "Ben")
        with ann.websocket_connect(f"/ws/{table}") as first, ben.websocket_connect(f"/ws/{table}") as second:
            assert Player(second).do("start")["reason"]["details"] == {"name": "Ann"}
            assert Player(first).do("start")["type"] == "done"
        assert display.read_until("began")["type"] == "began"
        assert display.seat is None


def test_a_table_with_one_free_seat_and_bots_has_a_code(client: TestClient) -> None:
    table = opened(client, [{}, {"bot": "gap:1,2"}], name=None)
    assert info(client, table)["code"] is not None


def test_players_who_are_moved_keep_their_names_faces_and_rights(client: TestClient) -> None:
    table = opened(client, face="owl")
    friend = joined(client, table, "Ben", face="fox")
    with (
        client.websocket_connect(f"/ws/{table}") as first,
        friend.websocket_connect(f"/ws/{table}") as second,
    ):
        ann, ben = Player(first), Player(second)
        assert ann.do("move", seat=0, to=2)["type"] == "done"
        assert ann.seat == 2
        assert ben.read_until("moved") == {"type": "moved", "seat": 0, "to": 2}
        assert ann.do("move", seat=1, to=0)["type"] == "done"
        ben.read_until("moved")
        assert ben.seat == 0
        assert names(client, table) == ["Ben", None, "Ann"]
        assert [seat["face"] for seat in info(client, table)["seats"]] == ["fox", None, "owl"]
        assert info(client, table)["host"] == 2
        assert ann.do("move", seat=0, to=3)["reason"]["code"] == "bad_message"
        assert ben.do("introduce", name="Benno")["type"] == "done"
        assert names(client, table) == ["Benno", None, "Ann"]


def test_a_removed_guest_is_notified_and_may_join_again(client: TestClient) -> None:
    table = opened(client)
    friend = joined(client, table, "Ben")
    with (
        client.websocket_connect(f"/ws/{table}") as first,
        friend.websocket_connect(f"/ws/{table}") as second,
    ):
        ann, ben = Player(first), Player(second)
        assert ann.do("remove", seat=0)["reason"]["code"] == "nobody_there"
        assert ann.do("remove", seat=2)["reason"]["code"] == "nobody_there"
        assert ann.do("remove", seat=1)["type"] == "done"
        assert ben.read_until("left") == {"type": "left", "seat": 1, "name": "Ben", "removed": True}
        assert ben.seat is None
        assert ben.do("introduce", name="Benno")["reason"]["code"] == "not_seated"
    assert names(client, table) == ["Ann", None, None]
    joined(client, table, "Ben")
    assert names(client, table) == ["Ann", "Ben", None]


def test_seats_cannot_be_changed_once_the_game_has_started(client: TestClient) -> None:
    table = opened(client, [{}, {}])
    joined(client, table, "Ben")
    with client.websocket_connect(f"/ws/{table}") as socket:
        ann = Player(socket)
        assert ann.do("move", seat=0, to=1)["reason"]["code"] == "already_started"
        assert ann.do("remove", seat=1)["reason"]["code"] == "already_started"
        assert ann.do("start")["reason"]["code"] == "already_started"
        assert ann.do("leave")["type"] == "done"
        assert info(client, table)["seats"][0]["covered"]


# Names and faces


def test_players_have_different_faces(client: TestClient) -> None:
    table = opened(client, [{}] * 5, face="cat")
    for name in ("Ben", "Cy", "Dee"):
        joined(client, table, name, face="cat")
    faces = [seat["face"] for seat in info(client, table)["seats"]]
    assert faces[0] == "cat"
    assert len(set(faces[:4])) == 4
    assert faces[4] is None


def test_names_and_faces_can_be_changed_at_any_time(client: TestClient) -> None:
    table = opened(client, [{}, {}, {"bot": "gap:1,2"}], face="cat")
    with client.websocket_connect(f"/ws/{table}") as socket:
        ann = Player(socket)
        assert ann.do("introduce", face="dog")["type"] == "done"
        joined(client, table, "Ben", face="owl")
        assert info(client, table)["state"] == "playing"
        assert ann.do("introduce", name="ben")["reason"]["code"] == "name_taken"
        assert ann.do("introduce", face="owl")["reason"]["code"] == "face_taken"
        assert ann.do("introduce", name="x" * 21)["reason"]["details"] == {"longest": 20}
        assert ann.do("introduce", face="unicorn")["reason"]["code"] == "bad_message"
        assert ann.do("introduce", name="Anna", face="fox")["type"] == "done"
    seat = info(client, table)["seats"][0]
    assert (seat["name"], seat["face"]) == ("Anna", "fox")


def test_a_bot_is_renamed_when_a_player_takes_its_name(client: TestClient) -> None:
    table = opened(client, [{}, {}, {"bot": "gap:1,2"}])
    bot = names(client, table)[2]
    with client.websocket_connect(f"/ws/{table}") as socket:
        assert Player(socket).do("introduce", name=bot)["type"] == "done"
    assert names(client, table) == [bot, None, f"{bot} 2"]
