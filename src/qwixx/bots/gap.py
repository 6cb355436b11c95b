"""A player who skips as few numbers as it can; others are measured against it, so it is exactly this."""

from collections.abc import Iterable

from qwixx.rules.choices import PASS, Choice, Cross, Draw, Play
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.ruleset import Phase
from qwixx.rules.sheet import Sheet
from qwixx.rules.view import View

MOST_SKIPPED_AFTER_A_CROSS = 1


class GapBot:
    """``gap:a,b`` skips at most a numbers in the common action and b when a penalty threatens.

    The limit for a second cross in a turn is 1.
    """

    def __init__(self, common: int, threatened: int) -> None:
        self.common = common
        self.threatened = threatened

    def choose(self, view: View) -> Choice:
        if view.phase is Phase.COMMON:
            return self._cross_common(view)
        if view.phase is Phase.OWN:
            return self._cross_own(view)
        if view.phase is Phase.DRAW:
            return _lowest_places(view)
        return self._play(view)

    def _cross_common(self, view: View) -> Choice:
        crosses = [choice for choice in view.choices if isinstance(choice, Cross)]
        return _least_skipping(_own_sheet(view), crosses, self.common)

    def _cross_own(self, view: View) -> Choice:
        assert view.dice is not None
        # The choices list numbers in order of size; ties go to the first white die instead.
        offered = (Cross(colour, number) for colour in COLOURS for number in view.dice.sums(colour))
        crosses = [cross for cross in offered if cross in view.choices]
        return _least_skipping(_own_sheet(view), crosses, self._limit(view))

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


def _least_skipping(sheet: Sheet, crosses: Iterable[Cross], limit: int) -> Choice:
    best = min(crosses, key=lambda cross: skipped(sheet, cross.colour, cross.number), default=None)
    if best is not None and skipped(sheet, best.colour, best.number) <= limit:
        return best
    return PASS


def _skipped_per_cross(sheet: Sheet, play: Play) -> float:
    over_all = skipped(sheet, play.colour, play.numbers[-1]) + 1 - len(play.numbers)
    return over_all / len(play.numbers)


def _lowest_places(view: View) -> Choice:
    draws = [choice for choice in view.choices if isinstance(choice, Draw)]
    return min(draws, key=lambda draw: draw.places)
