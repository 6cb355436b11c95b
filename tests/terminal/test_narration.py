"""Events narrated as sentences, without colours."""

import io

import pytest

from qwixx.rules import events
from qwixx.rules.colours import Colour
from qwixx.rules.ruleset import LockScope
from qwixx.rules.scoring import EndReason, GameOutcome
from qwixx.terminal.console import Console
from qwixx.terminal.narration import Narrator
from tests.positions import cards

PLAIN = Console("never", io.StringIO())


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Began(0), "Ann begins."),
        (events.Began(0, (3, 2, 6)), "Ann begins with the first six: Ann 3, Ben 2 and Ann 6."),
        (events.Drew(0, (1, 3), (8, 5)), "Ann takes an 8 and a 5."),
        (events.Reshuffled(21), "The deck is used up: 21 discards are shuffled and become the deck."),
        (events.Played(1, cards("R5 R6")), "Ben plays R5 R6."),
        (events.Crossed(0, Colour.GREEN, (11, 10, 9)), "Ann crosses out green 11, 10 and 9."),
        (events.Passed(1), "Ben crosses out nothing."),
        (events.Locked(1, Colour.RED), "Ben locks red and has finished that row; the others go on in it."),
        (events.Penalised(0, 3), "Ann takes a penalty, the third: -5 points."),
    ],
)
def test_each_event_is_a_sentence(event: events.Event, sentence: str) -> None:
    assert Narrator(PLAIN, ("Ann", "Ben"), LockScope.OWNER).sentence(event) == sentence


def test_A1_the_end_lists_the_places() -> None:
    end = events.Ended(GameOutcome(EndReason.FOUR_PENALTIES, (7, 12, 12), (3, 1, 1)))
    told = Narrator(PLAIN, ("Ann", "Ben", "Cleo"), LockScope.TABLE).sentence(end)
    places = ["  1. Ben    12", "  1. Cleo   12", "  3. Ann     7"]
    assert told.splitlines() == [
        "Game over: a player has four penalties.",
        "",
        *places,
        "",
        "Ben and Cleo share the win.",
    ]
