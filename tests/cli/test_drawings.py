"""Sheets, dice and cards as they are drawn, without colours."""

import io

import pytest

from qwixx.cli.drawings import cards_text, dice_line, sheet_lines, short_sheet
from qwixx.cli.narration import Narrator
from qwixx.cli.terminal import Terminal
from qwixx.rules.ruleset import LockScope
from qwixx.rules.sheet import Sheet
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import sheet_message

PLAIN = Terminal("never", io.StringIO())
SHEET = sheet_message(Sheet(((2, 4, 5, 6, 7, 12), (3,), (12,), ()), penalties=2))


def test_a_sheet_in_six_lines() -> None:
    assert sheet_lines(PLAIN, "Ann", SHEET, closed=("red", "blue"), offered=("y5", "b12", "r9")) == [
        "Ann (20 points)",
        "  R red     x   .   x   x   x   x   .   .   .   .   x  |x|  28  closed",
        "  Y yellow  .   x   4  [5]  6   7   8   9  10  11  12  |L|   1",
        "  G green   x  11  10   9   8   7   6   5   4   3   2  |L|   1",
        "  B blue  [12] 11  10   9   8   7   6   5   4   3   2  |-|   0  closed",
        "  penalties x x _ _                                        -10",
    ]


def test_a_sheet_in_one_line() -> None:
    row = "Ann (20 points): R 2 4 5 6 7 12 L  Y 3  G 12  2 of 4 penalties"
    assert short_sheet(PLAIN, "Ann", SHEET) == row
    assert short_sheet(PLAIN, "Ann", sheet_message(Sheet())) == "Ann (0 points): nothing yet"


def test_D8_dice_that_are_out_of_the_game_are_left_out() -> None:
    assert dice_line(PLAIN, protocol.Dice((4, 1), (3, None, 5, None))) == "white [4] [1]  red [3]  green [5]"


def test_cards_are_sorted() -> None:
    assert cards_text(PLAIN, ["J2", "B3", "R11", "R4"]) == "R4 R11 B3 J2"


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (protocol.Joined(1, "Ben"), "Ben sits down."),
        (protocol.Began(0), "Ann begins."),
        (protocol.Drew(0, (1, 3), (8, 5)), "Ann takes an 8 and a 5."),
        (protocol.Reshuffled(21), "The deck is used up: 21 discards are shuffled and become the deck."),
        (protocol.Played(1, ("R5", "R6")), "Ben plays R5 R6."),
        (protocol.Crossed(0, "green", (11, 10, 9)), "Ann crosses green 11, 10 and 9."),
        (protocol.Passed(1), "Ben crosses nothing."),
        (protocol.Locked(1, "red"), "Ben locks red and has finished that row; the others go on in it."),
        (protocol.Penalised(0, 3), "Ann takes a penalty, the third: -5 points."),
        (protocol.Covered(0), "Ann is away, and a bot plays on."),
        (protocol.Returned(0), "Ann is back."),
        (protocol.Said(1, "my turn?"), "Ben: my turn?"),
        (protocol.Reacted(0, "well_done"), "Ann: (well done)"),
    ],
)
def test_what_happened_in_a_sentence(what: protocol.Happening, sentence: str) -> None:
    assert Narrator(PLAIN, ("Ann", "Ben"), LockScope.OWNER).sentence(what) == sentence


def test_A1_the_end_with_its_places() -> None:
    end = protocol.Ended(protocol.Outcome("four_penalties", (7, 12, 12), (3, 1, 1)))
    told = Narrator(PLAIN, ("Ann", "Ben", "Cleo"), LockScope.TABLE).sentence(end)
    places = ["  1. Ben    12", "  1. Cleo   12", "  3. Ann     7"]
    assert told.splitlines() == [
        "Game over: a player has four penalties.",
        "",
        *places,
        "",
        "Ben and Cleo share the win.",
    ]
