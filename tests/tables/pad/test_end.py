"""Score pads: late marks after the end of a game, undoing an end, and the next game."""

import pytest

from qwixx.rules.colours import COLOURS
from qwixx.rules.ruleset import PadGame
from qwixx.rules.scoring import EndReason
from qwixx.tables import protocol
from qwixx.tables.pad.pad import Pad
from qwixx.tables.protocol import PadMark
from tests.tables.pad.scenes import (
    close,
    cross,
    do,
    end,
    fill,
    finish,
    join,
    lock,
    opened,
    penalise,
    refused,
    retract,
    row,
    undo,
)

RED, YELLOW, GREEN, BLUE = COLOURS


# After the end


def ended(*names: str) -> Pad:
    """A pad whose game ends because the first seat locks green after red."""
    pad = opened(*names)
    for seat in range(1, len(names)):
        for colour in (YELLOW, BLUE):
            fill(pad, seat, colour)
    lock(pad, 0, RED)
    for seat in range(1, len(names)):
        cross(pad, seat, YELLOW, 8)
    lock(pad, 0, GREEN)
    assert pad.now.ending is EndReason.TWO_ROWS
    return pad


def test_after_the_end_only_late_crosses_of_the_common_action_are_accepted() -> None:
    pad = ended("Ann", "Ben")
    for seat in (0, 1):
        with refused("game_over"):
            penalise(pad, seat)
        with refused("game_over"):
            cross(pad, seat, YELLOW, 9)
    with refused("not_same_roll"):
        cross(pad, 0, YELLOW, 9, late=True)
    cross(pad, 1, YELLOW, 9, late=True)
    with refused("not_same_roll"):
        cross(pad, 1, YELLOW, 10, late=True)


def test_a_third_row_is_locked_only_in_the_same_roll_as_the_second() -> None:
    pad = ended("Ann", "Ben", "Cem", "Dora")
    with refused("not_same_roll"):
        cross(pad, 1, YELLOW, 12, late=True)
    cross(pad, 1, BLUE, 2, late=True)
    with refused("not_same_roll"):
        cross(pad, 2, YELLOW, 12, late=True)
    cross(pad, 2, BLUE, 2, late=True)
    with refused("game_over"):
        close(pad, 3, YELLOW)
    assert [closed is not None for closed in pad.now.closed_at] == [True, False, True, True]


def test_a_third_row_can_be_locked_on_paper_in_the_same_roll_as_the_second() -> None:
    pad = ended("Ann", "Ben")
    close(pad, 1, BLUE)
    assert pad.now.closed_at[BLUE] is not None


def test_no_second_row_is_locked_in_the_roll_of_a_fourth_penalty() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 1, YELLOW)
    lock(pad, 0, RED)
    for _ in range(4):
        penalise(pad, 0)
    with refused("not_same_roll"):
        cross(pad, 1, YELLOW, 12, late=True)
    cross(pad, 1, YELLOW, 7, late=True)


def test_after_the_end_undone_marks_can_be_restored() -> None:
    pad = ended("Ann", "Ben")
    undo(pad, 1, 11)
    cross(pad, 1, YELLOW, 8)
    for _ in range(4):
        with refused("game_over"):
            penalise(pad, 1)


def test_a_reopened_sheet_can_be_corrected() -> None:
    pad = ended("Ann", "Ben")
    assert do(pad, 1, protocol.Reopen(1, 1)) == 1
    penalise(pad, 1)
    cross(pad, 1, YELLOW, 9)
    with refused("row_closed"):
        cross(pad, 1, RED, 9)
    seen = pad.now.version
    finish(pad)
    with refused("game_over"):
        cross(pad, 1, YELLOW, 10)
    cross(pad, 1, YELLOW, 10, seen=seen)
    assert row(pad, 1, YELLOW)[-1] == 10, "the mark was sent before the result was shown"


def test_an_old_result_is_not_shown_again() -> None:
    pad = opened("Ann", "Ben", "Cem")
    fill(pad, 2, BLUE)
    lock(pad, 0, RED)
    lock(pad, 1, GREEN)
    before = pad.now.version
    finish(pad)
    do(pad, 1, protocol.Write(1, 1, PadMark(7, "undo", before, undone=6)))
    assert not pad.now.is_over
    cross(pad, 1, GREEN, 2)
    assert pad.now.ending is EndReason.TWO_ROWS
    assert not pad.now.is_over
    cross(pad, 2, BLUE, 2, late=True)


def test_a_correction_does_not_allow_marks_after_the_next_end() -> None:
    pad = ended("Ann", "Ben")
    do(pad, 1, protocol.Reopen(1, 1))
    undo(pad, 0, 12)
    assert pad.now.ending is None
    cross(pad, 0, GREEN, 2)
    with refused("game_over"):
        penalise(pad, 1)


# On paper


@pytest.mark.parametrize("game", ["dice", "cards", "cards_joker"])
def test_a_game_that_ends_on_paper_has_a_result_and_a_next_game(game: PadGame) -> None:
    pad = opened("Ann", "Ben", game=game)
    cross(pad, 0, RED, 7)
    before = pad.now.version
    assert end(pad, 1) == 1
    assert pad.now.ending == "paper"
    assert end(pad, 0, seen=before) == 0, "a second report changes nothing"
    with refused("game_over"):
        end(pad, 0)
    with refused("game_over"):
        penalise(pad, 0)
    cross(pad, 1, RED, 5, late=True)
    finish(pad)
    assert pad.now.is_over
    assert do(pad, 0, protocol.Renew(1, 1)) == 1
    assert row(pad, 0, RED) == ()


def test_an_end_on_paper_can_be_undone() -> None:
    pad = opened("Ann")
    end(pad, 0)
    undo(pad, 0, 1)
    assert pad.now.ending is None
    penalise(pad, 0)


def test_any_seat_can_retract_a_report_about_paper_players() -> None:
    pad = opened("Ann", "Ben")
    close(pad, 0, RED)
    cross(pad, 0, BLUE, 5)
    assert retract(pad, 1, 0, 1) == 1
    assert retract(pad, 0, 0, 1) == 0, "the command is idempotent"
    cross(pad, 1, RED, 7)
    assert row(pad, 0, BLUE) == (5,), "other marks stay"
    end(pad, 0)
    finish(pad)
    with refused("game_over"):
        retract(pad, 1, 0, 4)
    do(pad, 1, protocol.Reopen(1, 1))
    retract(pad, 1, 0, 4)
    assert pad.now.ending is None


def test_only_reports_about_paper_players_can_be_retracted() -> None:
    pad = opened("Ann", "Ben")
    cross(pad, 0, RED, 7)
    penalise(pad, 0)
    for n in (0, 1, 2, 3):
        with refused("nothing_to_undo"):
            retract(pad, 1, 0, n)
    for owner in (-1, 2):
        with refused("bad_message"):
            retract(pad, 1, owner, 1)


def test_after_an_end_on_paper_others_can_still_enter_their_common_action() -> None:
    pad = opened("Ann", "Ben", game="cards")
    lock(pad, 0, RED)
    fill(pad, 0, YELLOW)
    end(pad, 1)
    cross(pad, 0, YELLOW, 12, late=True)
    assert pad.now.sheets[0].has_lock(YELLOW)


# The next game, and undoing it


def wiped(pad: Pad, seat: int) -> None:
    """End the game and start the next one, which clears all sheets."""
    end(pad, seat)
    finish(pad)
    do(pad, seat, protocol.Renew(1, pad.now.games))


def test_a_new_game_can_be_undone() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 0, RED)
    wiped(pad, 1)
    assert row(pad, 0, RED) == ()
    assert do(pad, 0, protocol.Restore(1, 2)) == 1
    assert do(pad, 1, protocol.Restore(1, 2)) == 0, "the command is idempotent"
    assert (pad.now.games, pad.now.is_over, row(pad, 0, RED)) == (1, True, (2, 3, 4, 5, 6))
    do(pad, 0, protocol.Reopen(1, 1))
    undo(pad, 1, 1)
    cross(pad, 0, RED, 7)


def test_repeated_new_games_lose_no_sheet() -> None:
    pad = opened("Ann", "Ben")
    fill(pad, 0, RED)
    for _ in range(3):
        wiped(pad, 1)
    cross(pad, 1, BLUE, 9)
    for _ in range(3):
        do(pad, 0, protocol.Restore(1, pad.now.games))
    assert row(pad, 0, RED) == (2, 3, 4, 5, 6)
    do(pad, 0, protocol.Restore(1, pad.now.games))
    assert row(pad, 1, BLUE) == (9,), "marks of the newer game are kept, too"


def test_marks_for_an_undone_game_are_stale() -> None:
    pad = opened("Ann", "Ben")
    wiped(pad, 1)
    do(pad, 0, protocol.Restore(1, 2))
    with refused("stale"):
        do(pad, 1, protocol.Write(1, 2, PadMark(1, "penalty", 2)))
    do(pad, 0, protocol.Renew(1, 1))
    assert pad.now.games == 3, "numbers of games are never reused"


def test_restoring_without_an_earlier_game_is_refused() -> None:
    with refused("no_earlier_game"):
        do(opened("Ann"), 0, protocol.Restore(1, 1))


def test_a_later_player_has_an_empty_sheet_in_the_earlier_game() -> None:
    pad = opened("Ann")
    cross(pad, 0, RED, 7)
    wiped(pad, 0)
    join(pad, "Ben")
    do(pad, 1, protocol.Restore(1, 2))
    do(pad, 1, protocol.Reopen(1, 1))
    cross(pad, 1, BLUE, 9)
    assert [sheet.rows for sheet in pad.now.sheets] == [((7,), (), (), ()), ((), (), (), (9,))]


@pytest.mark.parametrize("seen", [-1, -(2**70)])
def test_a_negative_version_is_refused(seen: int) -> None:
    with refused("bad_message"):
        cross(opened("Ann"), 0, RED, 7, seen=seen)
