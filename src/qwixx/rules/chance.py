"""Rolls, deals and shuffles as values, with exact probabilities.

A game never draws chance itself. ``state.chance`` says what is to be drawn: one of the nodes
below. A dealer draws an outcome, and ``state.apply_chance(outcome)`` takes it as it takes a choice.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import factorial
from typing import TypeAlias

from qwixx.rules import reasons
from qwixx.rules.cards import Card
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.reasons import Reason

FACES = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class FirstSeat:
    """The seat that was drawn to begin (D2, C5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class FirstSix:
    """One die, seats in turn, until somebody rolls a six and begins (A6)."""

    rolls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Two white dice in the order they lie, and the coloured dice by row; None is a die out of the game.

    >>> roll = Roll((4, 1), (3, 2, None, 6))
    >>> roll.sum, roll.coloured
    (5, {<Colour.RED: 0>: 3, <Colour.YELLOW: 1>: 2, <Colour.BLUE: 3>: 6})
    """

    white: tuple[int, int]
    colours: tuple[int | None, ...]

    @property
    def sum(self) -> int:
        """The number for everybody (D4)."""
        return self.white[0] + self.white[1]

    @property
    def coloured(self) -> dict[Colour, int]:
        """The coloured dice that are in the game."""
        return {colour: die for colour, die in zip(COLOURS, self.colours, strict=True) if die is not None}

    def sums(self, colour: Colour) -> tuple[int, ...]:
        """What action 2 offers in a colour, the first white die first; one number if both agree (D6)."""
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


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A pile of cards in its new order, top first."""

    order: tuple[Card, ...]


ChanceOutcome: TypeAlias = FirstSeat | FirstSix | Roll | Shuffle


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

    def why_not(self, outcome: ChanceOutcome) -> Reason | None:
        if not isinstance(outcome, Roll):
            return _wrong_outcome(self, outcome)
        shown = tuple(c for c, die in zip(COLOURS, outcome.colours, strict=False) if die is not None)
        if len(outcome.white) != 2 or len(outcome.colours) != len(COLOURS) or shown != self.colours:
            return reasons.BAD_ROLL(expected=_names(self.colours), found=_names(shown))
        for face in (*outcome.white, *outcome.colours):
            if face is not None and face not in FACES:
                return reasons.BAD_FACE(face=face)
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

OUTCOME_NAMES = {
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
