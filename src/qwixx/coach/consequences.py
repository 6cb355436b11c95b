"""The consequences of a choice for the sheet and the game: facts of the rules, without values."""

from dataclasses import replace
from typing import assert_never

from qwixx.coach.findings import Crossing
from qwixx.notation import format_choice
from qwixx.rules.choices import Choice, Cross, Pass, Play, Take
from qwixx.rules.colours import COLOUR_NAMES, COLOURS, Colour
from qwixx.rules.game import State
from qwixx.rules.position import no_choices
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import total
from qwixx.rules.sheet import Sheet
from qwixx.rules.turn import end_reason

LAST_ACTIONS = (Phase.OWN, Phase.PLAY)


def crossing(state: State, seat: int, choice: Choice) -> Crossing:
    """The facts about a legal choice of a seat."""
    if isinstance(choice, Take):
        return _drawing(state, seat, choice)
    colour, numbers = crosses_of(choice)
    penalty = _penalty(state, numbers)
    if colour is None:
        return Crossing(format_choice(choice), penalty=penalty, ends=_ends(state, seat, choice))
    sheet = state.sheets[seat]
    after, given_up = sheet.cross(colour, *numbers), _given_up(sheet, colour, numbers)
    return Crossing(
        choice=format_choice(choice),
        colour=COLOUR_NAMES[colour],
        numbers=numbers,
        given_up=given_up,
        skipped=len(given_up),
        gained=total(after) - total(sheet),
        lock=after.has_lock(colour),
        ends=_ends(state, seat, choice),
    )


def _drawing(state: State, seat: int, draw: Take) -> Crossing:
    """The uses of the numbers of the cards: colours are hidden (C3), and no row is closed (C18)."""
    cards = (state.cards.display[place] for place in draw.places)
    numbers = tuple(card.number for card in cards if card is not None)
    sheet = state.sheets[seat]
    rows = [[colour for colour in COLOURS if number in sheet.crossable(colour)] for number in numbers]
    return Crossing(
        choice=format_choice(draw),
        drawn=numbers,
        ways=sum(map(len, rows)),
        away=sum(
            min(len(_given_up(sheet, colour, (number,))) for colour in found)
            for number, found in zip(numbers, rows, strict=True)
            if found
        ),
    )


def crosses_of(choice: Choice) -> tuple[Colour | None, tuple[int, ...]]:
    """The row and the numbers that a choice crosses; no row if it crosses none."""
    match choice:
        case Cross(colour, number):
            return colour, (number,)
        case Play(_, colour, numbers) if numbers:
            return colour, numbers
        case Pass() | Take() | Play():
            return None, ()
        case _:
            assert_never(choice)


def _penalty(state: State, numbers: tuple[int, ...]) -> bool:
    """Whether the active seat leaves the turn without a cross (D9, C16)."""
    return state.phase in LAST_ACTIONS and state.crossed is None and not numbers


def _given_up(sheet: Sheet, colour: Colour, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that could still be crossed before, and cannot be any more (S2)."""
    row = sheet.rows[colour]
    first = colour.place(row[-1]) + 1 if row else 0
    return tuple(each for each in colour.numbers[first : colour.place(numbers[-1])] if each not in numbers)


def _ends(state: State, seat: int, choice: Choice) -> bool:
    """Whether the choice ends the game whatever the others do (D16, D17, C20, C21)."""
    if state.phase in LAST_ACTIONS:
        return state.apply(seat, choice).is_over
    return end_reason(state.ruleset, sheets_after(state, seat, choice)) is not None


def sheets_after(state: State, seat: int, choice: Choice) -> tuple[Sheet, ...]:
    """All sheets after the crosses of one seat alone."""
    colour, numbers = crosses_of(choice)
    if colour is None:
        return state.sheets
    sheet = state.sheets[seat].cross(colour, *numbers)
    return (*state.sheets[:seat], sheet, *state.sheets[seat + 1 :])


def margins(state: State, seat: int, choice: Choice) -> tuple[int, int]:
    """The least and the largest lead of a seat if its choice ends the game; negative if it is behind.

    In a common action the lead depends on the simultaneous crosses of the others (D5, D18).
    """
    if state.phase in LAST_ACTIONS:
        totals = state.apply(seat, choice).totals
        ahead = totals[seat] - max(_without(totals, seat))
        return ahead, ahead
    own = total(sheets_after(state, seat, choice)[seat])
    opened = replace(state, pending=no_choices(state.players))
    others = [each for each in range(state.players) if each != seat]
    most = max(max(_totals_after(opened, each)) for each in others)
    return own - most, own - max(state.totals[each] for each in others)


def _without(totals: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return totals[:seat] + totals[seat + 1 :]


def _totals_after(state: State, seat: int) -> list[int]:
    return [total(sheets_after(state, seat, choice)[seat]) for choice in state.choices(seat)]
