"""The coach with the nets of the package."""

import random
from pathlib import Path
from statistics import fmean

import pytest

from qwixx.bots import make_bot
from qwixx.bots.simple import RandomBot
from qwixx.coach.game_review import review
from qwixx.coach.judge import Judge
from qwixx.coach.judges import judge_for
from qwixx.coach.puzzles import OPEN_GAME, make_puzzle
from qwixx.gameplay import Game, play
from qwixx.nets.evaluator import evaluator_for
from qwixx.notation import format_choice, parse_position, parse_record
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.ruleset import DICE, ruleset

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture(scope="module")
def judge() -> Judge:
    return judge_for(DICE, 2)


def test_mean_luck_over_all_rolls_is_zero(judge: Judge) -> None:
    """With a closed row there are only 7,776 rolls (D11)."""
    state = parse_position("dice; 1 roll; r2,4,5,7,8,12 y3,5 b11; g12,10,8 b12,10 p1")
    standing, node = judge.standing(state), state.chance
    assert node is not None
    rolls = [roll for roll, _ in node.outcomes()]  # type: ignore[union-attr]
    lucks = [judge.turn_luck(state, standing, state.apply_chance(roll)).values for roll in rolls]
    assert len(lucks) == 6**5
    assert max(map(max, lucks)) > 0.05
    assert fmean(luck[0] for luck in lucks) == pytest.approx(0, abs=1e-6)
    assert all(sum(luck) == pytest.approx(0, abs=1e-9) for luck in lucks)


def test_win_shares_add_up_to_one(judge: Judge) -> None:
    for text in ("dice; 1 roll; -; -", "dice; 2 roll; r2,3,4 p3; b12,11,10,9 p2"):
        assert sum(judge.standing(parse_position(text))) == pytest.approx(1)


def test_D2_the_luck_of_the_first_player_is_symmetric(judge: Judge) -> None:
    first, second = (parse_position(f"dice; {seat} roll; -; -") for seat in (1, 2))
    lucks = [judge.opening_luck(state, judge.standing(state)).values for state in (first, second)]
    assert lucks[0] == pytest.approx(tuple(reversed(lucks[1])))
    assert sum(lucks[0]) == pytest.approx(0)


def test_a_review_distinguishes_strong_from_weak_play(judge: Judge) -> None:
    seats = []
    for seed in range(10):
        game = Game(DICE, ["Ann", "Ben"], seed=seed)
        play(game, [RandomBot(random.Random(seed)), make_bot("gap:1,2")])
        seats.append([seat.skill for seat in review(game.record, judge).seats])
    weak, strong = (fmean(skill) for skill in zip(*seats, strict=True))
    assert weak < 2 * strong < 0


def test_the_value_of_a_choice_equals_the_curve_after_it(judge: Judge) -> None:
    """This holds at least for the best choice: it is evaluated one roll deeper, at the start of the next turn."""
    state = parse_position("dice; 1 own 4+1 r3 y2 g5 b6 crossed r5; r2,5 y3; g12,10")
    ranked = sorted(judge.choices(state, 0), key=lambda each: -each.value)
    after = state.apply(0, ranked[0].choice)
    assert ranked[0].win == pytest.approx(judge.standing(after)[0])
    assert all(each.win is not None and 0 <= each.win <= 1 for each in ranked)


def test_D5_a_common_choice_is_judged_with_the_best_reply_and_the_best_action_2(judge: Judge) -> None:
    state = parse_position("dice; 1 common 4+1 r3 y2 g5 b6; r2,4 y3; g12,10")
    evaluator = evaluator_for(DICE, 2)
    for seat, other in ((0, 1), (1, 0)):
        best = max(judge.choices(state, seat), key=lambda each: each.value)
        evaluation = next(each for each in evaluator.evaluate(state.view(seat)) if each.choice == best.choice)
        chosen = {seat: best.choice, other: _best(state, other)}
        own = state.apply(0, chosen[0]).apply(1, chosen[1])

        def second_look(choice: Choice, own: State = own, seat: int = seat) -> float:
            end = own.apply(0, choice)
            return judge.standing(end)[seat] - evaluator.expectation(end.view(seat)).win

        changes = {choice: second_look(choice) for choice in own.choices(0)}
        change = changes.pop(_best(own, 0))
        assert best.win == pytest.approx(evaluation.win + change, abs=1e-6)
        # After any other action 2 the second look would give a different change.
        assert len(changes) > 1
        assert all(abs(each - change) > 1e-5 for each in changes.values())


def _best(state: State, seat: int) -> Choice:
    evaluations = evaluator_for(state.ruleset, state.players).evaluate(state.view(seat))
    return max(evaluations, key=lambda each: each.win).choice


def test_locking_while_far_ahead_is_best(judge: Judge) -> None:
    """The second closed row ends a won game (D17)."""
    state = parse_position("dice; 1 own 6+1 r6 g5 b6; r2,3,4,5,6,7,8 b12,11,10,9; y2,3,4,5,6,12 p3")
    best = max(judge.choices(state, 0), key=lambda each: each.value)
    assert format_choice(best.choice) == "r12"
    assert best.win == pytest.approx(1, abs=0.01)


def test_puzzles_come_from_undecided_games(judge: Judge) -> None:
    for seed in range(5):
        win = make_puzzle(DICE, seed, judge=judge).advice.options[0].win
        assert win is not None
        assert OPEN_GAME[0] <= win <= OPEN_GAME[1]


CLOSING = "1 common 6+6 r5 y1 g1 b1; r2,3,4,7 y7 g12,11,10,9,8,6 b12,11,10,9,8,6 p3; r2,3,4,5,6,7 y2,3,4,5 b12,11,10"


def test_A4_the_judge_respects_the_options(judge: Judge) -> None:
    """Locking red costs the other player a cross and thus a fourth penalty, except with the option."""
    usual, late = (
        parse_position(f"dice{option}; {CLOSING}") for option in ("", " closed_row_in_action_2=true")
    )
    assert late.ruleset == ruleset("dice", closed_row_in_action_2=True)
    ending, going_on = (_locking(judge, state) for state in (usual, late))
    assert ending == 1
    assert going_on < 0.9


def _locking(judge: Judge, state: State) -> float:
    found = {format_choice(each.choice): each.value for each in judge.choices(state, 1)}
    return found["r12"]


@pytest.mark.parametrize(
    "name", ["dice-2", "dice-3", "dice-4", "dice-5", "cards-2", "cards-5", "cards_joker-2"]
)
def test_reviews_of_recorded_games_add_up(name: str) -> None:
    record = parse_record((GOLDEN / f"{name}.qwixx").read_text(encoding="utf-8"))
    found = review(record)
    for seat in found.seats:
        parts = seat.start + seat.luck + seat.skill + seat.others + seat.estimate
        assert parts == pytest.approx(seat.result, abs=1e-9)
    assert sum(seat.luck for seat in found.seats) == pytest.approx(0, abs=1e-6)
    assert all(0 <= value <= 1 for point in found.curve for value in point.values)
    assert all(0 <= (option.win or 0.0) <= 1 for each in found.decisions for option in each.options)
