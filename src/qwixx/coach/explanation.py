"""Why one choice was better than another: the first reason that is true of both.

Values come from a judge, reasons from the rules: every code states facts that anybody can check on the
sheets, and where no reason of the rules applies, only what the judge says is left.
"""

from collections.abc import Callable
from typing import NamedTuple

from qwixx.coach.consequences import crossing, margins
from qwixx.coach.findings import Code, Crossing, Explanation, Unit
from qwixx.coach.judge import Valued
from qwixx.rules.choices import Choice
from qwixx.rules.game import State


class Pair(NamedTuple):
    """The choice that was made and a better one, with the facts about both."""

    chosen: Crossing
    better: Crossing
    with_dice: bool

    @property
    def lost_more_ways(self) -> bool:
        """Whether the numbers given up would have come up more often than those of the better choice."""
        return self._ways(self.chosen) > self._ways(self.better)

    def _ways(self, crossing: Crossing) -> int:
        """How many of 36 rolls show a number that is given up; with cards all numbers are equally likely."""
        if not self.with_dice:
            return crossing.skipped
        return sum(6 - abs(7 - number) for number in crossing.given_up)


# The reasons by precedence: the first whose predicate holds is told.
REASONS: tuple[tuple[Code, Callable[[Pair], bool]], ...] = (
    ("took_penalty", lambda pair: pair.chosen.penalty and not pair.better.penalty),
    ("penalty_was_cheaper", lambda pair: pair.better.penalty and pair.chosen.skipped > 0),
    ("missed_lock", lambda pair: pair.better.lock and not pair.chosen.lock),
    ("locked_too_early", lambda pair: pair.chosen.lock and not pair.better.lock),
    ("gave_up_numbers", lambda pair: pair.lost_more_ways and pair.chosen.skipped > pair.better.skipped),
    ("gave_up_likely_numbers", lambda pair: pair.lost_more_ways),
    ("passed_a_cross", lambda pair: not pair.chosen.numbers and len(pair.better.numbers) > 0),
    ("crossed_fewer", lambda pair: len(pair.chosen.numbers) < len(pair.better.numbers)),
    ("better_row", lambda pair: pair.better.gained > pair.chosen.gained),
    ("drew_fewer_ways", lambda pair: pair.chosen.ways < pair.better.ways),
    (
        "drew_farther_off",
        lambda pair: pair.chosen.ways == pair.better.ways and pair.chosen.away > pair.better.away,
    ),
    ("worth_more", lambda pair: True),
)


def explain(state: State, seat: int, chosen: Valued, better: Valued, unit: Unit) -> Explanation | None:
    """What the chosen choice loses against a better one, and why; None if it loses nothing."""
    loss = better.value - chosen.value
    if loss <= 0:
        return None
    pair = Pair(
        crossing(state, seat, chosen.choice),
        crossing(state, seat, better.choice),
        with_dice=not state.ruleset.has_cards,
    )
    code, margin = _ending(state, seat, pair, chosen.choice, better.choice) or (_reason(pair), None)
    return Explanation(code, pair.chosen, pair.better, loss, unit, margin)


def _reason(pair: Pair) -> Code:
    return next(code for code, is_true in REASONS if is_true(pair))


def _ending(
    state: State, seat: int, pair: Pair, chosen: Choice, better: Choice
) -> tuple[Code, int | None] | None:
    """The end of the game as a reason, with its margin: taken while behind, or not taken while ahead."""
    if state.players == 1 or pair.chosen.ends == pair.better.ends:
        return None
    if pair.chosen.ends:
        _, most = margins(state, seat, chosen)
        return ("ended_behind", most) if most < 0 else None
    least, _ = margins(state, seat, better)
    return ("missed_ending", least) if least > 0 else None
