"""Daily tables: the same dice for all players, for days that have begun, also after a restart."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from qwixx.daily import FIRST_DAY, day_at, faces
from qwixx.notation import parse_record
from qwixx.record import ChanceStep, Record
from qwixx.rules.chance import Roll
from qwixx.server.app import create_app
from qwixx.server.stores.sqlite.store import SqliteStore
from tests.caches import cache_of_this_run, environment_with
from tests.server.web.clients import asked, play_out, receive
from tests.server.workers import LocalWorker, pool_of

NOW = 1794830400.0  # noon of 16 November 2026, UTC
TODAY = day_at(NOW)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("qwixx.server.rooms.lobby.Calendar.now", lambda self: NOW)
    return tmp_path / "tables.sqlite"


@pytest.fixture
def client(path: Path) -> Iterator[TestClient]:
    with closing(SqliteStore.open(path)) as store, TestClient(create_app(store)) as opened:
        yield opened


def opening(daily: object = TODAY, **more: object) -> dict[str, Any]:
    return {"game": "solo", "seats": [{}], "name": "Ann", "settings": {"daily": daily}, **more}


def open_daily(client: TestClient, daily: str = TODAY) -> str:
    answer = client.post("/api/tables", json=opening(daily))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def played(client: TestClient, table: str) -> Record:
    with client.websocket_connect(f"/ws/{table}") as socket:
        play_out(socket)
    return parse_record(client.get(f"/api/tables/{table}/record").text)


def rolls(record: Record) -> list[tuple[int | None, ...]]:
    outcomes = [step.outcome for step in record.steps if isinstance(step, ChanceStep)]
    return [(*roll.white, *roll.colours) for roll in outcomes if isinstance(roll, Roll)]


def assert_of_day(record: Record, day: str) -> None:
    for draw, dice in enumerate(rolls(record)):
        assert all(die in (face, None) for die, face in zip(dice, faces(day, draw), strict=True))


def test_two_tables_of_a_day_have_the_same_dice_and_record_the_day(client: TestClient) -> None:
    first, second = (played(client, open_daily(client)) for _ in range(2))
    assert first.tags == second.tags == (("Daily", TODAY),)
    assert first.steps == second.steps, "the same choices were made"
    assert_of_day(first, TODAY)
    other = played(client, open_daily(client, "2026-11-15"))
    assert rolls(other)[0] != rolls(first)[0]
    assert_of_day(other, "2026-11-15")


def test_a_rematch_at_a_daily_table_has_the_same_dice_again(client: TestClient) -> None:
    table = open_daily(client)
    first = played(client, table)
    with client.websocket_connect(f"/ws/{table}") as socket:
        receive(socket, "update")
        answer, _ = asked(socket, {"type": "rematch", "id": 1})
        assert answer["type"] == "done"
    assert played(client, table).steps == first.steps


def test_a_game_continues_with_the_dice_of_the_day_after_a_restart(path: Path) -> None:
    with closing(SqliteStore.open(path)) as store, TestClient(create_app(store)) as client:
        table = open_daily(client)
        with client.websocket_connect(f"/ws/{table}") as socket:
            before = receive(socket, "update")
            for number in (1, 2):
                command = {"type": "choose", "id": number, "version": before["version"], "choice": "-"}
                _, update = asked(socket, command)
                before = update or before
        cookies = dict(client.cookies)
    with closing(SqliteStore.open(path)) as store, TestClient(create_app(store)) as client:
        client.cookies.update(cookies)
        record = played(client, table)
    assert record.state.is_over
    assert len(rolls(record)) > 2
    assert_of_day(record, TODAY)


@pytest.mark.parametrize("day", ["2026-11-17", "2025-12-31", "2026-02-30", "yesterday", "x" * 200])
def test_a_future_or_invalid_day_is_refused(client: TestClient, day: str) -> None:
    answers = [client.post("/api/tables", json=opening(day)), client.get(f"/api/daily/{day}/par")]
    for answer in (*answers, client.get(f"/api/daily/{day}")):
        assert answer.status_code == 404
        reason = answer.json()["reason"]
        assert reason["code"] == "no_daily"
        assert (reason["details"]["first"], reason["details"]["last"]) == (FIRST_DAY, TODAY)
        assert len(reason["text"]) < 200


def test_daily_dice_are_only_for_the_solo_game(client: TestClient) -> None:
    answer = client.post("/api/tables", json=opening(game="dice", seats=[{}, {"bot": "gap:1,2"}]))
    assert answer.status_code == 400
    assert "the dice of a day are for the solo game" in answer.json()["reason"]["text"]
    assert client.post("/api/tables", json=opening(16)).json()["reason"]["code"] == "bad_message"


def test_hints_are_off_at_daily_tables_unless_requested(client: TestClient) -> None:
    daily = client.get(f"/api/tables/{open_daily(client)}").json()["settings"]
    assert (daily["hints"], daily["daily"]) == (False, TODAY)
    practice = client.post("/api/tables", json=opening(settings={"daily": TODAY, "hints": True})).json()[
        "table"
    ]
    assert client.get(f"/api/tables/{practice}").json()["settings"]["hints"] is True


def test_the_server_reports_the_current_day_and_when_it_ends(client: TestClient) -> None:
    assert client.get("/api/daily").json() == {
        "date": TODAY,
        "today": TODAY,
        "first": FIRST_DAY,
        "seconds_left": 12 * 3600,
        "puzzle_game": "dice",
        "puzzle_seed": 191283946,
    }
    assert client.get("/api/daily/2026-11-14").json()["date"] == "2026-11-14"


def test_the_par_of_a_day_is_computed_once(
    path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment_with(cache_of_this_run(tmp_path_factory)).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("qwixx.server.coach.ANSWER_SECONDS", 600.0)
    worker = LocalWorker()
    with (
        closing(SqliteStore.open(path)) as store,
        TestClient(create_app(store, pool=pool_of(worker))) as client,
    ):
        first, second = (client.get(f"/api/daily/{TODAY}/par").json() for _ in range(2))
    assert first == second
    assert first["date"] == TODAY
    assert first["expected"] == pytest.approx(115.483126, abs=1e-6)
    assert first["total"] == first["sheet"]["total"]
    assert worker.asked == ["par_of_day"]
