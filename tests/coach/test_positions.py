"""Reviews of games that start from a position."""

from math import fsum

import pytest

from qwixx.bots import make_bot
from qwixx.coach.game_review import review
from qwixx.coach.report.review_page import review_page
from qwixx.gameplay import Game, play
from qwixx.notation import parse_record

CARDS = (
    "cards; 1 draw; y4; -; hands G9 G3 R7 B2 / R5 Y8 B9 G12; display B6 G11 Y5 R3; deck B8 Y4 R9 G2 R2 R4 R6 R8 R10"
    " R11 R12 Y2 Y3 Y6 Y7 Y9 Y10 Y11 Y12 G4 G5 G6 G7 G8 G10 B3 B4 B5 B7 B10 B11 B12; discard -"
)


@pytest.mark.parametrize(
    "position",
    [
        "dice; 2 roll; r2,3 y5 p1; g12,11",
        "dice; 2 common 4+1 r3 y2 g5 b6; r2,3; -",
        "dice; 1 own 4+1 r3 y2 g5 b6 crossed r5; r2,3,5; -; y2",
        "dice; 1 own 4+1 r3 y2 g5 b6; p3; -",
        CARDS,
    ],
)
def test_the_review_of_a_game_from_a_position_adds_up(position: str) -> None:
    game = Game.at(position, seed=1)
    play(game, [make_bot("gap:1,2")] * len(game.names))
    found = review(parse_record(str(game)))
    assert {decision.turn for decision in found.decisions} <= {point.turn for point in found.curve}
    assert review_page(found)
    for seat in found.seats:
        assert fsum((seat.start, seat.luck, seat.skill, seat.others, seat.estimate)) == pytest.approx(
            seat.result
        )
        assert 0 < seat.start < 1


def test_the_review_of_a_won_position_starts_near_a_win_share_of_one() -> None:
    game = Game.at("dice; 1 roll; r2,3,4,5,6,7,8,9,10,11,12 y2,3,4,5,6,7,8; p3", ["Ann", "Ben"], seed=1)
    play(game, [make_bot("gap:1,2")] * 2)
    assert review(game.record).seats[0].start > 0.95
