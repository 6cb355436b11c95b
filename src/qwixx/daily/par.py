"""What best play makes of the dice of a day."""

from typing import NamedTuple

from qwixx.daily.days import DAILY_TAG
from qwixx.daily.dice import DailyDealer
from qwixx.gameplay import Game
from qwixx.record import Record
from qwixx.rules.ruleset import SOLO
from qwixx.solver.solution import Solution

NAME = "Best play"


class Par(NamedTuple):
    """What to compare a game with: the exact mean of best play over all dice, and its game with these."""

    expected: float
    record: Record


def par_of(day: str, solved: Solution) -> Par:
    """Best play through the dice of a day, which it does not know beforehand.

    Of choices that are worth the same it makes the first, in the order of the rules.
    """
    game = Game(SOLO, [NAME], dealer=DailyDealer(day), tags=[(DAILY_TAG, day)])
    while not game.advance().is_over:
        for choice in solved.rank(game.state)[0].choices:
            game.apply(0, choice)
    return Par(solved.empty_sheet[0], game.record)
