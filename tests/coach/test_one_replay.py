"""A review replays its record only once, in every way to request it."""

from pathlib import Path

import pytest

from qwixx.bots import make_bot
from qwixx.cli import main
from qwixx.coach.game_review import review
from qwixx.gameplay import Game, play
from qwixx.notation import format_record
from qwixx.record import ChanceStep, Record
from qwixx.rules.chance import ChanceOutcome
from qwixx.rules.game import State
from qwixx.rules.ruleset import DICE, Ruleset
from qwixx.server import jobs
from tests.coach.oracle import Oracle, judge_by


@pytest.fixture
def record() -> Record:
    game = Game(DICE, ["Ann", "Ben"], seed=2)
    play(game, [make_bot("gap:1,2")] * 2)
    return game.record


@pytest.fixture
def chances(record: Record, monkeypatch: pytest.MonkeyPatch) -> list[ChanceOutcome]:
    """The chance outcomes that the rules applied, in order.

    The judge of the dice game applies only choices, so that these calls are replays.
    """
    found: list[ChanceOutcome] = []
    apply_chance = State.apply_chance

    def counted(state: State, outcome: ChanceOutcome) -> State:
        found.append(outcome)
        return apply_chance(state, outcome)

    def oracle(rules: Ruleset, players: int) -> object:
        return judge_by(Oracle(), rules)

    monkeypatch.setattr(State, "apply_chance", counted)
    monkeypatch.setattr("qwixx.coach.game_review.judge_for", oracle)
    monkeypatch.setattr("qwixx.coach.judges.judge_for", oracle)
    return found


def on_record(record: Record) -> list[ChanceOutcome]:
    return [step.outcome for step in record.steps if isinstance(step, ChanceStep)]


def test_review_from_python(record: Record, chances: list[ChanceOutcome]) -> None:
    review(record)
    assert chances == on_record(record)


def test_review_at_the_server_with_the_view_of_each_seat(
    record: Record, chances: list[ChanceOutcome]
) -> None:
    jobs.game_review(record)
    assert chances == on_record(record)


def test_review_of_a_file_replays_once_more_to_parse_it(
    record: Record, chances: list[ChanceOutcome], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.qwixx"
    path.write_text(format_record(record), encoding="utf-8")
    chances.clear()
    assert main(["review", str(path)]) == 0
    assert capsys.readouterr().out
    assert chances == on_record(record) * 2
