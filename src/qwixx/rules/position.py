"""A position as one frozen value, without the rules that change it."""

from dataclasses import dataclass
from typing import TypeVar, assert_never

from qwixx.pictured import Pictured
from qwixx.rules.cards import Card, written_cards
from qwixx.rules.chance import Roll
from qwixx.rules.choices import Choice, Cross
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import LockScope, Phase, Ruleset
from qwixx.rules.sheet import Sheet

DISPLAY_PLACES = 4
HAND_AT_START = 4
HAND_TO_PLAY = 5


@dataclass(frozen=True, slots=True)
class CardTable:
    """The cards by place: hands in the order they were taken, deck top first; None is a free place."""

    hands: tuple[tuple[Card, ...], ...]
    display: tuple[Card | None, ...]
    deck: tuple[Card, ...]
    discard: tuple[Card, ...] = ()

    def __repr__(self) -> str:
        hands = " / ".join(map(written_cards, self.hands))
        piles = f"{len(self.deck)} in the deck, {len(self.discard)} discarded"
        return f"<CardTable: hands {hands}; {piles}>"


NO_CARDS = CardTable((), (), ())


@dataclass(frozen=True, slots=True)
class Position(Pictured):
    """The fields of a game's state. ``pending`` holds the hidden choices of a common action by seat.

    ``crossed`` is what the active player crossed in the common action of this turn, None if nothing.
    """

    ruleset: Ruleset
    sheets: tuple[Sheet, ...]
    active: int
    phase: Phase
    dice: Roll | None = None
    cards: CardTable = NO_CARDS
    crossed: Cross | None = None
    pending: tuple[Choice | None, ...] = ()

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.sheets)

    def has_seat(self, seat: int) -> bool:
        """Whether the table has such a seat; InputError if it is not a number."""
        if not hasattr(seat, "__index__"):
            raise InputError(f"a seat is a number from 0 to {self.players - 1}, not {seat!r}")
        return 0 <= seat < len(self.sheets)

    def check_seat(self, seat: int) -> None:
        """InputError if there is no such seat."""
        if not self.has_seat(seat):
            raise InputError(f"no seat {seat}: seats count from 0, and the last is {self.players - 1}")

    @property
    def common_number(self) -> int | None:
        """The number that counts for everyone (D4, C10), once it is known."""
        if self.phase not in (Phase.COMMON, Phase.OWN, Phase.PLAY):
            return None
        return self.dice.sum if self.dice is not None else self.cards.deck[0].number

    @property
    def closed_rows(self) -> tuple[Colour, ...]:
        """The rows that are closed for the whole table (D11); none in the card games (C18)."""
        return closed_rows(self.ruleset, self.sheets)

    @property
    def dice_in_game(self) -> tuple[Colour, ...]:
        """The coloured dice that are still rolled (D11); the card games have none."""
        if self.ruleset.has_cards:
            return ()
        closed = self.closed_rows
        return tuple(colour for colour in COLOURS if colour not in closed) if closed else COLOURS


def closed_rows(rules: Ruleset, sheets: tuple[Sheet, ...]) -> tuple[Colour, ...]:
    """The rows that these sheets close for everyone, in order of the sheet."""
    match rules.lock_scope:
        case LockScope.TABLE:
            locked = [lock for sheet in sheets for lock in sheet.locks]
            return tuple(colour for colour in COLOURS if colour in locked) if locked else ()
        case LockScope.OWNER:
            return ()
        case _:
            assert_never(rules.lock_scope)


def no_choices(players: int) -> tuple[None, ...]:
    """The hidden choices of a common action that has just opened."""
    return (None,) * players


P = TypeVar("P", bound=Position)
