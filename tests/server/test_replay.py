"""Games to look at again: those of tables by their number, and records that somebody has."""

import asyncio
import json
import random
import re
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from qwixx.bots import RandomBot
from qwixx.cli.replay_run import split_turns
from qwixx.gameplay import Game, play
from qwixx.notation import format_outcome, format_record
from qwixx.record import Chance, Record
from qwixx.rules.events import events
from qwixx.rules.ruleset import RULESETS
from qwixx.server import limits
from qwixx.server.app import create_app
from qwixx.server.limits import Limits
from qwixx.server.rooms.replay import replay_of
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.tables import facts
from qwixx.server.tables.state import history_of, replayed
from qwixx.server.web.shared import Settings
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import happening, public_view, sheet_message
from tests.server.test_table_loader import played
from tests.strategies import NAMES
from tests.test_client import WEB

JSON = {"content-type": "application/json"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as opened:
        yield opened


@pytest.fixture
def client(store: SqliteStore) -> Iterator[TestClient]:
    with TestClient(create_app(store, Settings(limits=Limits(requests_per_second=10_000)))) as opened:
        yield opened


def keep(store: SqliteStore, table: str, past: list[facts.AnyFact]) -> None:
    asyncio.run(store.append(table, 1, [facts.encode(fact) for fact in past]))


def finished(game: str, players: int, seed: int = 1) -> Record:
    one = Game(game, NAMES[:players], seed=seed)
    play(one, [RandomBot(random.Random(seed))] * players)
    return one.record


def replayed_text(client: TestClient, text: str) -> protocol.Replay:
    answer = client.post("/api/replay", json={"record": text})
    assert answer.status_code == 200, answer.text
    return read(answer.content)


def read(data: bytes) -> protocol.Replay:
    return msgspec.json.decode(data, type=protocol.Replay)


def refusal(client: TestClient, path: str) -> tuple[int, str]:
    answer = client.get(path)
    return answer.status_code, answer.json()["reason"]["code"]


# Tables


@pytest.mark.parametrize("has_checkpoints", [True, False])
def test_every_finished_game_of_a_table_can_be_seen_again(
    client: TestClient, store: SqliteStore, has_checkpoints: bool
) -> None:
    past = played(games=2)
    starts = [place for place, fact in enumerate(past) if isinstance(fact, facts.Started)]
    if not has_checkpoints:
        past = [facts.Started(fact.bots) if isinstance(fact, facts.Started) else fact for fact in past]
    keep(store, "t", past)
    for number, end in enumerate(starts[1:], start=1):
        found = read(client.get(f"/api/tables/t/games/{number}/replay").content)
        table = replayed(past[:end])
        assert found.text == format_record(table.record())
        assert found.text == client.get(f"/api/tables/t/games/{number}/record").text
        assert (found.number, [seat.name for seat in found.seats]) == (number, list(table.names))
        assert [seat.character for seat in found.seats] == [None, "Otto", None]
        assert found.began_at is not None
        assert table.state is not None
        assert found.steps[-1].view.outcome is not None
        assert found.steps[-1].view.outcome.totals == table.state.totals


def test_a_running_game_is_secret_and_others_are_not_there(client: TestClient, store: SqliteStore) -> None:
    keep(store, "t", played(games=1))
    keep(store, "open", [facts.Opened("dice", {}, (None, None))])
    for what in ("replay", "record"):
        assert client.get(f"/api/tables/t/games/1/{what}").status_code == 200
        assert refusal(client, f"/api/tables/t/games/2/{what}") == (409, "not_over")
        assert refusal(client, f"/api/tables/t/games/3/{what}") == (404, "no_game")
        assert refusal(client, f"/api/tables/none/games/1/{what}") == (404, "no_table")
        assert refusal(client, f"/api/tables/open/games/1/{what}") == (404, "no_game")
        for number in ("0", "-1", "01", "1.5", "one", "9" * 40, "\u0661"):
            assert refusal(client, f"/api/tables/t/games/{number}/{what}") == (400, "bad_message")
    assert refusal(client, "/api/tables/t/replay") == (409, "not_over")
    assert refusal(client, "/api/tables/open/replay") == (409, "not_over")
    assert refusal(client, "/api/tables/none/replay") == (404, "no_table")


def test_the_last_game_needs_no_number(client: TestClient, store: SqliteStore) -> None:
    keep(store, "t", history_of(finished("cards", 3), {1: "master"}))
    last = client.get("/api/tables/t/replay")
    assert last.headers["content-encoding"] == "gzip"
    assert last.content == client.get("/api/tables/t/games/1/replay").content
    plain = client.get("/api/tables/t/replay", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == last.content
    assert read(plain.content).seats[1].character == "Ada"


def test_a_table_that_is_forgotten_meanwhile_is_gone_for_replays_too(
    client: TestClient, store: SqliteStore
) -> None:
    keep(store, "t", history_of(finished("dice", 2), {}))
    assert client.get("/api/tables/t/games/1/replay").status_code == 200
    assert asyncio.run(store.forget(["t"], untouched_since=2**40)) == 1
    assert refusal(client, "/api/tables/t/games/1/replay") == (404, "no_table")


def test_a_game_that_cannot_be_read_is_the_trouble_of_that_game_alone(
    client: TestClient, store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    past = [facts.encode(fact) for fact in history_of(finished("dice", 2), {})]
    broken = facts.STARTED + b'"bots":{},"before":{"seats":[],"games":1,"last_seq":0}}'
    asyncio.run(store.append("t", 1, [*past, broken, b"nonsense"]))
    assert refusal(client, "/api/tables/t/games/2/replay") == (500, "table_failed")
    assert "table_failed" in caplog.text
    assert client.get("/api/tables/t/games/1/replay").status_code == 200


# What a replay holds


@pytest.mark.parametrize("game", RULESETS)
def test_a_replay_is_what_the_rules_and_the_terminal_say(client: TestClient, game: str) -> None:
    players = RULESETS[game].max_players
    record = finished(game, players)
    found = replayed_text(client, format_record(record))
    turns = split_turns(record)
    told = [
        happening(event)
        for turn in turns
        for before, after in pairwise(turn)
        for event in events(before, after)
    ]
    assert [each for step in found.steps for each in step.happened] == told
    assert [turn.text.split(":")[0] for turn in found.turns] == [
        f"{number} {record.names[turn[0].active]}" for number, turn in enumerate(turns) if number
    ]
    assert [written(drawn) for drawn in found.drawn] == [
        format_outcome(step.outcome) for step in record.steps if isinstance(step, Chance)
    ]
    *_, (_, turn, state) = record.moments()
    last = found.steps[-1]
    assert last.view == msgspec.structs.replace(public_view(state, turn), sheets=())
    assert [found.sheets[place] for place in last.sheets] == list(map(sheet_message, state.sheets))
    hands = [tuple(map(str, hand)) for hand in state.cards.hands]
    assert [found.hands[place] for place in last.hands] == hands
    assert (found.text, found.began_at, found.number) == (format_record(record), None, None)


def written(drawn: protocol.Drawn) -> str:
    """What chance decided, as the notation has it."""
    match drawn:
        case protocol.FirstDrawn(seat):
            return f"first {seat + 1}"
        case protocol.FirstSixRolled(rolls):
            return " ".join(["first six", *map(str, rolls)])
        case protocol.CardsShuffled(cards):
            return f"shuffle {' '.join(cards)}"
        case protocol.DiceRolled(dice):
            coloured = (f"{letter}{die}" for letter, die in zip("rygb", dice.coloured, strict=True) if die)
            return " ".join(["+".join(map(str, dice.white)), *coloured])


def test_choices_of_a_common_action_are_one_step() -> None:
    found = replay_of(finished("dice", 4), [None] * 4, None, None)
    for turn, following in pairwise(found.turns):
        phases = [step.view.phase for step in found.steps[turn.begins + 1 : following.begins + 1]]
        assert phases == ["common", "own", "roll"]
    assert all(len(step.view.to_act) in (0, 1, 4) for step in found.steps)


def test_a_game_that_is_not_over_ends_where_it_ends(client: TestClient) -> None:
    lines = format_record(finished("dice", 2)).splitlines()
    whole = replayed_text(client, "\n".join(line for line in lines if not line.startswith("[Result")))
    part = replayed_text(client, '[Qwixx "dice"]\n[Seats "Ann" "Ben"]\nfirst: Ben\n1 Ben: 4+1 r3 y2 g5 b6')
    assert whole.steps[-1].view.outcome is not None
    assert part.steps[-1].view.outcome is None
    assert [step.view.phase for step in part.steps] == ["start", "roll", "common"]
    assert [turn.text for turn in part.turns] == ["1 Ben: 4+1 r3 y2 g5 b6"]
    empty = replayed_text(client, '[Qwixx "cards"]\n[Seats "Ann" "Ben"]')
    assert (len(empty.steps), empty.turns, empty.drawn) == (1, (), ())


def test_the_largest_game_is_small_on_the_wire() -> None:
    replay = replay_of(finished("cards_joker", 5), ["random"] * 5, None, None)
    assert len(protocol.encode(replay)) < 150_000


def test_bots_are_told_by_the_tag_of_the_terminal(client: TestClient) -> None:
    tags = (("Bots", "2=master 3=gap:1,2 9=solid nonsense"), ("Seed", "seven"))
    text = format_record(Record.new(RULESETS["dice"], NAMES[:3], tags))
    found = replayed_text(client, text)
    assert [seat.character for seat in found.seats] == [None, "Ada", "Otto"]
    assert found.tags == {"Bots": (tags[0][1],), "Seed": ("seven",)}


# Records with mistakes


HEAD = '[Qwixx "dice"]\n[Seats "Ann" "Ben"]\n\n'


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "expected a tag like"),
        ("<script>alert(1)</script>", 1, 1, "expected a tag like"),
        ("1. e4 e5 2. Nf3", 1, 1, "expected a tag like"),
        ("\0\u202e\x1b[2J", 1, 1, "expected a tag like"),
        ("{" * 50_000, 1, 1, "expected a tag like"),
        ("[" * 50_000, 1, 2, "the name of a tag"),
        ('[Qwixx "chess"]\n[Seats "Ann" "Ben"]', 1, 2, "no game 'chess'"),
        ('[Qwixx "dice"]\n[Seats "Ann"]', 2, 2, "2 to 5 players"),
        ('[Qwixx "dice"]\n[Seats "Ann" "ann"]', 2, 2, "every name must differ"),
        ('[Qwixx "dice"]\n[Seats "Ann\\u202e" "Ben"]', 2, 2, "cannot be a name"),
        ('[Qwixx "dice"]\n[Seats "Ann" "\\ud800"]', 2, 2, "cannot be a name"),
        (HEAD + "first: Cem", 4, 8, "the name of a player"),
        (HEAD + "first: Ann\n1 Ann: 7+1 r3 y2 g5 b6", 5, 8, "two white dice"),
        (HEAD + "first: Ann\n1 Ann: 4+1 r3 y2 g5 b6 / r6 -", 5, 26, "number for everybody"),
        (HEAD + "first: Ann\n2 Ann: 4+1 r3 y2 g5 b6", 5, 1, "'1 Ann:' at the head"),
        ('[Result "Ann 99, Ben 0; two rows"]\n' + HEAD + "first: Ann", 1, 2, "this game gives"),
    ],
)
def test_a_mistake_in_a_record_is_told_with_its_place(
    client: TestClient, text: str, line: int, column: int, problem: str
) -> None:
    answer = client.post("/api/replay", json={"record": text})
    reason = answer.json()["reason"]
    assert (answer.status_code, reason["code"]) == (400, "bad_record"), reason
    assert (reason["details"]["line"], reason["details"]["column"]) == (line, column), reason["text"]
    assert problem in reason["details"]["problem"]


def test_what_names_and_tags_hold_is_only_text(client: TestClient) -> None:
    names = ('<img src=x onerror="alert(1)">', "مريم 😀")
    text = format_record(Record.new(RULESETS["dice"], names, (("Event", "\u202e<b>\x07"),)))
    found = replayed_text(client, text.replace("<b>", "<b>\\ud800"))
    assert tuple(seat.name for seat in found.seats) == names
    assert found.tags["Event"] == ("\u202e<b>?\x07",)
    assert all(each.isprintable() or each == "\n" for each in found.text)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[Qwixx",
        b"{}",
        b'{"record": 1}',
        b'{"record": "", "more": 1}',
        b'{"record": "\xff"}',
        b"[" * 100_000,
    ],
)
def test_a_body_that_holds_no_record_is_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/replay", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["reason"]["code"]) == (400, "bad_message")


def test_a_record_that_is_too_long_is_refused_before_it_is_read(client: TestClient) -> None:
    spare = limits.RECORD_BYTES - len(json.dumps({"record": HEAD}))
    fits = client.post("/api/replay", content=json.dumps({"record": HEAD + " " * spare}), headers=JSON)
    assert fits.status_code == 200
    answer = client.post(
        "/api/replay", content=json.dumps({"record": HEAD + " " * (spare + 1)}), headers=JSON
    )
    assert (answer.status_code, answer.json()["reason"]["code"]) == (400, "bad_message")
    assert str(limits.RECORD_BYTES) in answer.json()["reason"]["text"]


def test_the_browser_knows_how_long_a_record_may_be() -> None:
    source = (WEB / "src" / "replay" / "Desk.svelte").read_text(encoding="utf-8")
    (kilobytes,) = re.findall(r"MOST_KILOBYTES = (\d+)", source)
    assert int(kilobytes) * 1024 == limits.RECORD_BYTES


def test_who_asks_for_many_at_once_is_told_to_wait(store: SqliteStore) -> None:
    few = Settings(limits=Limits(questions_per_address=1))
    with TestClient(create_app(store, few)) as client:
        replays = client.app.state.server.replays  # type: ignore[attr-defined]
        with replays._place_for("testclient"):
            answer = client.post("/api/replay", json={"record": HEAD})
            assert (answer.status_code, answer.json()["reason"]["code"]) == (429, "too_fast")
        assert client.post("/api/replay", json={"record": HEAD}).status_code == 200
        assert not replays._waiting
