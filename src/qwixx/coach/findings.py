"""What a coach says, as values: options, judged decisions, luck and skill of a whole game.

Everything here is plain and goes to JSON as it is (``msgspec.json.encode``). A choice is its text as in
docs/notation.md, a seat counts from 0, and numbers are shares of the win from 0 to 1; in the solo game,
where nobody is beaten, they are points (``unit``). ``coach.advice`` judges one position,
``coach.review`` a whole game.
"""

from typing import Literal

import msgspec

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
GameName = Literal["dice", "cards", "cards_joker", "solo"]
DecisionPhase = Literal["common", "own", "draw", "play"]
ColourName = Literal["red", "yellow", "green", "blue"]


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What all of these share."""


class Option(Struct, frozen=True):
    """A legal choice and what to expect after it.

    ``win`` is the share of the win (a tie is shared), None in the solo game; ``total`` the expected
    final total; ``loss`` what it gives away against the best choice, in shares of the win or in points.
    """

    choice: str
    win: float | None
    total: float
    loss: float


class Crossing(Struct, frozen=True):
    """What a choice does to the own sheet: the facts that an explanation is made of.

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


class Explanation(Struct, frozen=True):
    """Why the best choice was better: a code to translate by, and the facts about both choices.

    ``code`` is the first in the order of `Code` that is true; ``worth_more`` always is. ``margin``, only
    for the first two codes, is how many points the seat is ahead (+) or behind (-) as the game ends.
    """

    code: Code
    chosen: Crossing
    better: Crossing
    loss: float
    unit: Unit
    margin: int | None = None


class Advice(Struct, frozen=True):
    """A decision to be made: the options, the best first, and for each why it is not the best.

    The explanation is None where nothing is lost.
    """

    unit: Unit
    seat: int
    phase: DecisionPhase
    options: tuple[Option, ...]
    explanations: tuple[Explanation | None, ...]

    def top(self, most: int | None) -> "Advice":
        """The same with no more than so many options, the best ones; None keeps all."""
        return msgspec.structs.replace(
            self, options=self.options[:most], explanations=self.explanations[:most]
        )


class JudgedDecision(Struct, frozen=True):
    """A decision between at least two choices.

    ``step`` is its index in ``record.steps``; ``position`` is what lay there when the seat had to
    choose (in a common action: before anybody had). ``options`` are sorted, the best first, and
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

    @property
    def choice(self) -> Option:
        """The option that was chosen."""
        return self.options[self.chosen]

    @property
    def best(self) -> Option:
        return self.options[0]


class CurvePoint(Struct, frozen=True):
    """Where the seats stood before a turn, and what its chance did to them.

    Turn 0 is the beginning: who begins and, in the card games, the deal. The last point has the result
    and no luck; its turn is one more than the last turn's. ``step`` is the index in ``record.steps`` of
    the first step of the turn. ``active`` is None for the first and the last point.
    """

    turn: int
    step: int
    active: int | None
    values: tuple[float, ...]
    luck: tuple[float, ...]


class Words(Struct, frozen=True):
    """How many decisions of a seat deserve each word."""

    best: int = 0
    fine: int = 0
    inaccuracy: int = 0
    mistake: int = 0
    blunder: int = 0


class SeatReview(Struct, frozen=True):
    """Luck and skill of one seat: ``result == start + luck + skill + others + estimate``.

    ``start`` is what perfect play expects before anything has happened, ``skill`` (never above 0) what
    the own choices gave away, ``others`` what the choices of the others gave (never below 0 with two
    players), and ``estimate`` what is left: where the judge corrected itself, and in the card games also
    what others held unseen; 0 in the solo game, which is exact. ``luck_error`` is the standard error of a
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


class Ending(Struct, frozen=True):
    """How the game ended; ``shares`` are the shares of the win."""

    reason: Literal["two_rows", "four_penalties"]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    shares: tuple[float, ...]


class Review(Struct, frozen=True):
    """A finished game, judged. ``costliest`` are up to three indices of decisions, the worst first."""

    game: GameName
    unit: Unit
    players: tuple[str, ...]
    outcome: Ending
    curve: tuple[CurvePoint, ...]
    decisions: tuple[JudgedDecision, ...]
    seats: tuple[SeatReview, ...]
    costliest: tuple[int, ...]


class Puzzle(Struct, frozen=True):
    """A position to think about: which choice is best? ``advice`` has the answer.

    ``seed`` makes the same puzzle again. ``tempting`` is the place of the choice that a careful player
    who only counts skipped numbers would make; where it is 0, counting does not lead away from the best.
    """

    game: GameName
    players: int
    seed: int
    turn: int
    position: str
    advice: Advice
    tempting: int
