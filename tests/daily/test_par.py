"""Par: optimal play with the dice of a day, checked against the solved game."""

from statistics import fmean

import pytest

from qwixx.coach.game_review import review
from qwixx.coach.judges import SoloJudge
from qwixx.daily import faces, par_of
from qwixx.notation import format_record, parse_record
from qwixx.record import ChanceStep
from qwixx.rules.chance import Roll
from qwixx.solver.solved import Solution

DAY = "2026-11-16"


def test_par_uses_the_dice_of_the_day_and_plays_optimally(solved: Solution) -> None:
    expected, record = par_of(DAY, solved)
    assert expected == solved.empty_sheet[0] == pytest.approx(115.483126, abs=1e-6)
    assert record.state.is_over
    assert '[Daily "2026-11-16"]' in format_record(record)
    assert parse_record(format_record(record)) == record
    rolls = [step.outcome for step in record.steps if isinstance(step, ChanceStep)]
    for draw, roll in enumerate(rolls):
        assert isinstance(roll, Roll)
        shown = (*roll.white, *roll.colours)
        assert all(die in (face, None) for die, face in zip(shown, faces(DAY, draw), strict=True))
    judged = review(record, judge=SoloJudge(solved))
    assert judged.seats[0].skill == pytest.approx(0, abs=1e-3)


def test_mean_par_over_many_days_is_near_the_expected_total(solved: Solution) -> None:
    days = [f"2026-{month:02}-{day:02}" for month in (3, 7) for day in range(1, 21)]
    totals = [par_of(day, solved).record.state.totals[0] for day in days]
    # The standard deviation of one total is 27.07, so that of this mean is 4.3.
    assert abs(fmean(totals) - solved.empty_sheet[0]) < 13
