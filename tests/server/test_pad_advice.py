"""What the coach is asked about a pad that only its own device knows."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from qwixx.coach.findings import Advice
from qwixx.rules.colours import Colour
from qwixx.rules.game import State
from qwixx.server.limits import PAD_BYTES
from qwixx.server.pads.pad import Pad
from qwixx.server.pads.question import position_asked
from qwixx.server.pads.state import in_force
from qwixx.server.thinking import jobs
from qwixx.server.wire import protocol
from qwixx.server.wire.protocol import Dice, PadMark, PadQuestion
from tests.server.test_coach import served
from tests.server.test_pad_game import rolled
from tests.server.thinkers import Broken, Here
from tests.server.written_pads import cross, lock, opened, penalise, undo

Message = dict[str, Any]

WHOLE: Message = {"white": [4, 3], "coloured": [1, 2, 5, 6]}


def asked_of(pad: Pad, seat: int) -> PadQuestion:
    """The question of a device that keeps a pad like this one for itself."""
    roll = pad.now.roll
    assert roll is not None
    logs = tuple(tuple(written.mark for written in in_force(log)) for log in pad.now.logs)
    return PadQuestion(logs, seat, roll.seat, Dice(roll.dice.white, roll.dice.colours), roll.seq)


def mixed_pad() -> Pad:
    """A row is closed, something was taken back, and Ann crossed the sum of her roll."""
    pad = opened("Ann", "Ben", "Cem")
    lock(pad, 1, Colour.GREEN)
    cross(pad, 2, Colour.BLUE, 9)
    penalise(pad, 2)
    undo(pad, 2, 1)
    rolled(pad, dice=Dice((4, 3), (1, 2, None, 6)))
    cross(pad, 0, Colour.RED, 7)
    cross(pad, 2, Colour.YELLOW, 7)
    return pad


@pytest.mark.parametrize("seat", [0, 1])
def test_a_pad_of_one_device_is_judged_as_a_shared_one(seat: int) -> None:
    pad = mixed_pad()
    assert position_asked(asked_of(pad, seat)) == pad.to_advise(seat)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[State]:
    """What the coach was asked; it answers at once."""
    states: list[State] = []

    def advice(state: State, seat: int) -> Advice:
        states.append(state)
        return Advice("win", seat, "common", (), ())

    monkeypatch.setattr(jobs, "advice", advice)
    return states


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path, Here()) as opened_client:
        yield opened_client


def question(**changed: Any) -> Message:
    body: Message = msgspec.to_builtins(asked_of(mixed_pad(), 0))
    return {**body, **changed}


def test_the_coach_is_asked_over_http(client: TestClient, asked: list[State]) -> None:
    answer = client.post("/api/advice", json=question())
    assert (answer.status_code, answer.json()["seat"]) == (200, 0)
    assert asked == [mixed_pad().to_advise(0)]


def cross_of(number: int, **changed: Any) -> Message:
    return {"n": 1, "kind": "cross", "seen": 0, "colour": "red", "number": number, **changed}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"logs": []}, "bad_message"),
        ({"logs": [[]] * 6}, "bad_message"),
        ({"seat": 3}, "bad_message"),
        ({"seat": -1}, "bad_message"),
        ({"active": 3}, "bad_message"),
        ({"dice": {"white": [4, 3], "coloured": [1, 2]}}, "bad_message"),
        ({"dice": {"white": [4, 7], "coloured": [1, 2, 3, 4]}}, "no_position"),
        ({"logs": [[cross_of(13)]], "active": 0}, "no_position"),
        ({"logs": [[cross_of(12)]], "active": 0}, "no_position"),
        ({"logs": [[cross_of(10**18)]], "active": 0}, "no_position"),
        ({"logs": [[cross_of(7), cross_of(6)]], "active": 0}, "no_position"),
        ({"logs": [[{"n": 1, "kind": "penalty", "seen": 0}] * 9], "dice": WHOLE}, "no_position"),
        ({"logs": [[{"n": 1, "kind": "penalty", "seen": 0, "colour": "red"}]]}, "bad_message"),
        ({"logs": [[cross_of(7, colour="pink")]]}, "bad_message"),
        ({"logs": [[{"n": 1, "kind": "close", "seen": 0, "colour": "red"}]]}, "sheets_unknown"),
        ({"dice": {"white": [4, 3], "coloured": [None, None, None, None]}}, "no_roll"),
        ({"seat": 2}, "nothing_to_choose"),
        ({"more": 1}, "bad_message"),
        ({"logs": [[cross_of(7)] * PAD_BYTES]}, "bad_message"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_a_sentence(
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


def test_a_coach_who_cannot_help_says_so(tmp_path: Path) -> None:
    with served(tmp_path, Broken()) as client:
        answer = client.post("/api/advice", json=question())
    assert (answer.status_code, answer.json()["reason"]["code"]) == (404, "no_coach")
