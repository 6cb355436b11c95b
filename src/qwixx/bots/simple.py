"""Bots without a net: one chooses at random, one skips as few numbers as it can.

Other bots are measured against these two, so they play exactly as docs/bots.md says.
"""

import random

from qwixx.bots.errors import BotError, check_decision
from qwixx.rules.choices import PASS, Choice, Cross, Play, Take
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.ruleset import Phase
from qwixx.rules.sheet import Sheet
from qwixx.rules.view import View
from qwixx.seeds import Seed, generator

MOST_SKIPPED_AFTER_A_CROSS = 1


class RandomBot:
    """Every legal choice is equally likely."""

    def __init__(self, rng: Seed | random.Random | None = None) -> None:
        self._rng = generator(rng)

    def __repr__(self) -> str:
        return "<RandomBot>"

    def choose(self, view: View) -> Choice:
        """Any legal choice, all equally likely."""
        check_decision(view)
        return self._rng.choice(view.choices)


class GapBot:
    """``gap:a,b`` crosses the common number if it skips at most a.

    Its own cross may skip b if it would otherwise take a penalty, and 1 after a cross this turn.
    """

    def __init__(self, common: int, threatened: int) -> None:
        for limit in (common, threatened):
            if not hasattr(limit, "__index__") or limit < 0:
                raise BotError(f"GapBot takes two limits from 0, as in GapBot(1, 2), not {limit!r}")
        self.common = common
        self.threatened = threatened

    def __repr__(self) -> str:
        return f"GapBot({self.common}, {self.threatened})"

    def choose(self, view: View) -> Choice:
        """The choice that skips fewest numbers, as far as the limits allow."""
        check_decision(view)
        if view.phase is Phase.COMMON:
            return _least_skipping(view, self.common)
        if view.phase is Phase.OWN:
            return _least_skipping(view, self._limit(view))
        if view.phase is Phase.DRAW:
            return _lowest_places(view)
        return self._play(view)

    def _play(self, view: View) -> Choice:
        sheet = _own_sheet(view)
        plays = [choice for choice in view.choices if isinstance(choice, Play) and choice.numbers]
        if plays:
            best = min(plays, key=lambda play: (_skipped_per_cross(sheet, play), -len(play.numbers)))
            if _skipped_per_cross(sheet, best) <= self._limit(view):
                return best
        leftmost = view.hand[0]
        return Play((leftmost,), leftmost.colour if leftmost.colour is not None else COLOURS[0])

    def _limit(self, view: View) -> int:
        return MOST_SKIPPED_AFTER_A_CROSS if view.crossed is not None else self.threatened


def _own_sheet(view: View) -> Sheet:
    assert view.seat is not None
    return view.sheets[view.seat]


def skipped(sheet: Sheet, colour: Colour, number: int) -> int:
    """Numbers between the row's last cross, or its left edge, and this one."""
    row = sheet.rows[colour]
    return colour.place(number) - (colour.place(row[-1]) + 1 if row else 0)


def _least_skipping(view: View, limit: int) -> Choice:
    """The cross that skips least, the first of equals; PASS where it skips more than the limit."""
    sheet = _own_sheet(view)
    crosses = [choice for choice in view.choices if isinstance(choice, Cross)]
    best = min(crosses, key=lambda cross: skipped(sheet, cross.colour, cross.number), default=None)
    if best is not None and skipped(sheet, best.colour, best.number) <= limit:
        return best
    return PASS


def _skipped_per_cross(sheet: Sheet, play: Play) -> float:
    over_all = skipped(sheet, play.colour, play.numbers[-1]) + 1 - len(play.numbers)
    return over_all / len(play.numbers)


def _lowest_places(view: View) -> Choice:
    draws = [choice for choice in view.choices if isinstance(choice, Take)]
    return min(draws, key=lambda draw: draw.places)
