"""Luck and skill rounded for display, so that the rounded parts add up, too."""

from typing import NamedTuple

from qwixx.coach.findings import Review, SeatReview
from qwixx.rules.ruleset import RULESETS

HIDDEN_CARDS = (
    "The estimate is where the judge corrected itself, and what cards were worth that others held unseen."
)


class Part(NamedTuple):
    """A part of a result in tenths of a percent or of a point, and what to call it."""

    name: str
    tenths: int

    @property
    def value(self) -> float:
        return self.tenths / 10


def parts(review: Review, seat: int) -> tuple[Part, ...]:
    """The parts of a seat's result, from its start on; the values add up to ``result_shown``.

    The rounding error goes where a tenth matters least: into the estimate, in the solo game into the luck.
    """
    of_seat = review.seats[seat]
    alone = review.unit == "points"
    values = {"start": of_seat.start, "luck": of_seat.luck, "own choices": of_seat.skill}
    if not alone:
        values |= {"others' choices": of_seat.others, "estimate": of_seat.estimate}
    shown = {name: _tenths(value, review) for name, value in values.items()}
    shown["luck" if alone else "estimate"] += _tenths(of_seat.result, review) - sum(shown.values())
    return tuple(Part(name, tenths) for name, tenths in shown.items())


def result_shown(review: Review, of_seat: SeatReview) -> float:
    """A seat's result in percent of the win or in points."""
    return _tenths(of_seat.result, review) / 10


def note(review: Review) -> str:
    """A note on how to read the parts of this game; may be empty."""
    return HIDDEN_CARDS if RULESETS[review.game].has_cards else ""


def _tenths(value: float, review: Review) -> int:
    return round(value * (1000 if review.unit == "win" else 10))
