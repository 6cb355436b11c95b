"""Tables over HTTP and WebSocket, as a client sees them."""

import json
import re
import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from qwixx.notation import parse_record
from qwixx.rules.cards import pack
from qwixx.server.limits import Limits
from qwixx.tables.protocol import PROTOCOL
from tests.server.web.clients import (
    JSON,
    TWO,
    WITH_BOT,
    Message,
    another,
    asked,
    new_table,
    play_out,
    receive,
)

LIMITS = Limits()


def test_a_table_is_opened_joined_and_played_to_its_end(client: TestClient) -> None:
    table = new_table(client)
    friend = another(client)
    seated = friend.post(f"/api/tables/{table}/join", json={"name": "Ben"}).json()
    assert (seated["table"], seated["seat"]) == (table, 1)
    assert [(each["game"], each["contributed"]) for each in seated["commitments"]] == [(1, [])]
    with client.websocket_connect(f"/ws/{table}") as ann, friend.websocket_connect(f"/ws/{table}") as ben:
        welcome = receive(ann, "welcome")
        assert (welcome["seat"], welcome["protocol"]) == (0, PROTOCOL)
        ends = [play_out(ann, ben)]
    assert ends[0]["info"]["state"] == "over"
    text = client.get(f"/api/tables/{table}/record").text
    assert list(parse_record(text).state.totals) == ends[0]["view"]["public"]["outcome"]["totals"]


def test_the_private_link_gives_the_seat_to_another_device(client: TestClient) -> None:
    table = new_table(client, WITH_BOT)
    with client.websocket_connect(f"/ws/{table}") as socket:
        link = receive(socket, "welcome")["private_link"]
    phone = another(client)
    answer = phone.get(link, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
    with phone.websocket_connect(f"/ws/{table}") as socket:
        assert receive(socket, "welcome")["seat"] == 0
    assert phone.get(f"/t/{table}/s/guess", follow_redirects=False).status_code == 403
    assert phone.get("/t/none/s/guess", follow_redirects=False).status_code == 404


def test_joining_again_with_the_same_key_gives_the_same_seat(client: TestClient) -> None:
    table, join = new_table(client), {"name": "Ben", "key": "0123456789abcdef" * 2}
    another(client).post(f"/api/tables/{table}/join", json=join)  # the response is lost
    phone = another(client)
    answer = phone.post(f"/api/tables/{table}/join", json=join)
    assert (answer.status_code, answer.json()["seat"]) == (201, 1), (
        "even after the game started because the last seat was taken"
    )
    with phone.websocket_connect(f"/ws/{table}") as ben:
        assert receive(ben, "welcome")["seat"] == 1
    stranger = {"name": "Cem", "key": "f" * 32}
    assert another(client).post(f"/api/tables/{table}/join", json=stranger).status_code == 409


def test_secrets_are_in_no_response_body(client: TestClient) -> None:
    answer = client.post("/api/tables", json={"game": "dice", "seats": TWO, "name": "Ann"})
    secret = answer.headers["set-cookie"].split("=", 1)[1].split(";")[0]
    assert len(secret) >= 22
    assert secret not in answer.text
    assert secret not in client.get(f"/api/tables/{answer.json()['table']}").text


def test_spectators_see_only_public_information(client: TestClient) -> None:
    table = new_table(client, WITH_BOT, game="cards")
    with client.websocket_connect(f"/ws/{table}?watch=1") as socket:
        welcome = receive(socket, "welcome")
        assert (welcome["seat"], welcome["private_link"]) == (None, None)
        view = receive(socket, "update")["view"]
        assert (view["seat"], view["hand"], view["choices"]) == (None, [], [])
        socket.send_text('{"type": "choose", "id": 7, "version": 99, "choice": "-"}')
        refused = receive(socket, "refused")
        assert (refused["id"], refused["reason"]["code"]) == (7, "not_seated")


@pytest.mark.parametrize("game", ["cards", "cards_joker"])
def test_no_hidden_card_is_sent_during_a_whole_game(client: TestClient, game: str) -> None:
    table = new_table(client, WITH_BOT, game=game)
    with (
        client.websocket_connect(f"/ws/{table}") as ann,
        client.websocket_connect(f"/ws/{table}?watch=1") as eve,
    ):
        choices = 0
        for update in updates_until_the_end(ann):
            assert cards_in(update) <= set(update["view"]["hand"]) | played_in(update)
            choices += 0 in update["view"]["public"]["to_act"]
        for update in updates_until_the_end(eve):
            assert cards_in(update) <= played_in(update)
        assert choices > 10


def updates_until_the_end(socket: WebSocketTestSession) -> Iterator[Message]:
    """Every update of a game; seat 0 takes its last choice whenever it has to choose."""
    command = ""
    while True:
        message: Message = json.loads(socket.receive_text())
        if message["type"] == "update":
            yield message
            view = message["view"]
            if message["info"]["state"] == "over":
                return
            if view["choices"] and 0 in view["public"]["to_act"]:
                choice = view["choices"][-1]["text"]
                command = json.dumps(
                    {"type": "choose", "id": 1, "version": message["version"], "choice": choice}
                )
                socket.send_text(command)
        elif message["type"] == "refused" and message["reason"]["code"] == "too_fast":
            time.sleep(0.1)
            socket.send_text(command)


def played_in(update: Message) -> set[str]:
    shown = [each["what"] for each in update["happened"] if each["what"]["type"] == "played"]
    return {card for what in shown for card in what["cards"]}


def cards_in(message: Message) -> set[str]:
    """Every card in a message. The random name of a table may contain one, but not as a whole word."""
    tokens = {str(card) for card in pack(jokers=True)}
    return tokens & set(re.findall(r"(?<![\w-])[RYGBJ]\d+(?![\w-])", json.dumps(message)))


def test_a_hidden_choice_is_sent_only_to_its_own_seat(client: TestClient) -> None:
    table = new_table(client)
    friend = another(client)
    friend.post(f"/api/tables/{table}/join", json={"name": "Ben"})
    with client.websocket_connect(f"/ws/{table}") as ann, friend.websocket_connect(f"/ws/{table}") as ben:
        update = receive(ann, "update")
        while (
            update["view"] is None
            or len(update["info"]["seats"]) < 2
            or not update["info"]["seats"][1]["present"]
        ):
            update = receive(ann, "update")
        receive(ben, "update")
        choice = update["view"]["choices"][1]["text"]
        ann.send_text(json.dumps({"type": "choose", "id": 1, "version": update["version"], "choice": choice}))
        own, other = receive(ann, "update"), receive(ben, "update")
        assert own["view"]["chosen"]["text"] == choice
        assert other["view"]["chosen"] is None
        assert other["view"]["public"]["to_act"] == [1]
        assert other["happened"] == []
        assert f'"{choice}"' not in client.get(f"/api/tables/{table}").text


def test_the_status_of_a_table_shows_the_state_of_its_game(client: TestClient) -> None:
    table = new_table(client)
    friend = another(client)

    def stands() -> tuple[object, ...]:
        seen = friend.get(f"/api/tables/{table}").json()
        return seen["state"], seen["turn"], seen["to_act"], seen["totals"]

    assert stands() == ("open", 0, [], [])
    friend.post(f"/api/tables/{table}/join", json={"name": "Ben"})
    with client.websocket_connect(f"/ws/{table}") as ann, friend.websocket_connect(f"/ws/{table}") as ben:
        update = receive(ann, "update")
        while not update["view"]["public"]["to_act"]:
            update = receive(ann, "update")
        assert stands() == ("playing", 1, [0, 1], [0, 0])
        choice = next(each["text"] for each in update["view"]["choices"] if each["kind"] == "pass")
        asked(ann, {"type": "choose", "id": 1, "version": update["version"], "choice": choice})
        assert stands() == ("playing", 1, [1], [0, 0])
        end = play_out(ann, ben)
    outcome = end["view"]["public"]["outcome"]
    assert stands() == ("over", end["view"]["public"]["turn"], [], outcome["totals"])


def test_a_choice_can_be_withdrawn(client: TestClient) -> None:
    table = new_table(client)
    friend = another(client)
    friend.post(f"/api/tables/{table}/join", json={"name": "Ben"})
    with client.websocket_connect(f"/ws/{table}") as ann:
        version = receive(ann, "update")["version"]
        choice = {"type": "choose", "id": 1, "version": version, "choice": "-"}
        _, chosen = asked(ann, choice)
        assert chosen is not None
        assert (chosen["view"]["chosen"]["text"], chosen["view"]["public"]["to_act"]) == ("-", [1])
        answer, withdrawn = asked(ann, {"type": "withdraw", "id": 2, "version": chosen["version"]})
        assert withdrawn is not None
        assert answer["type"] == "done"
        assert (withdrawn["view"]["chosen"], withdrawn["view"]["public"]["to_act"]) == (None, [0, 1])
        answer, _ = asked(ann, {"type": "withdraw", "id": 3, "version": withdrawn["version"]})
        assert (answer["type"], answer["reason"]["code"]) == ("refused", "nothing_to_withdraw")


def test_a_question_about_an_illegal_choice_is_answered_with_the_reason(client: TestClient) -> None:
    table = new_table(client, WITH_BOT)
    with client.websocket_connect(f"/ws/{table}") as socket:
        socket.send_text('{"type": "ask", "id": 3, "choice": "r12"}')
        answer = receive(socket, "answer")
        assert (answer["id"], answer["choice"]) == (3, "r12")
        assert answer["reason"]["code"] in ("needs_five", "not_the_number")
        assert answer["reason"]["details"]["colour"] == "red"
        socket.send_text('{"type": "ask", "id": 4, "choice": "-"}')
        assert receive(socket, "answer")["reason"] is None


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type": "dance"}',
        '{"type": "choose"}',
        '{"type": "start", "id": "x"}',
        "x" * 3000,
        # Its characters are within the limit, its bytes exceed it.
        '{"type": "ask", "id": 1, "choice": "-", "more": "' + "é" * 1500 + '"}',
        '{"type": "choose", "id": 1, "version": 0, "choice": "r99"}',
    ],
)
def test_a_malformed_message_is_refused_and_changes_nothing(client: TestClient, data: str) -> None:
    table = new_table(client, WITH_BOT)
    with client.websocket_connect(f"/ws/{table}") as socket:
        before = receive(socket, "update")
        socket.send_text(data)
        assert receive(socket, "refused")["reason"]["code"] in ("bad_message", "stale")
        socket.send_text('{"type": "ask", "id": 4, "choice": "-"}')
        assert receive(socket, "answer")["id"] == 4
        assert client.get(f"/api/tables/{table}").json()["seats"] == before["info"]["seats"]


def test_messages_are_rate_limited(client: TestClient) -> None:
    table = new_table(client, WITH_BOT)
    with client.websocket_connect(f"/ws/{table}") as socket:
        for number in range(10 * LIMITS.messages_per_second):
            socket.send_text(json.dumps({"type": "ask", "id": number, "choice": "-"}))
        refused = receive(socket, "refused")
        assert refused["reason"]["code"] == "too_fast"
        assert refused["id"] >= 2 * LIMITS.messages_per_second


def test_unknown_tables_are_not_found(client: TestClient) -> None:
    for path in ("", "/record", "/qr.svg"):
        answer = client.get(f"/api/tables/none{path}")
        assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "no_table")
    assert client.post("/api/tables/none/join", json={"name": "Ann"}).status_code == 404
    with client.websocket_connect("/ws/none") as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    assert closed.value.code == 4404


def test_client_routes_return_the_page(client: TestClient) -> None:
    for path, status in (("/", 200), ("/t/any", 200), ("/t/any/watch/review", 200), ("/nowhere", 404)):
        answer = client.get(path)
        assert answer.status_code == status
        assert "<!doctype html>" in answer.text.lower()
    assert client.get("/assets/none.js").text == "not found"


def test_joining_is_refused_for_a_full_table_a_taken_name_and_an_invalid_name(client: TestClient) -> None:
    table = new_table(client)
    friend = another(client)
    for name, status, code in (
        ("Ann", 409, "name_taken"),
        (" ", 400, "bad_name"),
        ("B" + "\u0336" * 5, 400, "bad_name"),
        ("Ben", 201, ""),
        ("Cy", 409, "table_full"),
    ):
        answer = friend.post(f"/api/tables/{table}/join", json={"name": name})
        assert answer.status_code == status
        assert status == 201 or answer.json()["reason"]["code"] == code


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"game": "poker", "seats": [{}, {}], "name": "Ann"}',
        b'{"game": "dice", "seats": [], "name": "Ann"}',
        b'{"game": "dice", "seats": [{}, {}], "name": "Ann", "x": 1}',
        b'{"game": "dice", "seats": [{}, {}], "name": ""}',
        b"x" * 5000,
    ],
)
def test_invalid_tables_are_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/tables", content=body, headers=JSON)
    assert answer.status_code == 400
    assert answer.json()["reason"]["code"] in ("bad_message", "bad_table", "bad_name")


def test_tables_per_address_are_limited(client: TestClient) -> None:
    for _ in range(LIMITS.tables_per_hour):
        new_table(client, WITH_BOT)
    answer = client.post("/api/tables", json={"game": "dice", "seats": TWO, "name": "Ann"})
    assert (answer.status_code, answer.json()["reason"]["code"]) == (429, "too_many_tables")


def test_the_record_is_hidden_until_the_game_is_over(client: TestClient) -> None:
    table = new_table(client, WITH_BOT, game="cards")
    answer = client.get(f"/api/tables/{table}/record")
    assert (answer.status_code, answer.json()["reason"]["code"]) == (409, "not_over")


def test_the_qr_code_of_a_table_is_an_svg_image(client: TestClient) -> None:
    table = new_table(client, WITH_BOT)
    answer = client.get(f"/api/tables/{table}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert b"<svg" in answer.content


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE"]),
    path=st.sampled_from(
        [
            "/api/tables",
            "/api/tables/{}",
            "/api/tables/{}/join",
            "/api/tables/{}/record",
            "/api/tables/{}/qr.svg",
            "/t/{}/s/{}",
        ]
    ),
    name=st.text(
        st.characters(exclude_characters="/?#\\", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12
    ),
    body=st.binary(max_size=40)
    | st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda v: (
            st.lists(v, max_size=3)
            | st.dictionaries(st.sampled_from(["game", "seats", "name", "options", "x"]), v, max_size=4)
        ),
    ).map(lambda v: json.dumps(v).encode()),
)
def test_no_request_breaks_the_server(
    client: TestClient, method: str, path: str, name: str, body: bytes
) -> None:
    if name.strip(". ") == "":
        return
    answer = client.request(
        method, path.format(name, name), content=body, headers=JSON, follow_redirects=False
    )
    assert answer.status_code in (200, 201, 400, 403, 404, 405, 409, 429)
