"""Coach advice about a pad that exists only on the client's device."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from qwixx.coach.findings import Advice
from qwixx.rules.game import State
from qwixx.server import jobs
from qwixx.server.limits import PAD_BYTES
from qwixx.tables import protocol
from qwixx.tables.protocol import Dice, PadMark, PadQuestion
from tests.server.test_coach import served
from tests.server.workers import BrokenWorker, LocalWorker
from tests.tables.pad.scenes import mixed_pad, question_of

Message = dict[str, Any]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """Records the positions that the coach is asked about, and answers at once."""
    states: list[State] = []

    def advice(state: State, seat: int) -> Advice:
        states.append(state)
        return Advice("win", seat, "common", (), ())

    monkeypatch.setattr(jobs, "advise_seat", advice)
    return states


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path, LocalWorker()) as opened_client:
        yield opened_client


def question(**changed: Any) -> Message:
    body: Message = msgspec.to_builtins(question_of(mixed_pad(), 0))
    return {**body, **changed}


def test_the_coach_is_asked_over_http(client: TestClient, asked: list[State]) -> None:
    answer = client.post("/api/advice", json=question())
    assert (answer.status_code, answer.json()["seat"]) == (200, 0)
    assert asked == [mixed_pad().to_advise(0)]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"seat": 2}, "nothing_to_choose"),
        ({"dice": {"white": [4, 7], "coloured": [1, 2, 3, 4]}}, "no_position"),
        ({"logs": [[{"n": 1, "kind": "cross", "seen": 0, "colour": "pink", "number": 7}]]}, "bad_message"),
        ({"logs": [[{"n": 1, "kind": "penalty", "seen": 0}] * PAD_BYTES]}, "bad_message"),
        ({"more": 1}, "bad_message"),
    ],
)
def test_an_invalid_question_is_refused_with_an_error_message(
    client: TestClient, asked: list[State], changed: Message, code: str
) -> None:
    answer = client.post("/api/advice", json=question(**changed))
    assert (answer.status_code, answer.json()["reason"]["code"]) == (400, code)
    assert answer.json()["reason"]["text"].endswith(".")
    assert not asked


def test_five_full_sheets_fit_into_a_question() -> None:
    mark = PadMark(200, "cross", 10_000, "yellow", 12)
    body = protocol.encode(PadQuestion(((mark,) * 48,) * 5, 4, 4, Dice((6, 6), (6, 6, 6, 6)), 10_000))
    assert len(body) < PAD_BYTES


def test_a_coach_that_fails_is_reported_as_no_coach(tmp_path: Path) -> None:
    with served(tmp_path, BrokenWorker()) as client:
        answer = client.post("/api/advice", json=question())
    assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "no_coach")
