"""From values of the rules to messages of the protocol."""

from functools import lru_cache
from typing import assert_never

import msgspec

from qwixx.notation import format_choice
from qwixx.rules import choices as chosen
from qwixx.rules import events as happened
from qwixx.rules.chance import Roll
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import Outcome, row_points, total
from qwixx.rules.sheet import Sheet
from qwixx.rules.view import own_choice, own_hand
from qwixx.server.wire import protocol


def reason_message(reason: Reason) -> protocol.Reason:
    details = {name: _detail(value) for name, value in reason.details.items()}
    return protocol.Reason(reason.rule, reason.code, details, reason.sentence)


def _detail(value: object) -> str | int | tuple[int, ...]:
    """Numbers travel as numbers. A colour is one too, and a card is two, but clients know these by name."""
    if type(value) is tuple:
        return value
    return value if type(value) is int else str(value)


# Few sheets and few choices are sent again and again, to every seat of every table.
@lru_cache(maxsize=1 << 14)
def choice_message(choice: chosen.Choice) -> protocol.Choice:
    text = format_choice(choice)
    match choice:
        case chosen.Pass():
            return protocol.Choice(text, "pass")
        case chosen.Cross(colour, number):
            return protocol.Choice(text, "cross", colour=_colour(colour), numbers=(number,))
        case chosen.Draw(places):
            return protocol.Choice(text, "draw", places=places)
        case chosen.Play(cards, colour, numbers):
            tokens = tuple(map(str, cards))
            return protocol.Choice(text, "play", colour=_colour(colour), numbers=numbers, cards=tokens)
        case _:
            assert_never(choice)


@lru_cache(maxsize=1 << 14)
def sheet_message(sheet: Sheet) -> protocol.Sheet:
    return protocol.Sheet(
        rows=sheet.rows,
        locks=tuple(map(_colour, sheet.locks)),
        penalties=sheet.penalties,
        points=tuple(row_points(sheet, colour) for colour in COLOURS),
        total=total(sheet),
    )


def dice_message(dice: Roll) -> protocol.Dice:
    return protocol.Dice(dice.white, dice.colours)


def outcome_message(outcome: Outcome) -> protocol.Outcome:
    return protocol.Outcome(outcome.reason.value, outcome.totals, outcome.places)


def public_view(state: State, turn: int) -> protocol.PublicView:
    """What everybody may see of a game."""
    view = state.view()
    # When the game is over, nothing depends on it any more.
    crossed_with = view.crossed if view.phase is not Phase.OVER else None
    return protocol.PublicView(
        phase=view.phase.value,
        turn=turn,
        active=view.active,
        to_act=tuple(sorted(view.to_act)),
        sheets=tuple(map(sheet_message, view.sheets)),
        closed_rows=tuple(map(_colour, view.closed_rows)),
        dice=dice_message(view.dice) if view.dice is not None else None,
        common_number=view.common_number,
        crossed=view.crossed is not None,
        crossed_with=choice_message(crossed_with) if crossed_with is not None else None,
        outcome=outcome_message(view.outcome) if view.outcome is not None else None,
        hand_sizes=view.hand_sizes,
        hand_numbers=view.hand_numbers,
        display=view.display,
        deck_top=view.deck_top,
        deck_count=view.deck_count,
        discard_count=view.discard_count,
    )


def glance(info: protocol.TableInfo, state: State | None, turn: int) -> protocol.TableGlance:
    """What everybody knows about a table, with how its game stands."""
    return protocol.TableGlance(
        **msgspec.structs.asdict(info),
        turn=turn,
        to_act=tuple(sorted(state.to_act)) if state is not None else (),
        totals=state.totals if state is not None else (),
    )


def legal_choices(state: State, seat: int | None) -> tuple[protocol.Choice, ...]:
    """What a seat may choose now; a spectator nothing."""
    return tuple(map(choice_message, state.choices(seat))) if seat is not None else ()


def seat_view(
    state: State, seat: int | None, public: protocol.PublicView, choices: tuple[protocol.Choice, ...]
) -> protocol.View:
    """What one seat may see of a game, with what is public and what it may choose."""
    hidden = own_choice(state, seat)
    return protocol.View(
        seat=seat,
        chosen=choice_message(hidden) if hidden is not None else None,
        choices=choices,
        hand=tuple(map(str, own_hand(state, seat))),
        public=public,
    )


def whole_view(state: State, seat: int | None, turn: int) -> protocol.View:
    """What one seat may see of a game, put together for it alone."""
    return seat_view(state, seat, public_view(state, turn), legal_choices(state, seat))


def happening(event: happened.Event) -> protocol.GameHappening:
    """An event of the rules as a message for everybody."""
    match event:
        case happened.Began(seat):
            return protocol.Began(seat)
        case happened.Rolled(seat, dice):
            return protocol.Rolled(seat, dice_message(dice))
        case happened.Drew(seat, places, numbers):
            return protocol.Drew(seat, places, numbers)
        case happened.Reshuffled(cards):
            return protocol.Reshuffled(cards)
        case happened.Played(seat, played):
            return protocol.Played(seat, tuple(map(str, played)))
        case happened.Crossed(seat, colour, numbers):
            return protocol.Crossed(seat, _colour(colour), numbers)
        case happened.Passed(seat):
            return protocol.Passed(seat)
        case happened.Locked(seat, colour):
            return protocol.Locked(seat, _colour(colour))
        case happened.Penalised(seat, penalties):
            return protocol.Penalised(seat, penalties)
        case happened.Ended(outcome):
            return protocol.Ended(outcome_message(outcome))
        case _:
            assert_never(event)


_NAMES: tuple[protocol.Colour, ...] = ("red", "yellow", "green", "blue")


def _colour(colour: Colour) -> protocol.Colour:
    return _NAMES[colour]
