"""Explanations: the first applicable reason why one choice was better than another.

Values come from a judge, reasons from the rules: every code states facts that can be checked on the sheets.
The last one, which always applies, is the value itself.
"""

from collections.abc import Callable
from typing import NamedTuple

from qwixx.coach.consequences import crossing, margins
from qwixx.coach.findings import Code, Crossing, Explanation, Unit
from qwixx.coach.judge import Valued
from qwixx.rules.choices import Choice
from qwixx.rules.game import State


class ChoiceComparison(NamedTuple):
    """The choice that was made and a better one, with the facts about both."""

    chosen: Crossing
    better: Crossing
    with_dice: bool

    @property
    def lost_more_ways(self) -> bool:
        """Whether the numbers given up are rolled more often than those of the better choice."""
        return self._ways(self.chosen) > self._ways(self.better)

    def _ways(self, crossing: Crossing) -> int:
        """The number of the 36 rolls that show a number; with cards all numbers are equally likely."""
        if not self.with_dice:
            return crossing.skipped
        return sum(6 - abs(7 - number) for number in crossing.given_up)


# The reasons by precedence: the first whose predicate holds is given.
REASONS: tuple[tuple[Code, Callable[[ChoiceComparison], bool]], ...] = (
    ("took_penalty", lambda both: both.chosen.penalty and not both.better.penalty),
    ("penalty_was_cheaper", lambda both: both.better.penalty and both.chosen.skipped > 0),
    ("missed_lock", lambda both: both.better.lock and not both.chosen.lock),
    ("locked_too_early", lambda both: both.chosen.lock and not both.better.lock),
    ("gave_up_numbers", lambda both: both.lost_more_ways and both.chosen.skipped > both.better.skipped),
    ("gave_up_likely_numbers", lambda both: both.lost_more_ways),
    ("passed_a_cross", lambda both: not both.chosen.numbers and len(both.better.numbers) > 0),
    ("crossed_fewer", lambda both: len(both.chosen.numbers) < len(both.better.numbers)),
    ("better_row", lambda both: both.better.gained > both.chosen.gained),
    ("drew_fewer_ways", lambda both: both.chosen.ways < both.better.ways),
    (
        "drew_farther_off",
        lambda both: both.chosen.ways == both.better.ways and both.chosen.away > both.better.away,
    ),
    ("worth_more", lambda both: True),
)


def explain(state: State, seat: int, chosen: Valued, better: Valued, unit: Unit) -> Explanation | None:
    """The loss of a choice against a better one, with the reason; None if nothing is lost."""
    loss = better.value - chosen.value
    if loss <= 0:
        return None
    both = ChoiceComparison(
        crossing(state, seat, chosen.choice),
        crossing(state, seat, better.choice),
        with_dice=not state.ruleset.has_cards,
    )
    code, margin = _ending(state, seat, both, chosen.choice, better.choice) or (_reason(both), None)
    return Explanation(code, both.chosen, both.better, loss, unit, margin)


def _reason(both: ChoiceComparison) -> Code:
    return next(code for code, is_true in REASONS if is_true(both))


def _ending(
    state: State, seat: int, both: ChoiceComparison, chosen: Choice, better: Choice
) -> tuple[Code, int | None] | None:
    """The end of the game as a reason, with its margin: taken while behind, or not taken while ahead."""
    if state.players == 1 or both.chosen.ends == both.better.ends:
        return None
    if both.chosen.ends:
        _, most = margins(state, seat, chosen)
        return ("ended_behind", most) if most < 0 else None
    least, _ = margins(state, seat, better)
    return ("missed_ending", least) if least > 0 else None
