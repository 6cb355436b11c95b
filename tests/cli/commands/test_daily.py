"""``qwixx daily``: the daily dice and puzzle."""

import argparse
from pathlib import Path

import pytest

from qwixx.daily import DailyDealer, puzzle_of
from qwixx.notation import parse_record
from qwixx.record import ChanceStep
from qwixx.rules.chance import RollNode
from tests.command_line import Run

DAY = "2026-11-16"
ENTERS = "\n" * 20


@pytest.mark.usefixtures("solved")
def test_the_dice_are_those_of_the_day(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "game.qwixx"
    left = run("daily", DAY, "--name", "Ann", "--save", saved, typed="\n\nq\n")
    assert left.status == 0
    ended = run("play", "--resume", saved, typed=ENTERS)
    assert ended.status == 0
    record = parse_record(saved.read_text())
    assert dict(record.tags)["Daily"] == DAY
    rolls = [step.outcome for step in record.steps if isinstance(step, ChanceStep)]
    rolled = DailyDealer(DAY)
    nodes = [state.chance for state in record.states()]
    assert rolls == [rolled.draw(node) for node in nodes if isinstance(node, RollNode)]


@pytest.mark.usefixtures("solved")
def test_best_play_is_reported_for_comparison(run: Run) -> None:
    ran = run("daily", DAY, "--name", "Ann", "--auto", typed=ENTERS)
    assert ran.status == 0
    assert ran.out.splitlines()[-1].startswith("Best play averages 10.0 points over all dice, and makes ")


def test_there_are_no_hints_with_the_daily_dice(run: Run) -> None:
    assert "There are no hints with the dice of a day" in run("daily", DAY, typed="h\nq\n").out


def test_the_daily_puzzle_is_that_of_the_server(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def note(args: argparse.Namespace) -> int:
        asked.append((args.game, args.seed))
        return 0

    monkeypatch.setattr("qwixx.cli.commands.puzzle.run", note)
    assert run("daily", DAY, "--puzzle").status == 0
    assert asked == [tuple(puzzle_of(DAY))]


@pytest.mark.parametrize("day", ["2025-12-31", "2999-01-01", "tomorrow"])
def test_an_invalid_day_is_refused(run: Run, day: str) -> None:
    ran = run("daily", day)
    assert (ran.status, ran.out) == (2, "")
    assert f"there is nothing daily for '{day}'" in ran.err
