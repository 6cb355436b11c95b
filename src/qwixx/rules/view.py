"""Views: all that a seat, or a spectator, may see (I1 to I6). They hold no hidden cards."""

from dataclasses import dataclass

from qwixx.pictured import Pictured
from qwixx.rules.cards import Card
from qwixx.rules.chance import Roll
from qwixx.rules.choices import Choice, Cross
from qwixx.rules.colours import Colour
from qwixx.rules.position import Position, closed_rows
from qwixx.rules.ruleset import Phase, Ruleset
from qwixx.rules.scoring import GameOutcome, total
from qwixx.rules.sheet import Sheet


@dataclass(frozen=True, slots=True, repr=False)
class View(Pictured):
    """A state as seen from ``seat``; a spectator's seat is None.

    Of the cards it holds the seat's own hand, and in ``shown`` those that all have seen since the
    discards were last shuffled, in the order they were played (I5); of all others, numbers and counts.
    ``crossed`` is what the active player crossed in the common action of this turn.
    ``chosen`` is the seat's own hidden choice; whom the table waits for is public, what they
    chose is not (A2).
    """

    ruleset: Ruleset
    seat: int | None
    active: int
    phase: Phase
    sheets: tuple[Sheet, ...]
    dice: Roll | None
    common_number: int | None
    crossed: Cross | None
    to_act: frozenset[int]
    chosen: Choice | None
    choices: tuple[Choice, ...]
    outcome: GameOutcome | None
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    hand_numbers: tuple[tuple[int, ...], ...] | None
    display: tuple[int | None, ...]
    deck_top: int | None
    deck_count: int
    discard_count: int
    shown: tuple[Card, ...]

    def __repr__(self) -> str:
        seat = "a spectator" if self.seat is None else f"seat {self.seat}"
        sheets = "; ".join(map(str, self.sheets))
        return f"<View of {seat}: {self.ruleset}; phase {self.phase}; {sheets}; {len(self.choices)} choices>"

    @property
    def totals(self) -> tuple[int, ...]:
        """Each seat's points if the game were scored now."""
        return tuple(map(total, self.sheets))

    @property
    def closed_rows(self) -> tuple[Colour, ...]:
        """The rows that are closed for the whole table (D11); none in the card games (C18)."""
        return closed_rows(self.ruleset, self.sheets)


def look(
    position: Position,
    seat: int | None,
    *,
    to_act: frozenset[int],
    choices: tuple[Choice, ...],
    outcome: GameOutcome | None,
) -> View:
    """The view of a position from a seat, with its choices."""
    table = position.cards
    public = position.ruleset.hand_numbers_public
    return View(
        ruleset=position.ruleset,
        seat=seat,
        active=position.active,
        phase=position.phase,
        sheets=position.sheets,
        dice=position.dice,
        common_number=position.common_number,
        crossed=position.crossed,
        to_act=to_act,
        chosen=own_choice(position, seat),
        choices=choices,
        outcome=outcome,
        hand=own_hand(position, seat),
        hand_sizes=tuple(map(len, table.hands)),
        hand_numbers=tuple(map(_numbers, table.hands)) if public else None,
        display=tuple(card and card.number for card in table.display),
        deck_top=table.deck[0].number if table.deck else None,
        deck_count=len(table.deck),
        discard_count=len(table.discard),
        shown=table.discard,
    )


def own_choice(position: Position, seat: int | None) -> Choice | None:
    """The choice that a seat alone knows of, until the last one is in (A2)."""
    return position.pending[seat] if seat is not None and position.pending else None


def own_hand(position: Position, seat: int | None) -> tuple[Card, ...]:
    """The cards whose faces a seat sees (I1)."""
    return position.cards.hands[seat] if seat is not None and position.cards.hands else ()


def _numbers(hand: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted(card.number for card in hand))
