"""The simple bots. The gap bot is a reference: it follows its documented rule exactly."""

import random

import pytest

from qwixx.bots import GapBot, RandomBot, make_bot
from qwixx.gameplay import Game, play
from qwixx.notation import format_choice, parse_position
from qwixx.rules.game import State
from tests.positions import card_state

HANDS = ("R4 R5 R7 Y2 Y12", "B2 B3 B4 B5")


def chosen(state: State, bot: str = "gap:1,2", seat: int = 0) -> str:
    return format_choice(make_bot(bot, random.Random(0)).choose(state.view(seat)))


@pytest.mark.parametrize(
    ("sheet", "bot", "choice"),
    [
        ("-", "gap:1,2", "-"),  # the 5 skips three numbers in red, and seven in green
        ("-", "gap:2,2", "-"),
        ("-", "gap:3,2", "r5"),
        ("r3", "gap:1,2", "r5"),  # skips the 4
        ("r3", "gap:0,2", "-"),
        ("r3 y4", "gap:1,2", "y5"),  # skips nothing
        ("r3 y3 g6 b6", "gap:1,2", "g5"),
        ("y4 g6", "gap:1,2", "y5"),  # equal: the first in order of the sheet
        ("r5 y5 g5 b5", "gap:9,9", "-"),
    ],
)
def test_the_common_action_takes_the_row_that_skips_fewest(sheet: str, bot: str, choice: str) -> None:
    assert chosen(parse_position(f"dice; 2 common 4+1 r3 y2 g5 b6; {sheet}; -"), bot) == choice


@pytest.mark.parametrize(
    ("dice", "crossed", "sheet", "bot", "choice"),
    [
        ("4+1 r3 y2 g5 b6", "", "-", "gap:1,2", "y3"),  # skips 1; r4 skips 2
        ("4+1 r3 y2 g5 b6", "", "-", "gap:1,0", "-"),
        ("4+1 r3 y2 g5 b6", " crossed g5", "g5", "gap:1,9", "y3"),  # 1 is allowed after a cross
        ("4+1 r3 y3 g5 b6", " crossed g5", "g5", "gap:9,9", "-"),  # r4 skips 2, which is more than 1
        ("4+1 r3 y3 g5 b6", "", "-", "gap:1,2", "r4"),  # red before yellow
        ("1+6 r6 y6 g6 b5", "", "g9 b12", "gap:0,0", "b11"),
        ("1+1 r1 y1 g6 b6", "", "-", "gap:0,0", "r2"),
        ("6+6 r6 y6 g6 b6", "", "r11 y11 g3", "gap:9,9", "b12"),
    ],
)
def test_action_2_takes_the_sum_that_skips_fewest(
    dice: str, crossed: str, sheet: str, bot: str, choice: str
) -> None:
    assert chosen(parse_position(f"dice; 1 own {dice}{crossed}; {sheet}; -"), bot) == choice


def test_in_action_2_equal_sums_of_a_colour_go_to_the_first_white_die() -> None:
    """Two sums of one colour never skip equally many numbers, so ties occur between colours only."""
    state = parse_position("dice; 1 own 1+2 r1 y1 g6 b6; -; -")
    assert chosen(state, "gap:9,9") == "r2"
    state = parse_position("dice; 1 own 2+1 r1 y1 g6 b6; -; -")
    assert chosen(state, "gap:9,9") == "r2"


def test_draws_take_the_lowest_places() -> None:
    assert chosen(card_state("draw", "R4 R5 R7", HANDS[1])) == "take 1 2"
    assert chosen(card_state("draw", "R4 R5", HANDS[1])) == "take 1 2 3"


@pytest.mark.parametrize(
    ("turn", "sheet", "bot", "choice"),
    [
        ("play", "r3", "gap:1,2", "play R4 R5 cross r4 r5"),  # nothing skipped, two crosses
        ("play", "-", "gap:1,2", "play Y2 cross y2"),  # y2 skips nothing; three reds skip three
        ("play", "y2", "gap:1,2", "play R4 R5 R7 cross r4 r5 r7"),  # 1 number a cross
        ("play crossed y2", "y2", "gap:1,2", "play R4 R5 R7 cross r4 r5 r7"),
        ("play", "y2", "gap:1,0", "play R4"),
        ("play crossed y2", "r8 y2", "gap:1,2", "play R4"),  # nothing fits: the leftmost card alone
    ],
)
def test_plays_skip_fewest_numbers_a_cross_then_cross_most(
    turn: str, sheet: str, bot: str, choice: str
) -> None:
    assert chosen(card_state(turn, *HANDS, sheets=(sheet, "-")), bot) == choice


def test_a_joker_without_a_cross_is_discarded_as_red() -> None:
    state = card_state("play", "J12 R2 R3 R4 R5", HANDS[1], sheets=("r8 y8 g8 b11", "-"), game="cards_joker")
    assert chosen(state, "gap:0,0") == "play J12 as r"


def test_gap_without_limits_is_gap_1_2() -> None:
    state = parse_position("dice; 2 common 4+1 r3 y2 g5 b6; r3; -")
    assert chosen(state, "gap") == chosen(state, "gap:1,2")


def test_random_is_uniform_over_legal_choices() -> None:
    view = parse_position("dice; 2 common 4+1 r3 y2 g5 b6; r6; -").view(0)
    bot = RandomBot(random.Random(1))
    counts = [0] * len(view.choices)
    for _ in range(4000):
        counts[view.choices.index(bot.choose(view))] += 1
    assert len(counts) == 4
    assert all(900 < count < 1100 for count in counts)


@pytest.mark.parametrize(("game", "players"), [("dice", 2), ("cards", 3), ("cards_joker", 5), ("solo", 1)])
def test_bots_finish_games_of_every_kind(game: str, players: int) -> None:
    for seed in range(20):
        table = Game(game, [f"bot {seat}" for seat in range(players)], seed=seed)
        bots = [GapBot(1, 2) if seat % 2 else RandomBot(random.Random(seed)) for seat in range(players)]
        outcome = play(table, bots)
        assert outcome == table.outcome
        assert min(outcome.places) == 1


def test_gap_beats_random() -> None:
    wins = 0
    for seed in range(60):
        table = Game("dice", ["gap", "random"], seed=seed)
        wins += play(table, [GapBot(1, 2), RandomBot(random.Random(seed))]).winners == (0,)
    assert wins > 50
