"""The findings of the coach, as values: options, judged decisions, luck and skill of a whole game.

Everything here is plain and goes to JSON as it is (``msgspec.json.encode``). A choice is its text as in
docs/notation.md, a seat counts from 0, and numbers are shares of the win from 0 to 1; in the solo game,
which has no opponents, they are points (``unit``). ``coach.advice`` judges one position,
``coach.game_review`` a whole game.
"""

from importlib import import_module
from typing import Literal

import msgspec

from qwixx.rules.colours import ColourName
from qwixx.rules.ruleset import DecisionPhase, GameName
from qwixx.rules.scoring import EndName

Unit = Literal["win", "points"]
Word = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
Code = Literal[
    "ended_behind",
    "missed_ending",
    "took_penalty",
    "penalty_was_cheaper",
    "missed_lock",
    "locked_too_early",
    "gave_up_numbers",
    "gave_up_likely_numbers",
    "passed_a_cross",
    "crossed_fewer",
    "better_row",
    "drew_fewer_ways",
    "drew_farther_off",
    "worth_more",
]

# How many options of an advice its ``repr`` shows.
SHOWN = 3
# The least that must be lost for a word, the hardest word first: shares of the win, or points.
LEAST_LOSS: dict[Unit, dict[Word, float]] = {
    "win": {"blunder": 0.07, "mistake": 0.03, "inaccuracy": 0.01},
    "points": {"blunder": 4.0, "mistake": 1.5, "inaccuracy": 0.5},
}


class Finding(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The base of all findings."""


class Option(Finding, frozen=True):
    """A legal choice and the expectation after it.

    ``win`` is the share of the win (a tie is shared), None in the solo game; ``total`` the expected
    final total; ``loss`` the difference to the best choice, in shares of the win or in points.
    """

    choice: str
    win: float | None
    total: float
    loss: float


class Crossing(Finding, frozen=True):
    """The effect of a choice on the own sheet: the facts of an explanation.

    ``given_up`` are the numbers that it skips, ``skipped`` says how many, ``gained`` points come at once.
    ``penalty``, ``lock`` and ``ends`` (the game) are certain. The colour is None, and there are no
    numbers, if nothing is crossed. Of cards that are drawn only the numbers are open (``drawn``): ``ways``
    says in how many rows they could be crossed, and ``away`` how many numbers each would skip in the row
    where it skips fewest, both added up.
    """

    choice: str
    colour: ColourName | None = None
    numbers: tuple[int, ...] = ()
    given_up: tuple[int, ...] = ()
    skipped: int = 0
    gained: int = 0
    penalty: bool = False
    lock: bool = False
    ends: bool = False
    drawn: tuple[int, ...] = ()
    ways: int = 0
    away: int = 0


class Explanation(Finding, frozen=True):
    """The reason why the best choice was better: a code for translation, and the facts about both choices.

    ``code`` is the first in the order of `Code` that is true; ``worth_more`` always is. ``margin``, only
    for the first two codes, is how many points the seat is ahead (+) or behind (-) as the game ends.
    """

    code: Code
    chosen: Crossing
    better: Crossing
    loss: float
    unit: Unit
    margin: int | None = None

    def __repr__(self) -> str:
        lost = f"{self.loss:.4g} of {self.unit}"
        return f"<Explanation {self.code}: {self.chosen.choice} instead of {self.better.choice} lost {lost}>"


class Advice(Finding, frozen=True):
    """A decision to be made: the options, the best first, and for each why it is not the best.

    The explanation is None where nothing is lost.
    """

    unit: Unit
    seat: int
    phase: DecisionPhase
    options: tuple[Option, ...]
    explanations: tuple[Explanation | None, ...]

    def __repr__(self) -> str:
        best = [f"{each.choice} {each.total if each.win is None else each.win:.4g}" for each in self.options]
        more = [f"{len(best) - SHOWN} more"] if len(best) > SHOWN else []
        return f"<Advice for seat {self.seat}, {self.phase}: {', '.join(best[:SHOWN] + more)}>"

    def top(self, most: int | None) -> "Advice":
        """The same with at most ``most`` options, the best ones; None keeps all."""
        return msgspec.structs.replace(
            self, options=self.options[:most], explanations=self.explanations[:most]
        )


class JudgedDecision(Finding, frozen=True):
    """A decision between at least two choices.

    ``step`` is its index in ``record.steps``; ``position`` the position of the decision (in a common
    action: before any choice). ``options`` are sorted, the best first, and
    ``chosen`` is the place of the choice that was made. ``explanation`` is None unless something was lost.
    """

    step: int
    turn: int
    seat: int
    phase: DecisionPhase
    position: str
    options: tuple[Option, ...]
    chosen: int
    loss: float
    word: Word
    explanation: Explanation | None

    def __repr__(self) -> str:
        better = f"; best was {self.best.choice}" if self.loss > 0 else ""
        made = f"{self.choice.choice}, {self.word}"
        return f"<JudgedDecision in turn {self.turn}, seat {self.seat}: {made}{better}>"

    @property
    def choice(self) -> Option:
        """The option that was chosen."""
        return self.options[self.chosen]

    @property
    def best(self) -> Option:
        """The best option."""
        return self.options[0]


class CurvePoint(Finding, frozen=True):
    """The values of the seats before a turn, and the luck of that turn.

    Turn 0 is the beginning: who begins and, in the card games, the deal. The last point has the result
    and no luck; its turn is one more than the last turn's. ``step`` is the index in ``record.steps`` of
    the first step of the turn. ``active`` is None for the first and the last point.
    """

    turn: int
    step: int
    active: int | None
    values: tuple[float, ...]
    luck: tuple[float, ...]


class Words(Finding, frozen=True):
    """The number of decisions of a seat by word."""

    best: int = 0
    fine: int = 0
    inaccuracy: int = 0
    mistake: int = 0
    blunder: int = 0


class SeatReview(Finding, frozen=True):
    """Luck and skill of one seat: ``result == start + luck + skill + others + estimate``.

    ``start`` is the expectation of perfect play before the game, ``skill`` (never above 0) the loss by the
    own choices, ``others`` the gain from the choices of the others (never below 0 with two players), and
    ``estimate`` the residual: corrections of the judge, and in the card games also the hidden cards of
    others; 0 in the solo game, which is exact. ``luck_error`` is the standard error of a
    luck that was sampled, None where it is exact.
    """

    name: str
    total: int
    place: int
    result: float
    start: float
    luck: float
    luck_error: float | None
    skill: float
    others: float
    estimate: float
    words: Words

    def __repr__(self) -> str:
        parts = f"luck {self.luck:+.4g}, skill {self.skill:.4g}"
        return f"<SeatReview of {self.name}: place {self.place}, {self.total} points; {parts}>"


class ReviewOutcome(Finding, frozen=True):
    """The result of a game; ``shares`` are the shares of the win."""

    reason: EndName
    totals: tuple[int, ...]
    places: tuple[int, ...]
    shares: tuple[float, ...]


class Review(Finding, frozen=True):
    """A finished game, judged. ``costliest`` are up to three indices of decisions, the worst first.

    ``software`` and ``weights`` (SHA-256 by name; none in the solo game) are those that judged it.
    """

    def _repr_html_(self) -> str:
        """The whole page, for a notebook. It lies above the findings, so it is looked up when asked for."""
        shown: str = import_module("qwixx.coach.report.review_page").review_frame(self)
        return shown

    def __repr__(self) -> str:
        totals = ", ".join(f"{seat.name} {seat.total}" for seat in self.seats)
        return f"<Review of {self.game}: {totals}; {len(self.decisions)} decisions>"

    game: GameName
    unit: Unit
    players: tuple[str, ...]
    outcome: ReviewOutcome
    curve: tuple[CurvePoint, ...]
    decisions: tuple[JudgedDecision, ...]
    seats: tuple[SeatReview, ...]
    costliest: tuple[int, ...]
    software: str = ""
    weights: dict[str, str] = {}


class Puzzle(Finding, frozen=True):
    """A position in which to find the best choice; ``advice`` has the answer.

    ``seed`` makes the same puzzle again. ``tempting`` is the rank of the choice of a careful player who only
    counts skipped numbers; 0 if counting is not misleading.
    """

    game: GameName
    players: int
    seed: int
    turn: int
    position: str
    advice: Advice
    tempting: int

    def __repr__(self) -> str:
        return f"<Puzzle {self.seed} of {self.game}: {self.position}; seat {self.advice.seat}>"


def word_for(loss: float, unit: Unit) -> Word:
    """The word for a choice that lost so much against the best.

    >>> word_for(0.0, "win"), word_for(0.002, "win"), word_for(0.05, "win"), word_for(4.0, "points")
    ('best', 'fine', 'mistake', 'blunder')
    """
    for word, least in LEAST_LOSS[unit].items():
        if loss >= least:
            return word
    return "fine" if loss > 0 else "best"
