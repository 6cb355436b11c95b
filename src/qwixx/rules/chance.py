"""Rolls, deals and shuffles as values, with exact probabilities.

A game never draws chance itself. ``state.chance`` says what is to be drawn: one of the nodes
below. A dealer draws an outcome, and ``state.apply_chance(outcome)`` takes it as it takes a choice.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import factorial
from typing import TypeAlias, TypeVar

from qwixx.rules import reasons
from qwixx.rules.cards import Card, written_cards
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import IllegalChoice, SetupError
from qwixx.rules.reasons import Reason

T = TypeVar("T")

FACES = (1, 2, 3, 4, 5, 6)
A_FACE = frozenset(FACES)
A_FACE_OR_NONE = frozenset((*FACES, None))
ROLL_SHAPE = (
    "a roll is two white and four coloured dice, None for one that is out of the game,"
    " as in Roll((4, 1), (3, 2, None, 6))"
)
PILE = "a shuffle is a pile of cards, as in Shuffle((Card(Colour.RED, 4), Card(None, 11)))"


def _as_tuple(values: Iterable[T], expected: str) -> tuple[T, ...]:
    try:
        return tuple(values)
    except TypeError:
        raise SetupError(f"{expected}, not {values!r}") from None


@dataclass(frozen=True, slots=True)
class FirstSeat:
    """The seat that was drawn to begin, counted from 0 (D2, C5)."""

    seat: int

    def __post_init__(self) -> None:
        if not hasattr(self.seat, "__index__"):
            raise SetupError(f"a seat is a number from 0, as in FirstSeat(0), not {self.seat!r}")

    def __str__(self) -> str:
        return f"first {self.seat + 1}"


@dataclass(frozen=True, slots=True)
class FirstSix:
    """One die, seats in turn, until a seat rolls a six and begins (A6)."""

    rolls: tuple[int, ...]

    def __post_init__(self) -> None:
        rolls = _as_tuple(self.rolls, "the rolls for the first six are faces, as in FirstSix((3, 6))")
        object.__setattr__(self, "rolls", rolls)

    def __str__(self) -> str:
        return " ".join(["first six", *map(str, self.rolls)])


@dataclass(frozen=True, slots=True)
class Roll:
    """Two white dice in the order they lie, and the coloured dice by row; None is a die out of the game.

    >>> roll = Roll((4, 1), (3, 2, None, 6))
    >>> roll.sum, roll.coloured
    (5, {Colour.RED: 3, Colour.YELLOW: 2, Colour.BLUE: 6})
    """

    white: tuple[int, int]
    colours: tuple[int | None, ...]

    def __post_init__(self) -> None:
        # Lists are accepted, and kept as tuples, which can be compared and hashed.
        if type(self.white) is not tuple:
            object.__setattr__(self, "white", _as_tuple(self.white, ROLL_SHAPE))
        if type(self.colours) is not tuple:
            object.__setattr__(self, "colours", _as_tuple(self.colours, ROLL_SHAPE))
        if len(self.white) != 2 or len(self.colours) != len(COLOURS):
            raise SetupError(f"{ROLL_SHAPE}, not {self.white} and {self.colours}")
        # By sets, since all rolls are listed by the thousand.
        if not (A_FACE.issuperset(self.white) and A_FACE_OR_NONE.issuperset(self.colours)):
            shown = (*self.white, *(die for die in self.colours if die is not None))
            raise IllegalChoice(reasons.BAD_FACE(face=next(face for face in shown if face not in FACES)))

    def __str__(self) -> str:
        """As in ``4+1 r3 y2 g5 b6``; a die out of the game is left out."""
        coloured = (f"{colour.letter.lower()}{die}" for colour, die in self.coloured.items())
        return " ".join([f"{self.white[0]}+{self.white[1]}", *coloured])

    @property
    def sum(self) -> int:
        """The number for everyone (D4)."""
        return self.white[0] + self.white[1]

    @property
    def coloured(self) -> dict[Colour, int]:
        """The coloured dice that are in the game."""
        return {colour: die for colour, die in zip(COLOURS, self.colours, strict=True) if die is not None}

    def sums(self, colour: Colour) -> tuple[int, ...]:
        """The numbers of action 2 in a colour, the first white die first; one if both agree (D6)."""
        die = self.colours[colour]
        if die is None:
            return ()
        first, second = self.white
        return (first + die,) if first == second else (first + die, second + die)

    def without(self, removed: tuple[Colour, ...]) -> "Roll":
        """The roll after the dice of these colours have left the game (D11)."""
        if not removed:
            return self
        return Roll(
            self.white,
            tuple(None if c in removed else die for c, die in zip(COLOURS, self.colours, strict=True)),
        )


@dataclass(frozen=True, slots=True, repr=False)
class Shuffle:
    """A pile of cards in its new order, top first."""

    order: tuple[Card, ...]

    def __post_init__(self) -> None:
        order = _as_tuple(self.order, PILE)
        for card in order:
            if not isinstance(card, Card):
                raise SetupError(f"{PILE}, not {card!r}")
        object.__setattr__(self, "order", order)

    def __str__(self) -> str:
        return f"shuffle {written_cards(self.order)}"

    def __repr__(self) -> str:
        return f"parse_outcome({str(self)!r})"


ChanceOutcome: TypeAlias = FirstSeat | FirstSix | Roll | Shuffle
"""Anything that chance can decide."""


@dataclass(frozen=True, slots=True)
class FirstSeatNode:
    """Every seat is equally likely to begin."""

    players: int

    def why_not(self, outcome: ChanceOutcome) -> Reason | None:
        if not isinstance(outcome, FirstSeat):
            return _wrong_outcome(self, outcome)
        if not 0 <= outcome.seat < self.players:
            return reasons.BAD_FIRST_SEAT(highest=self.players - 1, seat=outcome.seat)
        return None

    def probability(self, outcome: FirstSeat) -> Fraction:
        return Fraction(1, self.players)

    def outcomes(self) -> Iterator[tuple[FirstSeat, Fraction]]:
        for first in map(FirstSeat, range(self.players)):
            yield first, self.probability(first)

    def __str__(self) -> str:
        return "the draw of the first player"


@dataclass(frozen=True, slots=True)
class FirstSixNode:
    """Seats roll in turn until a six: endlessly many outcomes, each with its probability."""

    players: int

    def why_not(self, outcome: ChanceOutcome) -> Reason | None:
        if not isinstance(outcome, FirstSix):
            return _wrong_outcome(self, outcome)
        rolls = outcome.rolls
        if not set(rolls) <= set(FACES) or rolls.count(6) != 1 or rolls[-1] != 6:
            return reasons.BAD_FIRST_SIX(rolls=" ".join(map(str, rolls)) or "no roll")
        return None

    def probability(self, outcome: FirstSix) -> Fraction:
        return Fraction(1, len(FACES) ** len(outcome.rolls))

    def __str__(self) -> str:
        return "rolling for the first six"


@dataclass(frozen=True, slots=True)
class RollNode:
    """All dice still in the game are rolled (D3, A7)."""

    colours: tuple[Colour, ...]

    def roll(self, faces: Sequence[int]) -> Roll:
        """The roll of the faces of all six dice, the white ones first; dice that are out do not count."""
        first, second, *coloured = faces
        dice = zip(COLOURS, coloured, strict=True)
        return Roll((first, second), tuple(face if colour in self.colours else None for colour, face in dice))

    def why_not(self, outcome: ChanceOutcome) -> Reason | None:
        if not isinstance(outcome, Roll):
            return _wrong_outcome(self, outcome)
        shown = tuple(c for c, die in zip(COLOURS, outcome.colours, strict=True) if die is not None)
        if shown != self.colours:
            return reasons.BAD_ROLL(expected=_names(self.colours), found=_names(shown))
        return None

    def probability(self, outcome: Roll) -> Fraction:
        return Fraction(1, len(FACES) ** (2 + len(self.colours)))

    def outcomes(self) -> Iterator[tuple[Roll, Fraction]]:
        """Every roll, equally likely: 46,656 with six dice."""
        coloured = [FACES if colour in self.colours else (None,) for colour in COLOURS]
        for white, dice in product(product(FACES, FACES), product(*coloured)):
            roll = Roll(white, dice)
            yield roll, self.probability(roll)

    def __str__(self) -> str:
        return "the roll"


@dataclass(frozen=True, slots=True)
class ShuffleNode:
    """A pile is shuffled: too many outcomes to list, all equally likely."""

    pile: tuple[Card, ...]

    def why_not(self, outcome: ChanceOutcome) -> Reason | None:
        if not isinstance(outcome, Shuffle):
            return _wrong_outcome(self, outcome)
        excess = Counter(outcome.order) - Counter(self.pile)
        missing = Counter(self.pile) - Counter(outcome.order)
        if excess:
            return reasons.BAD_SHUFFLE(problem=f"{next(iter(excess))} is too many")
        if missing:
            return reasons.BAD_SHUFFLE(problem=f"{next(iter(missing))} is missing")
        return None

    def probability(self, outcome: Shuffle) -> Fraction:
        return Fraction(1, factorial(len(self.pile)))

    def __str__(self) -> str:
        return "the shuffle"


ChanceNode: TypeAlias = FirstSeatNode | FirstSixNode | RollNode | ShuffleNode
"""A point at which chance decides, with its possible outcomes and their probabilities."""

OUTCOME_NAMES: dict[type[ChanceOutcome], str] = {
    FirstSeat: "a first player",
    FirstSix: "rolls for the first six",
    Roll: "a roll",
    Shuffle: "a shuffle",
}


def _wrong_outcome(node: ChanceNode, outcome: ChanceOutcome) -> Reason:
    tried = OUTCOME_NAMES.get(type(outcome), repr(outcome))
    return reasons.WRONG_OUTCOME(expected=str(node), tried=tried)


def _names(colours: tuple[Colour, ...]) -> str:
    return f"the dice {', '.join(map(str, colours))}" if colours else "no coloured dice"
