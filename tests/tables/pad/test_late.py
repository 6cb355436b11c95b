"""Score pads: marks that are still accepted in a locked row."""

import pytest

from qwixx.rules.colours import COLOURS
from qwixx.tables.pad.pad import Pad
from tests.tables.pad.scenes import (
    close,
    cross,
    fill,
    lock,
    opened,
    penalise,
    refused,
    rolled_white,
    row,
    undo,
)

RED, YELLOW, GREEN, BLUE = COLOURS


# Corrections in a locked row


def test_an_undone_cross_in_a_locked_row_can_be_restored() -> None:
    pad = opened("Ann", "Ben")
    rolled_white(pad, 0, (4, 6), red=6)
    cross(pad, 1, RED, 10)
    lock(pad, 0, RED)
    rolled_white(pad, 1, (1, 1))
    undo(pad, 1, 1)
    cross(pad, 1, RED, 10)
    assert row(pad, 1, RED) == (10,)
    with refused("row_closed"):
        cross(pad, 1, RED, 11)


def test_a_cross_in_a_locked_row_can_be_corrected_but_not_to_a_lock() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, RED, 6)
    lock(pad, 0, RED)
    cross(pad, 1, BLUE, 9)
    undo(pad, 1, 6)
    with refused("row_closed"):
        cross(pad, 1, RED, 12)
    cross(pad, 1, RED, 9)
    assert row(pad, 1, RED) == (2, 3, 4, 5, 6, 9)
    with refused("row_closed"):
        cross(pad, 1, RED, 11)


def test_a_cross_undone_before_the_lock_cannot_be_restored_after_it() -> None:
    pad = opened("Ann", "Ben")
    cross(pad, 1, RED, 10)
    undo(pad, 1, 1)
    lock(pad, 0, RED)
    penalise(pad, 1)
    with refused("row_closed"):
        cross(pad, 1, RED, 10)


def test_one_of_two_locks_of_a_row_can_be_undone_and_restored() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, RED)
    lock(pad, 0, RED)
    cross(pad, 1, RED, 12, late=True)
    rolled_white(pad, 1, (1, 1))
    undo(pad, 1, 6)
    cross(pad, 1, RED, 12)
    assert pad.now.sheets[1].has_lock(RED)


# Late crosses of the same roll


def test_each_seat_has_one_late_cross_per_locked_row() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, RED, 4)
    lock(pad, 0, RED)
    with refused("needs_five"):
        cross(pad, 1, RED, 12, late=True)
    cross(pad, 1, RED, 8, late=True)
    for number in (9, 12):
        with refused("not_same_roll"):
            cross(pad, 1, RED, number, late=True)


def test_all_late_crosses_have_the_same_number() -> None:
    pad = opened("Ann", "Ben", "Cem", "Dora")
    for seat in (1, 2, 3):
        fill(pad, seat, RED)
    lock(pad, 0, RED)
    cross(pad, 1, RED, 8, late=True)
    for number in (9, 12):
        with refused("not_same_roll"):
            cross(pad, 2, RED, number, late=True)
    cross(pad, 2, RED, 8, late=True)


def test_after_two_locks_late_crosses_have_the_last_number() -> None:
    pad = opened("Ann", "Ben", "Cem")
    for seat in (1, 2):
        fill(pad, seat, RED)
    before = pad.now.version
    lock(pad, 0, RED)
    cross(pad, 1, RED, 12, seen=before)
    with refused("not_same_roll"):
        cross(pad, 2, RED, 8, late=True)
    cross(pad, 2, RED, 12, late=True)


def test_an_entered_roll_determines_the_number_of_late_crosses() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 0, RED)
    rolled_white(pad, 0, (6, 2), red=6)
    cross(pad, 0, RED, 12)  # the second action: a white 6 and the red 6
    for number in (7, 9):
        with refused("not_same_roll"):
            cross(pad, 1, RED, number, late=True)
    cross(pad, 1, RED, 8, late=True)
    assert row(pad, 1, RED) == (8,)


def test_a_cross_in_this_roll_uses_the_common_action() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 0, RED)
    rolled_white(pad, 0, (6, 2), red=6)
    cross(pad, 1, BLUE, 8)
    cross(pad, 0, RED, 12)
    with refused("not_same_roll"):
        cross(pad, 1, RED, 8, late=True)


def test_an_entered_roll_that_does_not_fit_the_lock_is_ignored() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, RED)
    rolled_white(pad, 0, (1, 2))
    cross(pad, 1, BLUE, 9)
    lock(pad, 0, RED)
    cross(pad, 1, RED, 12, late=True)
    assert pad.now.sheets[1].has_lock(RED)


def test_reporting_a_row_locked_on_paper_is_not_a_cross_of_that_seat() -> None:
    pad = opened("Ann")
    fill(pad, 0, RED)
    close(pad, 0, RED)
    close(pad, 0, YELLOW)
    cross(pad, 0, RED, 12, late=True)
    assert pad.now.sheets[0].has_lock(RED)


def locked(*names: str) -> Pad:
    """A pad on which Ann has locked red without an entered roll."""
    pad = opened(*names)
    lock(pad, 0, RED)
    return pad


def late(pad: Pad, seat: int) -> None:
    cross(pad, seat, RED, 8, late=True)


def test_a_roll_has_two_crosses_of_one_player_and_one_of_each_other() -> None:
    pad = locked("Ann", "Ben", "Cem", "Dora", "Eve")
    cross(pad, 1, BLUE, 8)
    cross(pad, 1, YELLOW, 5)
    cross(pad, 2, YELLOW, 8)
    late(pad, 3)
    cross(pad, 2, GREEN, 5)
    with refused("not_same_roll"):
        late(pad, 4)


def test_a_roll_has_one_penalty_by_a_player_without_a_cross() -> None:
    pad = locked("Ann", "Ben", "Cem", "Dora")
    penalise(pad, 1)
    late(pad, 2)
    penalise(pad, 1)
    with refused("not_same_roll"):
        late(pad, 3)
    undo(pad, 1, 2)
    late(pad, 3)


@pytest.mark.parametrize("other", [0, 1, 2])
def test_a_penalty_and_an_active_players_cross_are_two_rolls(other: int) -> None:
    pad = locked("Ann", "Ben", "Cem", "Dora")
    penalise(pad, 1)
    cross(pad, other, BLUE, 8)
    if other == 2:
        cross(pad, other, BLUE, 7)
    with refused("not_same_roll"):
        late(pad, 3)


def test_correcting_a_cross_of_an_earlier_roll_does_not_count_as_a_later_roll() -> None:
    pad = opened("Ann", "Ben", "Cem")
    for number in (11, 10):
        cross(pad, 1, BLUE, number)
    lock(pad, 0, RED)
    for n in (2, 1):
        undo(pad, 1, n)
    for number in (12, 9, 8):
        cross(pad, 1, BLUE, number)
    late(pad, 2)


def test_a_late_cross_is_judged_by_the_version_that_its_device_knew() -> None:
    pad = locked("Ann", "Ben", "Cem")
    seen = pad.now.version
    for _ in range(2):
        penalise(pad, 1)
    cross(pad, 2, RED, 8, late=True, seen=seen)


def test_the_active_player_of_an_entered_roll_takes_its_penalty() -> None:
    pad = opened("Ann", "Ben", "Cem")
    fill(pad, 0, RED)
    rolled_white(pad, 0, (6, 2), red=6)
    cross(pad, 0, RED, 12)
    penalise(pad, 1)
    with refused("not_same_roll"):
        late(pad, 2)
