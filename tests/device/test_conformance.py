"""The contract of a table with its clients, for a server, the device and the device in Pyodide."""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from qwixx.notation import parse_record
from qwixx.tables import protocol
from tests.device.hosts import Closed, Connection, DeviceHosting, Hosting, Message, in_pyodide, on_server

BOT = "gap:1,2"


@pytest.fixture(scope="module", params=["server", "device", "pyodide"])
def hosting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosting]:
    if request.param == "device":
        yield DeviceHosting()
        return
    if request.param == "pyodide":
        with in_pyodide() as device:
            yield device
        return
    with on_server(tmp_path_factory.mktemp("tables")) as server:
        yield server


class Player:
    """A client at a table, with its latest update."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.welcome = self._next()
        assert self.welcome["type"] == "welcome"
        self.heard: list[Message] = []
        self._number = 0
        self.update: Message = self.receive("update")

    def _next(self) -> Message:
        return self.connection.receive()

    def receive(self, *kinds: str) -> Message:
        """The next message of these types; updates before it are recorded."""
        while True:
            message = self._next()
            if message["type"] == "update":
                self.update = message
                self.heard += message["happened"]
            if message["type"] in kinds:
                return message

    def say(self, kind: str, **more: Any) -> Message:
        """Send a message; its answer."""
        self._number += 1
        self.connection.send(json.dumps({"type": kind, "id": self._number, **more}))
        answer = self.receive("done", "refused", "answer", "pong")
        assert answer["id"] == self._number
        return answer

    def choose(self, choice: str, version: int | None = None) -> Message:
        version = self.update["version"] if version is None else version
        return self.say("choose", version=version, choice=choice)

    @property
    def choices(self) -> list[str]:
        return [each["text"] for each in self.update["view"]["choices"]]

    @property
    def is_due(self) -> bool:
        return self.update["view"] is not None and 0 in self.update["view"]["public"]["to_act"]

    def wait_until_due(self) -> None:
        while not self.is_due and self.update["info"]["state"] != "over":
            self.receive("update")

    def play_out(self, rng: random.Random) -> None:
        while self.update["info"]["state"] != "over":
            self.wait_until_due()
            assert self.choose(rng.choice(self.choices))["type"] == "done"


@contextmanager
def player_at(hosting: Hosting, table: str, **how: Any) -> Iterator[Player]:
    connection = hosting.connect(table, **how)
    try:
        yield Player(connection)
    finally:
        connection.close()


@contextmanager
def seated(hosting: Hosting, game: str = "dice", *bots: str, **more: object) -> Iterator[Player]:
    table = hosting.open_table(game, *bots, **more)
    with player_at(hosting, table) as player:
        player.wait_until_due()
        yield player


def table_of(player: Player) -> str:
    return str(player.update["info"]["table"])


def reason(answer: Message) -> str:
    assert answer["type"] == "refused", answer
    return str(answer["reason"]["code"])


@pytest.mark.parametrize(
    ("game", "bots"), [("dice", 2), ("cards", 1), ("cards_joker", 2), ("solo", 0)], ids=lambda each: str(each)
)
def test_a_whole_game_with_its_record_and_replay(hosting: Hosting, game: str, bots: int) -> None:
    with seated(hosting, game, *[BOT] * bots) as player:
        assert player.welcome["protocol"] == protocol.PROTOCOL
        assert player.welcome["seat"] == 0
        player.play_out(random.Random(game))
        table, outcome = table_of(player), player.update["view"]["public"]["outcome"]
        assert player.heard[-1]["what"]["type"] == "ended"
    status, text = hosting.ask("GET", f"/api/tables/{table}/games/1/record")
    ended = parse_record(text).state.outcome
    assert status == 200
    assert ended is not None
    assert list(ended.totals) == outcome["totals"]
    status, body = hosting.ask("GET", f"/api/tables/{table}/replay")
    assert (status, json.loads(body)["text"]) == (200, text)
    assert hosting.ask("POST", "/api/replay", {"record": text})[0] == 200


def test_refused_commands_change_nothing(hosting: Hosting) -> None:
    with seated(hosting, "dice", BOT) as player:
        before = player.update
        illegal = next(f"r{number}" for number in range(2, 13) if f"r{number}" not in player.choices)
        assert player.choose(illegal)["reason"]["rule"] != ""
        assert reason(player.choose("nonsense")) == "bad_message"
        asked = player.say("ask", choice=illegal)
        assert asked["reason"]["rule"] != ""
        assert player.say("ask", choice=player.choices[0])["reason"] is None
        assert reason(player.say("cover", seat=1)) == "not_away"
        assert reason(player.say("rematch")) == "not_over"
        assert reason(player.say("dance")) == "bad_message"
        assert player.say("ping")["type"] == "pong"
        assert player.update == before


def test_a_message_that_is_not_json_is_refused(hosting: Hosting) -> None:
    with seated(hosting, "dice", BOT) as player:
        player.connection.send("{")
        refused = player.receive("refused")
        assert (refused["id"], refused["reason"]["code"]) == (None, "bad_message")


def test_a_choice_against_another_version_is_refused(hosting: Hosting) -> None:
    with seated(hosting, "solo") as player:
        old, choice = player.update["version"], player.choices[0]
        assert reason(player.choose(choice, version=old + 100)) == "bad_message"
        assert player.choose(choice)["type"] == "done"
        player.wait_until_due()
        assert reason(player.choose(choice, version=old)) == "stale"


def test_no_choice_can_be_withdrawn_once_all_have_chosen(hosting: Hosting) -> None:
    with seated(hosting, "dice", BOT) as player:
        assert player.choose(player.choices[0])["type"] == "done"
        player.wait_until_due()
        assert reason(player.say("withdraw", version=player.update["version"])) == "nothing_to_withdraw"


def test_a_client_that_reconnects_gets_the_events_that_it_missed(hosting: Hosting) -> None:
    with seated(hosting, "dice", BOT) as player:
        table, known = table_of(player), player.update["happened"][-1]["seq"]
        assert player.choose(player.choices[0])["type"] == "done"
        player.wait_until_due()
        now = player.update
    with player_at(hosting, table, since=known) as again:
        again.wait_until_due()
        assert (again.update["version"], again.update["view"]) == (now["version"], now["view"])
        assert again.heard[0]["seq"] == known + 1
        assert not again.update["fresh"]


def test_spectators_see_no_hand_and_cannot_choose(hosting: Hosting) -> None:
    with seated(hosting, "cards", BOT) as player, player_at(hosting, table_of(player), watch=True) as watcher:
        assert watcher.welcome["seat"] is None
        assert watcher.update["view"]["hand"] == watcher.update["view"]["choices"] == []
        refused = watcher.choose(player.choices[0], version=player.update["version"])
        assert reason(refused) == "not_seated"


def test_a_rematch_starts_another_game(hosting: Hosting) -> None:
    with seated(hosting, "solo") as player:
        player.play_out(random.Random(1))
        table = table_of(player)
        assert player.say("rematch")["type"] == "done"
        player.wait_until_due()
        assert player.update["info"]["games_played"] == 2
        status, body = hosting.ask("GET", f"/api/tables/{table}/replay")
        assert json.loads(body)["reason"]["code"] == "not_over"
        first, _ = hosting.ask("GET", f"/api/tables/{table}/games/1/replay")
        assert (first // 100, status // 100) == (2, 4)


def test_two_pages_of_one_player_see_the_same(hosting: Hosting) -> None:
    with seated(hosting, "solo") as player, player_at(hosting, table_of(player)) as other:
        assert player.choose(player.choices[0])["type"] == "done"
        player.wait_until_due()
        while other.update["version"] < player.update["version"]:
            other.receive("update")
        assert other.update["view"] == player.update["view"]


def test_a_table_with_the_same_key_is_opened_once(hosting: Hosting) -> None:
    key = "0123456789abcdef" * 2
    assert hosting.open_table("solo", key=key) == hosting.open_table("solo", key=key)
    refused = {"game": "solo", "seats": [{}], "name": "Ann", "key": "short"}
    status, body = hosting.ask("POST", "/api/tables", refused)
    assert (status, json.loads(body)["reason"]["code"]) == (400, "bad_message")


@pytest.mark.parametrize(
    ("new", "code"),
    [
        ({"game": "chess"}, "bad_message"),
        ({"seats": [{}, {"bot": "nobody"}]}, "bad_bot"),
        ({"game": "cards", "seats": [{}]}, "bad_table"),
        ({"name": ""}, "bad_name"),
        ({"settings": {"time_limit": 1}}, "bad_table"),
        ({"options": {"colour": "pink"}}, "bad_table"),
        ({"surprise": 1}, "bad_message"),
    ],
    ids=lambda each: each if isinstance(each, str) else next(iter(each)),
)
def test_an_invalid_table_is_refused(hosting: Hosting, new: Message, code: str) -> None:
    usual = {"game": "dice", "seats": [{}, {"bot": BOT}], "name": "Ann"}
    status, body = hosting.ask("POST", "/api/tables", {**usual, **new})
    assert (status, json.loads(body)["reason"]["code"]) == (400, code)


def test_a_connection_to_an_unknown_table_is_closed(hosting: Hosting) -> None:
    connection = hosting.connect("device-none")
    assert reason(connection.receive()) == "no_table"
    with pytest.raises(Closed, match="4404"):
        connection.receive()
    status, body = hosting.ask("GET", "/api/tables/device-none")
    assert (status // 100, json.loads(body)["reason"]["code"]) == (4, "no_table")


def test_the_summary_of_a_table_has_its_state_and_players(hosting: Hosting) -> None:
    with seated(hosting, "dice", BOT) as player:
        status, body = hosting.ask("GET", f"/api/tables/{table_of(player)}")
        summary = json.loads(body)
        assert (status, summary["state"], summary["to_act"]) == (200, "playing", [0])
        names = [seat["name"] for seat in summary["seats"]]
        assert names == ["Ann", "Otto"]
