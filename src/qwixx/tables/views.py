"""Messages of the protocol, built from values of the rules."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import assert_never

from qwixx.notation import format_choice, parse_choice
from qwixx.rules import choices as chosen
from qwixx.rules import events as happened
from qwixx.rules.chance import Roll
from qwixx.rules.colours import COLOUR_NAMES, COLOURS, NUMBERS, Colour, ColourName
from qwixx.rules.game import State
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import GameOutcome, row_points, total
from qwixx.rules.sheet import Sheet
from qwixx.rules.view import own_choice, own_hand
from qwixx.tables import protocol

# A refusal may quote a whole body.
LONGEST_DETAIL = 400


def reason_message(reason: Reason) -> protocol.Reason:
    details = {name: _shortened(value) for name, value in reason.details.items()}
    sent = {name: _detail(value) for name, value in details.items()}
    return protocol.Reason(reason.rule, reason.code, sent, reason(**details).sentence)


def _shortened(value: object) -> object:
    """A long text without its middle; its beginning and end say what is wrong."""
    if not isinstance(value, str) or len(value) <= LONGEST_DETAIL:
        return value
    half = LONGEST_DETAIL // 2
    return f"{value[:half]} … {value[-half:]}"


def _detail(value: object) -> str | int | tuple[int, ...]:
    """Numbers are sent as numbers; colours and cards, which are numbers here, by name."""
    if type(value) is tuple:
        return value
    return value if type(value) is int else str(value)


# Few different sheets and choices are sent to every seat of every table.
@lru_cache(maxsize=1 << 14)
def choice_message(choice: chosen.Choice) -> protocol.Choice:
    text = format_choice(choice)
    match choice:
        case chosen.Pass():
            return protocol.Choice(text, "pass")
        case chosen.Cross(colour, number):
            return protocol.Choice(text, "cross", colour=_colour(colour), numbers=(number,))
        case chosen.Take(places):
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


def outcome_message(outcome: GameOutcome) -> protocol.Outcome:
    return protocol.Outcome(outcome.reason.value, outcome.totals, outcome.places)


def public_view(state: State, turn: int) -> protocol.PublicView:
    """The public view of a game."""
    view = state.view()
    # After the end of the game nothing depends on it.
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


def legal_choices(state: State, seat: int | None) -> tuple[protocol.Choice, ...]:
    """The legal choices of a seat now; none for a spectator."""
    return tuple(map(choice_message, state.choices(seat))) if seat is not None else ()


def seat_view(
    state: State, seat: int | None, public: protocol.PublicView, choices: tuple[protocol.Choice, ...]
) -> protocol.View:
    """The view of one seat, from its public part and its legal choices."""
    hidden = own_choice(state, seat)
    return protocol.View(
        seat=seat,
        chosen=choice_message(hidden) if hidden is not None else None,
        choices=choices,
        hand=tuple(map(str, own_hand(state, seat))),
        public=public,
    )


def whole_view(state: State, seat: int | None, turn: int) -> protocol.View:
    """The complete view of one seat."""
    return seat_view(state, seat, public_view(state, turn), legal_choices(state, seat))


def happening(event: happened.Event) -> protocol.GameHappening:
    """The message of an event."""
    match event:
        # The most frequent first: each case costs a comparison.
        case happened.Crossed(seat, colour, numbers):
            return protocol.Crossed(seat, _colour(colour), numbers)
        case happened.Passed(seat):
            return protocol.Passed(seat)
        case happened.Rolled(seat, dice):
            return protocol.Rolled(seat, dice_message(dice))
        case happened.Drew(seat, places, numbers):
            return protocol.Drew(seat, places, numbers)
        case happened.Played(seat, played):
            return protocol.Played(seat, tuple(map(str, played)))
        case happened.Began(seat, rolls):
            return protocol.Began(seat, rolls)
        case happened.Reshuffled(cards):
            return protocol.Reshuffled(cards)
        case happened.Locked(seat, colour):
            return protocol.Locked(seat, _colour(colour))
        case happened.Penalised(seat, penalties):
            return protocol.Penalised(seat, penalties)
        case happened.Ended(outcome):
            return protocol.Ended(outcome_message(outcome))
        case _:
            assert_never(event)


def why_nots(state: State, seat: int) -> Iterator[tuple[str, protocol.Reason]]:
    """The refusals of all illegal taps, for a client without a table."""
    for text in tappable(state, seat):
        reason = state.why_not(seat, parse_choice(text))
        if reason is not None:
            yield text, reason_message(reason)


def tappable(state: State, seat: int) -> Iterator[str]:
    """Every choice, legal or not, that a tap on a cell or on two cards of the hand can mean."""
    if seat not in state.to_act or state.phase is Phase.DRAW:
        return
    cells = [(colour.letter, number) for colour in COLOURS for number in NUMBERS[colour]]
    if state.phase is not Phase.PLAY:
        yield from (f"{letter.lower()}{number}" for letter, number in cells)
        return
    yield from (f"play {letter}{number} cross {letter.lower()}{number}" for letter, number in cells)
    for *before, last in permutations(state.cards.hands[seat], 2):
        yield f"play {' '.join(map(str, (*before, last)))}"


def _colour(colour: Colour) -> ColourName:
    return COLOUR_NAMES[colour]
