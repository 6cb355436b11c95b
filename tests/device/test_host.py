"""The device host: facts are stored before they are acknowledged, and pages share them."""

import json
from collections.abc import Callable

import pytest

from qwixx.tables.game.table import Table
from tests.device.hosts import DeviceConnection, DeviceHosting, Message

BOT = "gap:1,2"


def last_update(connection: DeviceConnection) -> Message:
    updates = [json.loads(each["text"]) for each in connection.frames]
    return next(each for each in reversed(updates) if each["type"] == "update")


def said(connection: DeviceConnection) -> list[str]:
    kinds = [json.loads(each["text"])["type"] for each in connection.frames]
    connection.frames.clear()
    return kinds


def happenings(connection: DeviceConnection) -> list[str]:
    return [each["what"]["type"] for each in last_update(connection)["happened"]]


def choose(connection: DeviceConnection, update: Message) -> None:
    choice = update["view"]["choices"][0]["text"]
    connection.send(json.dumps({"type": "choose", "id": 9, "version": update["version"], "choice": choice}))


def test_a_choice_is_acknowledged_only_once_it_is_stored() -> None:
    device = DeviceHosting()
    table = device.open_table("dice", BOT)
    connection = device.connect(table)
    update = last_update(connection)
    said(connection)
    stored = list(device.facts[table])
    for why, code in (("full", "device_full"), ("failed", "device_failed")):
        device.failing = why
        choose(connection, update)
        refused = json.loads(connection.frames[-1]["text"])
        assert (refused["type"], refused["id"], refused["reason"]["code"]) == ("refused", 9, code)
        assert said(connection) == ["refused"]
    assert device.facts[table] == stored
    device.failing = None
    choose(connection, update)
    assert said(connection) == ["update", "done"]
    assert len(device.facts[table]) > len(stored)


def test_a_table_whose_opening_cannot_be_stored_is_not_opened() -> None:
    device = DeviceHosting()
    device.failing = "full"
    wanted = {"game": "solo", "seats": [{}], "name": "Ann"}
    status, body = device.ask("POST", "/api/tables", wanted)
    assert (status, json.loads(body)["reason"]["code"]) == (400, "device_full")
    assert device.facts == {}


@pytest.mark.parametrize("game", ["dice", "cards", "cards_joker"])
def test_a_game_resumes_after_a_crash(game: str) -> None:
    device = DeviceHosting()
    table = device.open_table(game, BOT, BOT)
    connection = device.connect(table)
    for _ in range(6):
        choose(connection, last_update(connection))
    before = last_update(connection)
    again = last_update(DeviceHosting(device.facts, seed=2).connect(table))
    assert (again["version"], again["view"]) == (before["version"], before["view"])


def test_two_pages_share_one_game() -> None:
    one = DeviceHosting()
    table = one.open_table("solo")
    other = DeviceHosting(one.facts, seed=2)
    here, there = one.connect(table), other.connect(table)
    old = last_update(there)
    choose(here, last_update(here))
    said(there)
    # The other page does not know this choice yet, so its own is refused as stale.
    choose(there, old)
    update, refused = (json.loads(each["text"]) for each in there.frames)
    assert refused["reason"]["code"] == "stale"
    assert update["version"] == last_update(here)["version"]
    choose(there, update)
    one.know(table)
    assert last_update(here)["view"] == last_update(there)["view"]


def test_features_that_a_device_lacks_are_refused() -> None:
    device = DeviceHosting()
    for new, code in (
        ({"seats": [{}, {}]}, "bad_table"),
        ({"seats": [{}, {"bot": "novice"}]}, "bad_bot"),
        ({"game": "solo", "seats": [{}], "settings": {"daily": "2026-11-16"}}, "bad_table"),
    ):
        wanted = {"game": "dice", "seats": [{}, {"bot": BOT}], "name": "Ann", **new}
        status, body = device.ask("POST", "/api/tables", wanted)
        assert (status, json.loads(body)["reason"]["code"]) == (400, code)
    for method, path in (("GET", "/api/tables"), ("POST", "/api/pads"), ("DELETE", "/api/tables/device-1")):
        assert json.loads(device.ask(method, path)[1])["reason"]["code"] in ("no_page", "no_table")
    connection = device.connect(device.open_table("dice", BOT))
    for message in ({"type": "hint"}, {"type": "say", "text": "hi"}, {"type": "react", "reaction": "clap"}):
        connection.send(json.dumps({"id": 3, **message}))
        answer = json.loads(connection.frames[-1]["text"])
        assert (answer["type"], answer["id"]) == ("refused", 3)


def test_the_device_has_no_fair_dice_and_no_hints() -> None:
    device = DeviceHosting()
    update = last_update(device.connect(device.open_table("dice", BOT, settings={"hints": True})))
    assert update["info"]["commitments"] == []
    assert update["info"]["settings"]["hints"] is False


def test_a_time_limit_passes_for_the_player() -> None:
    device = DeviceHosting()
    table = device.open_table("solo", settings={"time_limit": 5})
    connection = device.connect(table)
    device.tick(table)
    said(connection)
    device.clock += 4
    device.tick(table)
    assert said(connection) == []
    device.clock += 2
    device.tick(table)
    assert "timed_out" in happenings(connection)


def test_a_table_without_a_connected_page_is_paused() -> None:
    device = DeviceHosting()
    table = device.open_table("dice", BOT, settings={"time_limit": 5})
    connection = device.connect(table)
    connection.close()
    stored = len(device.facts[table])
    device.clock += 1000
    device.tick(table)
    assert len(device.facts[table]) == stored


@pytest.mark.parametrize("is_restarted", [False, True], ids=["same worker", "new worker"])
def test_a_player_who_reconnects_gets_the_whole_time_limit(is_restarted: bool) -> None:
    device = DeviceHosting()
    table = device.open_table("solo", settings={"time_limit": 5})
    device.connect(table).close()
    if is_restarted:
        device = DeviceHosting(device.facts)
    device.clock += 3600
    connection = device.connect(table)
    assert last_update(connection)["seconds_left"] == 5
    device.tick(table)
    assert "timed_out" not in happenings(connection)
    device.clock += 6
    device.tick(table)
    assert "timed_out" in happenings(connection)


UNKNOWN = {"fact": '{"fact":"Danced","seat":0}', "at": 1.0}


@pytest.mark.parametrize(
    "damage",
    [
        lambda facts: facts.append(UNKNOWN),
        lambda facts: facts.append({"fact": "{", "at": 1.0}),
        lambda facts: facts.pop(0),
        lambda facts: facts.append({"at": 1.0}),
    ],
    ids=["of a newer version", "cut off", "without its opening", "without a fact"],
)
def test_an_unreadable_table_does_not_affect_others(damage: Callable[[list[Message]], None]) -> None:
    device = DeviceHosting()
    bad, good = device.open_table("solo"), device.open_table("solo", key="0123456789abcdef" * 2)
    intact = list(device.facts[bad])
    damage(device.facts[bad])
    device = DeviceHosting(device.facts)
    connection = device.connect(bad)
    assert json.loads(connection.frames[0]["text"])["reason"]["code"] == "device_unreadable"
    assert connection.frames[1]["code"] == 4503
    status, body = device.ask("GET", f"/api/tables/{bad}")
    assert (status, json.loads(body)["reason"]["code"]) == (400, "device_unreadable")
    assert device.failures
    assert last_update(device.connect(good))["info"]["state"] == "playing"
    device.facts[bad] = intact
    assert last_update(device.connect(bad))["info"]["state"] == "playing"


def test_a_fact_of_a_newer_version_closes_the_connection() -> None:
    device = DeviceHosting()
    table = device.open_table("solo")
    connection = device.connect(table)
    said(connection)
    device.facts[table].append(UNKNOWN)
    choose_first = {"type": "choose", "id": 9, "version": device.host.version(table), "choice": "pass"}
    device.know(table)
    assert connection.frames[-1]["code"] == 4503
    connection.frames.clear()
    connection.send(json.dumps(choose_first))
    assert not connection.frames, "the connection is closed"


def test_a_command_that_fails_is_answered_before_the_connection_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    device = DeviceHosting()
    table = device.open_table("solo")
    connection = device.connect(table)
    update = last_update(connection)
    said(connection)
    with monkeypatch.context() as broken:
        broken.setattr(Table, "plan", lambda *_: 1 / 0)
        choose(connection, update)
    refused, ending = json.loads(connection.frames[0]["text"]), connection.frames[-1]
    assert (refused["id"], refused["reason"]["code"], ending["code"]) == (9, "device_unreadable", 4503)
    assert "ZeroDivisionError" in device.failures[0]
    again = device.connect(table)
    choose(again, last_update(again))
    assert "done" in said(again)


def test_a_table_that_could_not_be_loaded_is_not_reported_as_missing() -> None:
    device = DeviceHosting()
    table = device.open_table("solo")
    device = DeviceHosting(device.facts)
    device.host.load_failed(table)
    for _ in range(2):
        answer = device.settle(device.host.request("GET", f"/api/tables/{table}", "", 1.0))["answer"]
        assert json.loads(answer["body"])["reason"]["code"] == "device_unreadable"
    assert json.loads(device.ask("GET", f"/api/tables/{table}")[1])["state"] == "playing"


def test_earlier_games_can_be_replayed() -> None:
    device = DeviceHosting()
    table = device.open_table("solo")
    connection = device.connect(table)
    for _ in range(2):
        while last_update(connection)["info"]["state"] != "over":
            choose(connection, last_update(connection))
        connection.send(json.dumps({"type": "rematch", "id": 1, "wanted": True}))
    again = DeviceHosting(device.facts)
    for number in (1, 2):
        status, body = again.ask("GET", f"/api/tables/{table}/games/{number}/replay")
        assert (status, json.loads(body)["number"]) == (200, number)
        assert json.loads(body)["steps"][-1]["view"]["outcome"] is not None
    assert (
        json.loads(again.ask("GET", f"/api/tables/{table}/games/3/record")[1])["reason"]["code"] == "not_over"
    )
    assert (
        json.loads(again.ask("GET", f"/api/tables/{table}/games/4/record")[1])["reason"]["code"] == "no_game"
    )
