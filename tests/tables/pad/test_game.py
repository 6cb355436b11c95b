"""Score pads: rolls, positions for the coach, the end, and convergence whatever the order of marks."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.notation import format_choice
from qwixx.rules.choices import Cross
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.ruleset import PadGame, Phase
from qwixx.tables import protocol
from qwixx.tables.pad import facts
from qwixx.tables.pad.pad import Pad
from qwixx.tables.pad.state import EARLIER_GAMES, PadState
from qwixx.tables.pad.views import mark_message
from qwixx.tables.protocol import Dice, PadMark
from qwixx.tables.refusals import Refusal
from tests.tables.pad.scenes import (
    close,
    cross,
    do,
    lock,
    next_n,
    opened,
    penalise,
    refused,
    rolled,
    undo,
    write,
)

# Rolls


def test_the_latest_roll_replaces_the_one_before() -> None:
    pad = opened("Ann", "Ben")
    for white in ((1, 2), (3, 4)):
        do(pad, 0, protocol.EnterRoll(1, 1, 1, Dice(white, (1, 2, None, None))))
    rolls = [each.what for each in pad.now.happened if isinstance(each.what, facts.PadRolled)]
    assert rolls == [facts.PadRolled(1, (3, 4), (1, 2, None, None))]


@pytest.mark.parametrize(
    ("seat", "dice", "game"),
    [
        (2, Dice((1, 1), (1, 1, 1, 1)), "dice"),
        (-1, Dice((1, 1), (1, 1, 1, 1)), "dice"),
        (0, Dice((1, 1), (1, 1)), "dice"),
        (0, Dice((1, 1), (1, 1, 1, 1)), "cards"),
    ],
)
def test_an_impossible_roll_is_refused(seat: int, dice: Dice, game: PadGame) -> None:
    with refused("bad_message"):
        do(opened("Ann", "Ben", game=game), 0, protocol.EnterRoll(1, 1, seat, dice))


def test_a_die_shows_one_to_six() -> None:
    with pytest.raises(IllegalChoice, match="1 to 6, not 7"):
        do(opened("Ann"), 0, protocol.EnterRoll(1, 1, 0, Dice((7, 1), (1, 1, 1, 1))))


# Positions for the coach


def test_the_coach_sees_the_state_before_the_common_action() -> None:
    pad = opened("Ann", "Ben")
    rolled(pad)
    cross(pad, 1, Colour.RED, 7)
    state = pad.to_advise(0)
    assert {format_choice(choice) for choice in state.choices(0)} == {"-", "r7", "y7", "g7", "b7"}
    assert state.sheets[1].rows[Colour.RED] == ()
    with refused("nothing_to_choose"):
        pad.to_advise(1)


def test_after_crossing_the_sum_the_active_player_gets_advice_about_action_2() -> None:
    pad = opened("Ann", "Ben")
    rolled(pad)
    cross(pad, 0, Colour.RED, 7)
    state = pad.to_advise(0)
    assert (state.phase, state.crossed) == (Phase.OWN, Cross(Colour.RED, 7))
    cross(pad, 0, Colour.BLUE, 10)
    with refused("nothing_to_choose"):
        pad.to_advise(0)


def test_without_a_complete_roll_there_is_no_advice() -> None:
    pad = opened("Ann", "Ben")
    with refused("no_roll"):
        pad.to_advise(0)
    rolled(pad, dice=Dice((4, 3), (1, None, None, None)))
    with refused("no_roll"):
        pad.to_advise(0)
    with refused("not_seated"):
        pad.to_advise(None)


def test_an_active_player_who_cannot_cross_the_sum_gets_advice_about_action_2() -> None:
    pad = opened("Ann", "Ben")
    for colour, number in zip(COLOURS, (8, 8, 6, 6), strict=True):
        cross(pad, 0, colour, number)
    rolled(pad)
    assert pad.to_advise(0).phase is Phase.OWN
    assert pad.to_advise(1).phase is Phase.COMMON


def test_after_the_penalty_or_the_second_cross_there_is_no_advice() -> None:
    pad = opened("Ann", "Ben")
    rolled(pad)
    penalise(pad, 0)
    with refused("nothing_to_choose"):
        pad.to_advise(0)
    undo(pad, 0, 1)
    cross(pad, 0, Colour.BLUE, 10)
    with refused("nothing_to_choose"):
        pad.to_advise(0)


def test_there_is_no_advice_in_a_game_with_players_on_paper() -> None:
    pad = opened("Ann", "Ben")
    close(pad, 0, Colour.RED)
    rolled(pad, dice=Dice((4, 3), (None, 2, 5, 6)))
    with refused("sheets_unknown"):
        pad.to_advise(0)
    undo(pad, 0, 1)
    rolled(pad)
    assert pad.to_advise(0).phase is Phase.COMMON


# The end, and the next game


def test_a_game_is_finished_by_a_player_once_the_rules_allow_it() -> None:
    pad = opened("Ann", "Ben", "Cem")
    with refused("not_over"):
        do(pad, 0, protocol.Finish(1, 1))
    before = pad.now.version
    lock(pad, 0, Colour.RED)
    lock(pad, 1, Colour.BLUE)
    assert not pad.now.is_over, "everybody may finish their action"
    assert (do(pad, 1, protocol.Finish(1, 1)), do(pad, 0, protocol.Finish(2, 1))) == (1, 0)
    with refused("game_over"):
        penalise(pad, 0)
    cross(pad, 2, Colour.YELLOW, 7, seen=before)
    assert pad.now.sheets[2].rows[Colour.YELLOW] == (7,), "the mark was sent before the game was ended"


def test_a_finished_game_can_be_reopened() -> None:
    pad = opened("Ann")
    for _ in range(4):
        penalise(pad, 0)
    do(pad, 0, protocol.Finish(1, 1))
    assert (do(pad, 0, protocol.Reopen(2, 1)), do(pad, 0, protocol.Reopen(3, 1))) == (1, 0)
    undo(pad, 0, 4)
    assert pad.now.ending is None


def test_the_next_game_has_the_same_people_and_empty_sheets() -> None:
    pad = opened("Ann", "Ben")
    with refused("not_over"):
        do(pad, 0, protocol.Renew(1, 1))
    for _ in range(4):
        penalise(pad, 0)
    do(pad, 0, protocol.Finish(1, 1))
    assert (do(pad, 0, protocol.Renew(2, 1)), do(pad, 1, protocol.Renew(2, 1))) == (1, 0)
    assert [sheet.penalties for sheet in pad.now.sheets] == [0, 0]
    with refused("stale"):
        do(pad, 1, protocol.Write(3, 1, PadMark(1, "penalty", 2)))


def test_a_pad_keeps_a_limited_number_of_earlier_games() -> None:
    pad = opened("Ann")
    for _ in range(EARLIER_GAMES + 2):
        for _ in range(4):
            penalise(pad, 0)
        do(pad, 0, protocol.Finish(1, pad.now.games))
        do(pad, 0, protocol.Renew(2, pad.now.games))
    assert [each.games for each in pad.now.earlier] == list(range(3, EARLIER_GAMES + 3))


def test_a_device_that_missed_a_whole_game_gets_a_full_update() -> None:
    pad = opened("Ann", "Ben")
    for _ in range(4):
        penalise(pad, 0)
    known = pad.now.version
    do(pad, 0, protocol.Finish(1, 1))
    do(pad, 0, protocol.Renew(2, 1))
    cross(pad, 1, Colour.RED, 3)
    assert (pad.now.remembers_since(known), pad.now.remembers_since(known + 1)) == (False, True)
    assert [type(each.what) for each in pad.now.happened] == [facts.PadRenewed, facts.PadMarked]


# Any order

cells = st.tuples(st.sampled_from(COLOURS), st.integers(2, 12))
doings = st.lists(cells | st.just("penalty") | st.integers(1, 12), max_size=25)


def made_alone(pad: PadState, seat: int, doings: Sequence[object]) -> list[PadMark]:
    """The marks that a device makes while it is offline, without those that its sheet refuses."""
    alone = Pad("p", pad)
    for doing in doings:
        n, seen = next_n(alone, seat), pad.version
        match doing:
            case (colour, number):
                mark = PadMark(n, "cross", seen, str(colour), number)  # type: ignore[arg-type]
            case "penalty":
                mark = PadMark(n, "penalty", seen)
            case _:
                mark = PadMark(n, "undo", seen, undone=doing)  # type: ignore[arg-type]
        try:
            write(alone, seat, mark)
        except Refusal:
            continue
    return [mark_message(written.mark) for written in alone.now.logs[seat]]


@given(
    by_seat=st.tuples(doings, doings),
    order=st.lists(st.integers(0, 1), max_size=60),
    repeats=st.lists(st.booleans(), max_size=60),
)
def test_the_sheets_converge_whatever_the_order_of_marks_from_two_devices(
    by_seat: tuple[list[object], list[object]], order: list[int], repeats: list[bool]
) -> None:
    start = opened("Ann", "Ben")
    made = [made_alone(start.now, seat, doings) for seat, doings in enumerate(by_seat)]
    apart = [sheets_after(start.now, seat, marks) for seat, marks in enumerate(made)]
    pad, waiting = Pad("p", start.now), [list(marks) for marks in made]
    for place, seat in enumerate([*order, *[0] * 30, *[1] * 30]):
        if waiting[seat]:
            mark = waiting[seat].pop(0)
            for _ in range(1 + (place < len(repeats) and repeats[place])):
                write(pad, seat, mark)
    assert list(pad.now.sheets) == apart


def sheets_after(start: PadState, seat: int, marks: list[PadMark]) -> object:
    pad = Pad("p", start)
    for mark in marks:
        write(pad, seat, mark)
    return pad.now.sheets[seat]
