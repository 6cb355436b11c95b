"""Score pads: marks that a sheet accepts and refuses."""

import pytest

from qwixx.rules.colours import Colour
from qwixx.rules.ruleset import PadGame
from qwixx.rules.scoring import EndReason
from qwixx.tables import protocol
from qwixx.tables.pad.marks import MOST_MARKS
from qwixx.tables.protocol import Dice, PadMark
from qwixx.tables.refusals import Refusal
from tests.tables.pad.scenes import close, cross, do, fill, lock, opened, penalise, refused, undo, write

# Sheets


def test_a_sheet_enforces_the_rules_of_its_rows() -> None:
    pad = opened("Ann")
    cross(pad, 0, Colour.RED, 5)
    with refused("left_of_last"):
        cross(pad, 0, Colour.RED, 4)
    with refused("needs_five"):
        cross(pad, 0, Colour.RED, 12)
    with refused("no_such_number"):
        cross(pad, 0, Colour.RED, 13)
    assert pad.now.sheets[0].rows[Colour.RED] == (5,)


def test_a_lock_closes_the_row_for_every_device_that_knows_of_it() -> None:
    pad = opened("Ann", "Ben")
    before = pad.now.version
    lock(pad, 0, Colour.RED)
    with refused("row_closed"):
        cross(pad, 1, Colour.RED, 7)
    cross(pad, 1, Colour.RED, 7, seen=before)
    assert pad.now.sheets[1].rows[Colour.RED] == (7,), "the device did not know of the lock yet"


def test_several_players_can_lock_a_row_in_the_same_roll() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, Colour.RED)
    lock(pad, 0, Colour.RED)
    cross(pad, 1, Colour.RED, 12, late=True)
    assert [sheet.has_lock(Colour.RED) for sheet in pad.now.sheets] == [True, True]


def test_a_seat_that_has_acted_since_the_lock_cannot_lock_the_row() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, Colour.RED)
    lock(pad, 0, Colour.RED)
    cross(pad, 1, Colour.BLUE, 9)
    with refused("not_same_roll"):
        cross(pad, 1, Colour.RED, 12, late=True)


def test_after_the_next_roll_a_locked_row_takes_no_late_cross() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, Colour.RED)
    lock(pad, 0, Colour.RED)
    do(pad, 1, protocol.EnterRoll(1, 1, 1, Dice((6, 6), (None, 2, 3, 4))))
    with refused("not_same_roll"):
        cross(pad, 1, Colour.RED, 12, late=True)


def test_undoing_a_lock_reopens_the_row() -> None:
    pad = opened("Ann", "Ben")
    lock(pad, 0, Colour.RED)
    undo(pad, 0, 6)
    cross(pad, 1, Colour.RED, 7)
    assert pad.now.sheets[1].rows[Colour.RED] == (7,)


@pytest.mark.parametrize("game", ["cards", "cards_joker"])
def test_in_the_card_games_a_lock_only_affects_its_owner(game: PadGame) -> None:
    pad = opened("Ann", "Ben", game=game)
    lock(pad, 0, Colour.RED)
    lock(pad, 1, Colour.GREEN)
    cross(pad, 1, Colour.RED, 7)
    assert pad.now.ending is None, "rows of different players are not added (C20)"
    lock(pad, 1, Colour.BLUE)
    assert pad.now.ending is EndReason.TWO_ROWS


def test_a_row_closed_on_paper_is_closed_on_all_sheets() -> None:
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


def test_a_device_knows_of_a_row_that_it_closed_offline() -> None:
    pad = opened("Ann", "Ben")
    alone = pad.now.version
    close(pad, 0, Colour.RED, seen=alone)
    with refused("row_closed"):
        cross(pad, 0, Colour.RED, 7, seen=alone)
    cross(pad, 1, Colour.RED, 7, seen=alone)
    cross(pad, 0, Colour.BLUE, 9, seen=alone)
    with refused("not_same_roll"):
        cross(pad, 0, Colour.RED, 7, seen=alone, late=True)


def test_closing_a_row_on_paper_is_idempotent_across_devices() -> None:
    pad = opened("Ann", "Ben")
    before = pad.now.version
    assert close(pad, 0, Colour.RED) == 1
    assert close(pad, 1, Colour.RED, seen=before) == 0
    assert close(pad, 0, Colour.RED, seen=before) == 0
    with refused("row_closed"):
        close(pad, 1, Colour.RED)


def test_in_the_card_games_no_row_can_be_closed_on_paper() -> None:
    with refused("nothing_to_close"):
        close(opened("Ann", game="cards"), 0, Colour.RED)


# Undo


def test_an_undone_mark_has_no_effect() -> None:
    pad = opened("Ann")
    cross(pad, 0, Colour.RED, 5)
    cross(pad, 0, Colour.RED, 9)
    assert undo(pad, 0, 2) == 1
    cross(pad, 0, Colour.RED, 7)
    assert pad.now.sheets[0].rows[Colour.RED] == (5, 7)


def test_undoing_a_mark_is_idempotent_across_devices() -> None:
    pad = opened("Ann")
    cross(pad, 0, Colour.RED, 5)
    assert undo(pad, 0, 1) == 1
    assert undo(pad, 0, 1) == 0
    assert len(pad.now.logs[0]) == 2


def test_a_cross_that_a_lock_needs_cannot_be_undone_before_the_lock() -> None:
    pad = opened("Ann")
    lock(pad, 0, Colour.RED)
    with refused("needs_five"):
        undo(pad, 0, 1)


@pytest.mark.parametrize("n", [0, -1, 2, 99])
def test_a_missing_mark_cannot_be_undone(n: int) -> None:
    pad = opened("Ann")
    cross(pad, 0, Colour.RED, 5)
    with refused("nothing_to_undo"):
        undo(pad, 0, n)


def test_an_undo_cannot_be_undone() -> None:
    pad = opened("Ann")
    penalise(pad, 0)
    undo(pad, 0, 1)
    with refused("nothing_to_undo"):
        undo(pad, 0, 2)


# Marks and their numbers


def test_a_retransmitted_mark_is_written_once() -> None:
    pad = opened("Ann")
    mark = PadMark(1, "penalty", 2)
    assert (write(pad, 0, mark), write(pad, 0, mark)) == (1, 0)
    assert pad.now.sheets[0].penalties == 1


@pytest.mark.parametrize("n", [-1, 0, 1, 3])
def test_a_mark_with_a_wrong_number_is_refused_with_the_next_number(n: int) -> None:
    pad = opened("Ann")
    cross(pad, 0, Colour.RED, 5)
    with pytest.raises(Refusal, match="the next is 2") as error:
        write(pad, 0, PadMark(n, "penalty", 3))
    assert error.value.reason.code == "mark_number"


def test_a_sheet_has_a_maximum_number_of_marks() -> None:
    pad = opened("Ann")
    for n in range(1, MOST_MARKS, 2):
        penalise(pad, 0)
        undo(pad, 0, n)
    with refused("too_many_marks"):
        penalise(pad, 0)


def test_there_are_at_most_four_penalties() -> None:
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
def test_an_inconsistent_mark_is_refused(mark: PadMark) -> None:
    with refused("bad_message"):
        write(opened("Ann"), 0, mark)


def test_spectators_cannot_write() -> None:
    with refused("not_seated"):
        do(opened("Ann"), None, protocol.Finish(1, 1))
