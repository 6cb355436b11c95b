"""Score pads: what a sheet takes and refuses, and that devices agree whatever order their marks arrive in."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwixx.notation import format_choice
from qwixx.rules.choices import Cross
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import EndReason
from qwixx.server.pads.pad import Pad, new_pad
from qwixx.server.pads.state import MOST_MARKS, PadState
from qwixx.server.refusals import Refusal
from qwixx.server.wire import protocol
from qwixx.server.wire.protocol import Dice, PadGame, PadMark


def opened(*names: str, game: PadGame = "dice") -> Pad:
    pad, _ = new_pad("p", protocol.NewPad(game, names[0]))
    for name in names:
        planned, _ = pad.plan_join(name)
        pad.take(planned, 0.0)
    return pad


def do(pad: Pad, seat: int | None, message: protocol.Command) -> int:
    """Carry out a command; how many facts it led to."""
    planned = pad.plan(seat, message)
    pad.take(planned, 0.0)
    return len(planned)


def write(pad: Pad, seat: int, mark: PadMark) -> int:
    return do(pad, seat, protocol.Write(1, pad.now.games, mark))


def cross(
    pad: Pad, seat: int, colour: Colour, number: int, *, seen: int | None = None, late: bool = False
) -> None:
    """Cross as a device does that knows everything, or everything up to ``seen``."""
    known = pad.now.version if seen is None else seen
    write(pad, seat, PadMark(next_n(pad, seat), "cross", known, str(colour), number, late=late))  # type: ignore[arg-type]


def penalise(pad: Pad, seat: int) -> None:
    write(pad, seat, PadMark(next_n(pad, seat), "penalty", pad.now.version))


def undo(pad: Pad, seat: int, n: int) -> int:
    return write(pad, seat, PadMark(next_n(pad, seat), "undo", pad.now.version, undone=n))


def next_n(pad: Pad, seat: int) -> int:
    return len(pad.now.logs[seat]) + 1


def fill(pad: Pad, seat: int, colour: Colour, crosses: int = 5) -> None:
    for number in colour.numbers[:crosses]:
        cross(pad, seat, colour, number)


def lock(pad: Pad, seat: int, colour: Colour) -> None:
    fill(pad, seat, colour)
    cross(pad, seat, colour, colour.last)


def refused(code: str) -> "pytest.RaisesExc[Refusal]":
    return pytest.raises(Refusal, check=lambda error: error.reason.code == code)


# Sheets


def test_a_sheet_keeps_to_the_rules_of_its_rows() -> None:
    pad = opened("Ann")
    cross(pad, 0, Colour.RED, 5)
    with refused("left_of_last"):
        cross(pad, 0, Colour.RED, 4)
    with refused("needs_five"):
        cross(pad, 0, Colour.RED, 12)
    with refused("no_such_number"):
        cross(pad, 0, Colour.RED, 13)
    assert pad.now.sheets[0].rows[Colour.RED] == (5,)


def test_a_lock_closes_the_row_for_all_who_know_of_it() -> None:
    pad = opened("Ann", "Ben")
    before = pad.now.version
    lock(pad, 0, Colour.RED)
    with refused("row_closed"):
        cross(pad, 1, Colour.RED, 7)
    cross(pad, 1, Colour.RED, 7, seen=before)
    assert pad.now.sheets[1].rows[Colour.RED] == (7,), "it was crossed before its device heard of the lock"


def test_several_close_a_row_in_the_same_roll() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, Colour.RED)
    lock(pad, 0, Colour.RED)
    cross(pad, 1, Colour.RED, 12, late=True)
    assert [sheet.has_lock(Colour.RED) for sheet in pad.now.sheets] == [True, True]


def test_who_has_gone_on_since_cannot_close_it_any_more() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, Colour.RED)
    lock(pad, 0, Colour.RED)
    cross(pad, 1, Colour.BLUE, 9)
    with refused("not_same_roll"):
        cross(pad, 1, Colour.RED, 12, late=True)


def test_after_the_next_roll_a_row_stays_closed() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, Colour.RED)
    lock(pad, 0, Colour.RED)
    do(pad, 1, protocol.EnterRoll(1, 1, 1, Dice((6, 6), (None, 2, 3, 4))))
    with refused("not_same_roll"):
        cross(pad, 1, Colour.RED, 12, late=True)


def test_a_lock_that_is_taken_back_opens_the_row_again() -> None:
    pad = opened("Ann", "Ben")
    lock(pad, 0, Colour.RED)
    undo(pad, 0, 6)
    cross(pad, 1, Colour.RED, 7)
    assert pad.now.sheets[1].rows[Colour.RED] == (7,)


@pytest.mark.parametrize("game", ["cards", "cards_joker"])
def test_in_the_card_games_a_lock_is_its_owners_alone(game: PadGame) -> None:
    pad = opened("Ann", "Ben", game=game)
    lock(pad, 0, Colour.RED)
    lock(pad, 1, Colour.GREEN)
    cross(pad, 1, Colour.RED, 7)
    assert pad.now.ending is None, "rows of different players are not added (C20)"
    lock(pad, 1, Colour.BLUE)
    assert pad.now.ending is EndReason.TWO_ROWS


def close(pad: Pad, seat: int, colour: Colour) -> None:
    write(pad, seat, PadMark(next_n(pad, seat), "close", pad.now.version, str(colour)))  # type: ignore[arg-type]


def test_somebody_without_a_sheet_closes_a_row_for_all_who_have_one() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 0, Colour.RED)
    close(pad, 0, Colour.RED)
    with refused("row_closed"):
        cross(pad, 1, Colour.RED, 7)
    with refused("row_closed"):
        close(pad, 1, Colour.RED)
    cross(pad, 0, Colour.RED, 12, late=True)
    close(pad, 0, Colour.BLUE)
    assert pad.now.ending is EndReason.TWO_ROWS
    undo(pad, 0, 8)
    assert pad.now.ending is None


def test_in_the_card_games_nobody_closes_a_row_for_others() -> None:
    with refused("nothing_to_close"):
        close(opened("Ann", game="cards"), 0, Colour.RED)


# Taking back


def test_what_is_taken_back_was_never_there() -> None:
    pad = opened("Ann")
    cross(pad, 0, Colour.RED, 5)
    cross(pad, 0, Colour.RED, 9)
    assert undo(pad, 0, 2) == 1
    cross(pad, 0, Colour.RED, 7)
    assert pad.now.sheets[0].rows[Colour.RED] == (5, 7)


def test_two_devices_that_take_the_same_back_do_it_once() -> None:
    pad = opened("Ann")
    cross(pad, 0, Colour.RED, 5)
    assert undo(pad, 0, 1) == 1
    assert undo(pad, 0, 1) == 0
    assert len(pad.now.logs[0]) == 2


def test_a_cross_that_a_lock_needs_cannot_be_taken_back_before_the_lock() -> None:
    pad = opened("Ann")
    lock(pad, 0, Colour.RED)
    with refused("needs_five"):
        undo(pad, 0, 1)


@pytest.mark.parametrize("n", [0, -1, 2, 99])
def test_what_is_not_there_cannot_be_taken_back(n: int) -> None:
    pad = opened("Ann")
    cross(pad, 0, Colour.RED, 5)
    with refused("nothing_to_undo"):
        undo(pad, 0, n)


def test_taking_back_is_not_taken_back() -> None:
    pad = opened("Ann")
    penalise(pad, 0)
    undo(pad, 0, 1)
    with refused("nothing_to_undo"):
        undo(pad, 0, 2)


# Marks and their numbers


def test_a_mark_that_is_sent_twice_is_written_once() -> None:
    pad = opened("Ann")
    mark = PadMark(1, "penalty", 2)
    assert (write(pad, 0, mark), write(pad, 0, mark)) == (1, 0)
    assert pad.now.sheets[0].penalties == 1


@pytest.mark.parametrize("n", [-1, 0, 1, 3])
def test_another_mark_with_a_number_that_is_taken_is_told_the_next(n: int) -> None:
    pad = opened("Ann")
    cross(pad, 0, Colour.RED, 5)
    with pytest.raises(Refusal, match="the next is 2") as error:
        write(pad, 0, PadMark(n, "penalty", 3))
    assert error.value.reason.code == "mark_number"


def test_a_sheet_takes_many_marks_but_not_any_number() -> None:
    pad = opened("Ann")
    for n in range(1, MOST_MARKS, 2):
        penalise(pad, 0)
        undo(pad, 0, n)
    with refused("too_many_marks"):
        penalise(pad, 0)


def test_there_are_four_penalties() -> None:
    pad = opened("Ann")
    for _ in range(4):
        penalise(pad, 0)
    assert pad.now.ending is EndReason.FOUR_PENALTIES
    with refused("penalties_full"):
        penalise(pad, 0)


@pytest.mark.parametrize(
    "mark",
    [
        PadMark(1, "cross", 2),
        PadMark(1, "cross", 2, "red", 5, undone=1),
        PadMark(1, "penalty", 2, "red", 5),
        PadMark(1, "penalty", 2, late=True),
        PadMark(1, "undo", 2),
        PadMark(1, "cross", 99, "red", 5),
    ],
)
def test_a_mark_that_means_nothing_is_refused(mark: PadMark) -> None:
    with refused("bad_message"):
        write(opened("Ann"), 0, mark)


def test_who_only_looks_on_writes_nothing() -> None:
    with refused("not_seated"):
        do(opened("Ann"), None, protocol.Finish(1, 1))


# Rolls


def test_a_roll_is_told_to_all_and_the_next_takes_its_place() -> None:
    pad = opened("Ann", "Ben")
    for white in ((1, 2), (3, 4)):
        do(pad, 0, protocol.EnterRoll(1, 1, 1, Dice(white, (1, 2, None, None))))
    told = [each.what for each in pad.now.happened if isinstance(each.what, protocol.RollEntered)]
    assert told == [protocol.RollEntered(1, Dice((3, 4), (1, 2, None, None)))]


@pytest.mark.parametrize(
    ("seat", "dice", "game"),
    [
        (2, Dice((1, 1), (1, 1, 1, 1)), "dice"),
        (-1, Dice((1, 1), (1, 1, 1, 1)), "dice"),
        (0, Dice((1, 1), (1, 1)), "dice"),
        (0, Dice((1, 1), (1, 1, 1, 1)), "cards"),
    ],
)
def test_a_roll_that_cannot_be_is_refused(seat: int, dice: Dice, game: PadGame) -> None:
    with refused("bad_message"):
        do(opened("Ann", "Ben", game=game), 0, protocol.EnterRoll(1, 1, seat, dice))


def test_a_die_shows_one_to_six() -> None:
    with pytest.raises(IllegalChoice, match="1 to 6, not 7"):
        do(opened("Ann"), 0, protocol.EnterRoll(1, 1, 0, Dice((7, 1), (1, 1, 1, 1))))


# What the coach is asked


def rolled(pad: Pad, active: int = 0, dice: Dice | None = None) -> None:
    do(pad, 0, protocol.EnterRoll(1, pad.now.games, active, dice or Dice((4, 3), (1, 2, 5, 6))))


def test_the_coach_sees_the_common_action_as_it_was_when_the_dice_lay() -> None:
    pad = opened("Ann", "Ben")
    rolled(pad)
    cross(pad, 1, Colour.RED, 7)
    state = pad.to_advise(0)
    assert {format_choice(choice) for choice in state.choices(0)} == {"-", "r7", "y7", "g7", "b7"}
    assert state.sheets[1].rows[Colour.RED] == ()
    with refused("nothing_to_choose"):
        pad.to_advise(1)


def test_who_rolled_and_crossed_is_advised_about_the_second_action() -> None:
    pad = opened("Ann", "Ben")
    rolled(pad)
    cross(pad, 0, Colour.RED, 7)
    state = pad.to_advise(0)
    assert (state.phase, state.crossed) == (Phase.OWN, Cross(Colour.RED, 7))
    cross(pad, 0, Colour.BLUE, 10)
    with refused("nothing_to_choose"):
        pad.to_advise(0)


def test_without_a_whole_roll_there_is_no_advice() -> None:
    pad = opened("Ann", "Ben")
    with refused("no_roll"):
        pad.to_advise(0)
    rolled(pad, dice=Dice((4, 3), (1, None, None, None)))
    with refused("no_position"):
        pad.to_advise(0)
    with refused("not_seated"):
        pad.to_advise(None)


# The end, and the next game


def test_a_game_ends_when_its_people_say_so_and_the_rules_agree() -> None:
    pad = opened("Ann", "Ben")
    with refused("not_over"):
        do(pad, 0, protocol.Finish(1, 1))
    before = pad.now.version
    lock(pad, 0, Colour.RED)
    lock(pad, 1, Colour.BLUE)
    assert not pad.now.is_over, "everybody may finish their action"
    assert (do(pad, 1, protocol.Finish(1, 1)), do(pad, 0, protocol.Finish(2, 1))) == (1, 0)
    with refused("game_over"):
        penalise(pad, 0)
    cross(pad, 1, Colour.YELLOW, 7, seen=before)
    assert pad.now.sheets[1].rows[Colour.YELLOW] == (7,), "it was on its way when the game was ended"


def test_the_sheets_can_be_opened_again() -> None:
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


def test_who_missed_a_whole_game_begins_with_the_running_one() -> None:
    pad = opened("Ann", "Ben")
    for _ in range(4):
        penalise(pad, 0)
    known = pad.now.version
    do(pad, 0, protocol.Finish(1, 1))
    do(pad, 0, protocol.Renew(2, 1))
    cross(pad, 1, Colour.RED, 3)
    assert (pad.now.remembers_since(known), pad.now.remembers_since(known + 1)) == (False, True)
    assert [type(each.what) for each in pad.now.happened] == [protocol.Renewed, protocol.Marked]


# Any order

cells = st.tuples(st.sampled_from(COLOURS), st.integers(2, 12))
doings = st.lists(cells | st.just("penalty") | st.integers(1, 12), max_size=25)


def made_alone(pad: PadState, seat: int, doings: Sequence[object]) -> list[PadMark]:
    """What a device makes of taps while it hears of nobody; what its sheet refuses is no mark."""
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
    return [written.mark for written in alone.now.logs[seat]]


@given(
    by_seat=st.tuples(doings, doings),
    order=st.lists(st.integers(0, 1), max_size=60),
    repeats=st.lists(st.booleans(), max_size=60),
)
def test_whatever_order_the_marks_of_two_devices_arrive_in_the_sheets_are_the_same(
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
