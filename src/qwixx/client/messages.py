"""Messages of the protocol as values of the rules: the other direction of ``tables.views``."""

from collections.abc import Sequence
from typing import assert_never

from qwixx.rules import events
from qwixx.rules.cards import Card, card_named
from qwixx.rules.chance import Roll
from qwixx.rules.choices import Choice, Cross
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.pieces import parse_choice
from qwixx.rules.ruleset import Phase, Ruleset
from qwixx.rules.scoring import EndReason, GameOutcome
from qwixx.rules.sheet import Sheet
from qwixx.rules.view import View
from qwixx.tables import protocol

_COLOURS = {str(colour): colour for colour in COLOURS}


def view_of(message: protocol.View, rules: Ruleset, shown: Sequence[Card] = ()) -> View:
    """A view as bots and drawings take it. ``shown`` are the cards that this client has seen (see `View`)."""
    public = message.public
    crossed = _choice(public.crossed_with)
    assert crossed is None or isinstance(crossed, Cross)
    return View(
        ruleset=rules,
        seat=message.seat,
        active=public.active,
        phase=Phase(public.phase),
        sheets=tuple(map(_sheet, public.sheets)),
        dice=_roll(public.dice) if public.dice is not None else None,
        common_number=public.common_number,
        crossed=crossed,
        to_act=frozenset(public.to_act),
        chosen=_choice(message.chosen),
        choices=tuple(parse_choice(choice.text) for choice in message.choices),
        outcome=_outcome(public.outcome) if public.outcome is not None else None,
        hand=tuple(map(card_named, message.hand)),
        hand_sizes=public.hand_sizes,
        hand_numbers=public.hand_numbers,
        display=public.display,
        deck_top=public.deck_top,
        deck_count=public.deck_count,
        discard_count=public.discard_count,
        shown=tuple(shown),
    )


def event_of(what: protocol.Happening) -> events.Event | None:
    """A happening of the game as an event of the rules; None for one about people."""
    match what:
        case protocol.Began(seat, rolls):
            return events.Began(seat, rolls)
        case protocol.Rolled(seat, dice):
            return events.Rolled(seat, _roll(dice))
        case protocol.Drew(seat, places, numbers):
            return events.Drew(seat, places, numbers)
        case protocol.Reshuffled(cards):
            return events.Reshuffled(cards)
        case protocol.Played(seat, played):
            return events.Played(seat, tuple(map(card_named, played)))
        case protocol.Crossed(seat, colour, crossed):
            return events.Crossed(seat, _colour(colour), crossed)
        case protocol.Passed(seat):
            return events.Passed(seat)
        case protocol.Locked(seat, colour):
            return events.Locked(seat, _colour(colour))
        case protocol.Penalised(seat, penalties):
            return events.Penalised(seat, penalties)
        case protocol.Ended(outcome):
            return events.Ended(_outcome(outcome))
        case (
            protocol.Joined()
            | protocol.Left()
            | protocol.Moved()
            | protocol.Covered()
            | protocol.Returned()
            | protocol.TimedOut()
            | protocol.Said()
            | protocol.Reacted()
        ):
            return None
        case _:
            assert_never(what)


def _choice(message: protocol.Choice | None) -> Choice | None:
    return parse_choice(message.text) if message is not None else None


def _sheet(message: protocol.Sheet) -> Sheet:
    red, yellow, green, blue = message.rows
    return Sheet((red, yellow, green, blue), message.penalties)


def _roll(message: protocol.Dice) -> Roll:
    return Roll(message.white, message.coloured)


def _outcome(message: protocol.Outcome) -> GameOutcome:
    return GameOutcome(EndReason(message.reason), message.totals, message.places)


def _colour(name: str) -> Colour:
    return _COLOURS[name]
