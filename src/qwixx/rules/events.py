"""Events: the public difference of two states (D12, I5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from qwixx.rules.cards import Card
from qwixx.rules.chance import ChanceOutcome, FirstSix, Roll
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import GameOutcome


@dataclass(frozen=True, slots=True)
class Began:
    """The first player is known; ``rolls`` are those for the first six, where that decided (A6)."""

    seat: int
    rolls: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rolled:
    """The active player rolled."""

    seat: int
    dice: Roll


@dataclass(frozen=True, slots=True)
class Drew:
    """Cards left the display; their numbers were open, their colours are the drawer's."""

    seat: int
    places: tuple[int, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discards became the deck."""

    cards: int


@dataclass(frozen=True, slots=True)
class Played:
    """The active player showed these cards."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Crossed:
    """A seat crossed numbers of a row, its lock apart."""

    seat: int
    colour: Colour
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat that might have crossed did not."""

    seat: int


@dataclass(frozen=True, slots=True)
class Locked:
    """A seat crossed a lock: in the dice game the row is closed for everyone."""

    seat: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class Penalised:
    """A seat marked a penalty; this many it has now."""

    seat: int
    penalties: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: GameOutcome


Event: TypeAlias = Began | Rolled | Drew | Reshuffled | Played | Crossed | Passed | Locked | Penalised | Ended


def events(before: State, after: State, outcome: ChanceOutcome | None = None) -> tuple[Event, ...]:
    """The public events of one step; a hidden choice that is not the last one gives none.

    ``outcome`` is the chance outcome of the step: no state stores the rolls for the first six.
    """
    for state in (before, after):
        if not isinstance(state, State):
            raise SetupError(f"events happen between two states, not {state!r}")
    return () if before == after else tuple(_events(before, after, outcome))


def _events(before: State, after: State, outcome: ChanceOutcome | None) -> Iterator[Event]:
    yield from _action(before, after, outcome)
    seat = before.active
    if after.sheets[seat].penalties > before.sheets[seat].penalties:
        yield Penalised(seat, after.sheets[seat].penalties)
    if after.outcome is not None:
        yield Ended(after.outcome)


def _action(before: State, after: State, outcome: ChanceOutcome | None) -> Iterator[Event]:
    seat = before.active
    match before.phase:
        case Phase.START:
            yield Began(after.active, outcome.rolls if isinstance(outcome, FirstSix) else ())
        case Phase.ROLL:
            assert after.dice is not None
            yield Rolled(seat, after.dice)
        case Phase.DRAW:
            yield _drew(before, after)
        case Phase.SHUFFLE:
            yield Reshuffled(len(before.cards.discard))
        case Phase.COMMON:
            # Choices stay hidden until the last one is in.
            for each in range(0 if after.pending else before.players):
                yield from _crosses(before, after, each)
        case Phase.OWN:
            yield from _crosses(before, after, seat)
        case Phase.PLAY:
            yield Played(seat, after.cards.discard[len(before.cards.discard) :])
            yield from _crosses(before, after, seat)
        case Phase.DEAL | Phase.OVER:
            # A deal shows nothing that a view does not show, and nothing happens after the end.
            pass
        case _:
            assert_never(before.phase)


def _drew(before: State, after: State) -> Drew:
    taken = after.cards.hands[before.active][len(before.cards.hands[before.active]) :]
    places = tuple(before.cards.display.index(card) for card in taken)
    return Drew(before.active, places, tuple(card.number for card in taken))


def _crosses(before: State, after: State, seat: int) -> Iterator[Event]:
    old, new = before.sheets[seat], after.sheets[seat]
    changed = [colour for colour in COLOURS if new.rows[colour] != old.rows[colour]]
    for colour in changed:
        yield Crossed(seat, colour, new.rows[colour][len(old.rows[colour]) :])
        if new.has_lock(colour):
            yield Locked(seat, colour)
    if not changed:
        yield Passed(seat)
