"""Replays: games of tables by number, and uploaded records."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path

import anyio.lowlevel
import msgspec
import pytest
from starlette.testclient import TestClient

from qwixx.bots import RandomBot
from qwixx.gameplay import Game, play
from qwixx.notation import format_record
from qwixx.record import Record
from qwixx.rules.ruleset import RULESETS
from qwixx.server import limits
from qwixx.server.app import create_app
from qwixx.server.limits import Limits
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.web.context import Settings
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.opening import history_of
from qwixx.tables.game.state import replayed
from qwixx.tables.refusals import Refusal
from tests.strategies import NAMES
from tests.tables.game.scenes import played

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
    starts = [number for number, fact in enumerate(past, start=1) if isinstance(fact, facts.Started)]
    asyncio.run(store.append(table, 1, [facts.encode(fact) for fact in past], game_starts=starts))


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


def test_every_finished_game_of_a_table_can_be_replayed(client: TestClient, store: SqliteStore) -> None:
    past = played(games=2)
    starts = [place for place, fact in enumerate(past) if isinstance(fact, facts.Started)]
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


def test_a_running_game_is_not_replayed_and_missing_games_are_not_found(
    client: TestClient, store: SqliteStore
) -> None:
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


def test_the_last_game_can_be_replayed_without_its_number(client: TestClient, store: SqliteStore) -> None:
    keep(store, "t", history_of(finished("cards", 3), {1: "master"}))
    last = client.get("/api/tables/t/replay")
    assert last.headers["content-encoding"] == "gzip"
    assert last.content == client.get("/api/tables/t/games/1/replay").content
    plain = client.get("/api/tables/t/replay", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == last.content
    assert read(plain.content).seats[1].character == "Ada"


def test_a_deleted_table_has_no_replays(client: TestClient, store: SqliteStore) -> None:
    keep(store, "t", history_of(finished("dice", 2), {}))
    assert client.get("/api/tables/t/games/1/replay").status_code == 200
    assert asyncio.run(store.delete(["t"], untouched_since=2**40)) == 1
    assert refusal(client, "/api/tables/t/games/1/replay") == (404, "no_table")


def test_an_unreadable_game_does_not_affect_other_games_of_its_table(
    client: TestClient, store: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    past = history_of(finished("dice", 2), {})
    keep(store, "t", past)
    number = len(past) + 1
    asyncio.run(store.append("t", number, [b"nonsense"], game_starts=[number]))
    assert refusal(client, "/api/tables/t/games/2/replay") == (500, "table_failed")
    assert "table_failed" in caplog.text
    assert client.get("/api/tables/t/games/1/replay").status_code == 200


# Content of a replay


def test_an_unfinished_game_is_replayed_up_to_its_last_step(client: TestClient) -> None:
    lines = format_record(finished("dice", 2)).splitlines()
    whole = replayed_text(client, "\n".join(line for line in lines if not line.startswith("[Result")))
    part = replayed_text(client, '[Qwixx "dice"]\n[Seats "Ann" "Ben"]\nfirst: Ben\n1 Ben: 4+1 r3 y2 g5 b6')
    assert whole.steps[-1].view.outcome is not None
    assert part.steps[-1].view.outcome is None
    assert [step.view.phase for step in part.steps] == ["start", "roll", "common"]
    assert [turn.text for turn in part.turns] == ["1 Ben: 4+1 r3 y2 g5 b6"]
    empty = replayed_text(client, '[Qwixx "cards"]\n[Seats "Ann" "Ben"]')
    assert (len(empty.steps), empty.turns, empty.drawn) == (1, (), ())


def test_bots_are_recognized_by_the_bots_tag_of_the_terminal(client: TestClient) -> None:
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
        (HEAD + "first: Ann\n1 Ann: 4+1 r3 y2 g5 b6 / r6 -", 5, 26, "number for everyone"),
        (HEAD + "first: Ann\n2 Ann: 4+1 r3 y2 g5 b6", 5, 1, "'1 Ann:' at the head"),
        ('[Result "Ann 99, Ben 0; two rows"]\n' + HEAD + "first: Ann", 1, 2, "this game gives"),
    ],
)
def test_a_mistake_in_a_record_is_reported_with_its_line_and_column(
    client: TestClient, text: str, line: int, column: int, problem: str
) -> None:
    answer = client.post("/api/replay", json={"record": text})
    reason = answer.json()["reason"]
    assert (answer.status_code, reason["code"]) == (400, "bad_record"), reason
    assert (reason["details"]["line"], reason["details"]["column"]) == (line, column), reason["text"]
    assert problem in reason["details"]["problem"]


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        f'[Qwixx "dice"]\n[Seats "{LONG}" "Ben"]',
        f'[Qwixx "{LONG}"]\n[Seats "Ann" "Ben"]',
        f'[Result "{LONG}"]\n{HEAD}',
        f'[{LONG} "\\q"]\n{HEAD}',
        f'[Event "{LONG}\\q"]\n{HEAD}',
        f"{HEAD}first: {LONG}",
    ],
    ids=["name", "game", "result", "tag", "text", "line"],
)
def test_an_error_message_does_not_repeat_long_input(client: TestClient, text: str) -> None:
    answer = client.post("/api/replay", json={"record": text})
    assert answer.json()["reason"]["code"] == "bad_record"
    assert len(answer.content) < 2000


def test_a_refused_body_is_not_repeated_either(client: TestClient) -> None:
    answer = client.post("/api/replay", json={"record": HEAD, LONG: 1})
    assert answer.json()["reason"]["code"] == "bad_message"
    assert len(answer.content) < 2000


def test_names_and_tags_are_plain_text(client: TestClient) -> None:
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
def test_a_malformed_body_is_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/replay", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["reason"]["code"]) == (400, "bad_message")


def test_a_record_that_is_too_long_is_refused_before_it_is_parsed(client: TestClient) -> None:
    spare = limits.RECORD_BYTES - len(json.dumps({"record": HEAD}))
    fits = client.post("/api/replay", content=json.dumps({"record": HEAD + " " * spare}), headers=JSON)
    assert fits.status_code == 200
    answer = client.post(
        "/api/replay", content=json.dumps({"record": HEAD + " " * (spare + 1)}), headers=JSON
    )
    assert (answer.status_code, answer.json()["reason"]["code"]) == (400, "bad_message")
    assert str(limits.RECORD_BYTES) in answer.json()["reason"]["text"]


def test_concurrent_requests_per_address_are_limited(store: SqliteStore) -> None:
    few = Settings(limits=Limits(questions_per_address=1))
    with TestClient(create_app(store, few)) as client, held(client) as waiting:
        waiting("testclient", 1)
        answer = client.post("/api/replay", json={"record": HEAD})
        assert (answer.status_code, answer.json()["reason"]["code"]) == (429, "too_fast")


def test_addresses_with_many_requests_do_not_block_others(store: SqliteStore) -> None:
    few = Settings(limits=Limits(questions_per_address=4, questions=8))
    with TestClient(create_app(store, few)) as client, held(client) as waiting:
        crowd = waiting("192.0.2.1", 4) + waiting("192.0.2.2", 4)
        (one,) = waiting("192.0.2.3", 1)
        assert [each.done() for each in crowd] == [False] * 3 + [True] + [False] * 4
        assert isinstance(crowd[3].exception(), Refusal)
    assert not one.cancelled()
    assert one.result(), "its job is done"


@contextmanager
def held(client: TestClient) -> Iterator[Callable[[str, int], list[Future[bytes]]]]:
    """Block the queue; yields a function that sends requests from an address."""
    assert client.portal is not None
    portal, replays = client.portal, client.app.state.context.replays  # type: ignore[attr-defined]
    asked: list[Future[bytes]] = []

    def wait(who: str, times: int) -> list[Future[bytes]]:
        new = [portal.start_task_soon(replays.of_text, who, HEAD) for _ in range(times)]
        portal.call(anyio.lowlevel.checkpoint)
        portal.call(anyio.lowlevel.checkpoint)
        asked.extend(new)
        return new

    # This job starts first, and does not end before the test does.
    gate = anyio.Event()
    portal.start_task_soon(replays._queue.run, "another", gate.wait)
    yield wait
    portal.call(gate.set)
    for each in asked:
        each.exception(timeout=20)
