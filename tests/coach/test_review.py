"""Reviews of whole games of every kind are consistent and add up with any judge."""

from dataclasses import replace
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.bots import make_bot
from qwixx.coach.advice import advise
from qwixx.coach.findings import LEAST_LOSS, Review
from qwixx.coach.game_review import ReviewError, finished, review
from qwixx.coach.judge import check_to_act
from qwixx.gameplay import Game, play
from qwixx.notation import format_choice, parse_choice, parse_position, parse_record
from qwixx.record import Decision, Record
from qwixx.rules.errors import QwixxError
from qwixx.rules.ruleset import CARDS, DICE, SOLO
from qwixx.rules.sheet import Sheet
from qwixx.solver.solved import Solution
from tests.coach.oracle import Oracle, any_judge, judge_by
from tests.strategies import games

EVEN = """\
[Qwixx "dice"]
[Seats "Ann" "Ben"]
[Result "Ann -4, Ben -4; four penalties"]

first: Ann
1 Ann: 4+4 r5 y4 g4 b3 / r8 b8 / g8
2 Ben: 2+6 r1 y5 g4 b4 / y8 g8 / r3
3 Ann: 3+1 r1 y4 g1 b3 / b4 b4 / g4
4 Ben: 2+6 r4 y5 g5 b2 / - - / y11
5 Ann: 5+4 r4 y1 g2 b3 / r9 r9 / -
6 Ben: 5+4 r4 y5 g6 b4 / - - / -
7 Ann: 2+4 r3 y3 g3 b6 / - g6 / -
8 Ben: 4+6 r2 y4 g6 b1 / r10 - / -
9 Ann: 5+6 r5 y4 g4 b3 / - r11 / -
10 Ben: 2+2 r2 y5 g4 b3 / - - / -
11 Ann: 2+2 r5 y4 g5 b5 / - g4 / -
12 Ben: 5+6 r2 y2 g3 b4 / - - / -
"""


def reviewed(game: Game, solved: Solution) -> Review:
    return review(game.record, any_judge(game.state.ruleset, solved))


@given(game=games())
@settings(max_examples=8)
def test_the_parts_of_a_result_add_up_to_it(game: Game, solved: Solution) -> None:
    found = reviewed(game, solved)
    for seat in found.seats:
        parts = seat.start + seat.luck + seat.skill + seat.others + seat.estimate
        assert parts == pytest.approx(seat.result, abs=1e-9)
        assert seat.skill <= 0
        assert seat.others >= 0 or (len(found.seats) > 2 and found.game == "dice")
    if found.unit == "win":
        for part in ("start", "result"):
            assert sum(getattr(seat, part) for seat in found.seats) == pytest.approx(1)
        # The losses of one seat are the gains of the others.
        assert sum(seat.skill + seat.others for seat in found.seats) == pytest.approx(0, abs=1e-9)


@given(game=games())
@settings(max_examples=8)
def test_every_decision_is_in_the_record_and_only_legal_choices_are_advised(
    game: Game, solved: Solution
) -> None:
    found, record = reviewed(game, solved), game.record
    for decision in found.decisions:
        step, state = record.steps[decision.step], parse_position(decision.position)
        assert step == Decision(decision.seat, parse_choice(decision.choice.choice))
        legal = {format_choice(choice) for choice in state.choices(decision.seat)}
        assert {option.choice for option in decision.options} == legal
        assert len(legal) > 1
        losses = [option.loss for option in decision.options]
        assert losses == sorted(losses)
        assert losses[0] == 0 <= decision.loss == losses[decision.chosen]
        assert (decision.explanation is None) == (decision.loss == 0)


@given(game=games())
@settings(max_examples=4)
def test_the_review_contains_every_decision_with_alternatives(game: Game, solved: Solution) -> None:
    record = game.record
    pairs = enumerate(zip(record.steps, record.states(), strict=False))
    real = [
        place
        for place, (step, state) in pairs
        if isinstance(step, Decision) and len(state.choices(step.seat)) > 1
    ]
    assert [decision.step for decision in reviewed(game, solved).decisions] == real


@given(game=games())
@settings(max_examples=4)
def test_the_position_of_a_decision_is_the_state_before_its_step(game: Game, solved: Solution) -> None:
    record = game.record
    for decision in reviewed(game, solved).decisions:
        state = parse_position(decision.position)
        replayed = next(islice(record.states(), decision.step, None))
        assert (state.sheets, state.dice, state.cards) == (replayed.sheets, replayed.dice, replayed.cards)


@given(game=games())
@settings(max_examples=4)
def test_the_curve_has_the_start_every_turn_and_the_result(game: Game, solved: Solution) -> None:
    found, record = reviewed(game, solved), game.record
    first, *turns, last = found.curve
    assert first.values == tuple(seat.start for seat in found.seats)
    assert last.values == tuple(seat.result for seat in found.seats)
    starts = [(step, state.active) for step, state in enumerate(record.states()) if state.begins_turn]
    assert [(point.step, point.active) for point in turns] == starts
    assert [point.turn for point in found.curve] == list(range(len(turns) + 2))
    for seat, of_seat in enumerate(found.seats):
        assert sum(point.luck[seat] for point in found.curve) == pytest.approx(of_seat.luck, abs=1e-9)


@given(game=games(), seed=st.integers(0, 9))
@settings(max_examples=5)
def test_reviews_are_deterministic(game: Game, seed: int, solved: Solution) -> None:
    first, second = reviewed(game, solved), reviewed(game, solved)
    assert msgspec.json.encode(first) == msgspec.json.encode(second)
    assert msgspec.json.decode(msgspec.json.encode(first), type=Review) == first


@given(game=games())
@settings(max_examples=4)
def test_words_follow_from_losses(game: Game, solved: Solution) -> None:
    found = reviewed(game, solved)
    least = LEAST_LOSS[found.unit]
    for decision in found.decisions:
        expected = [word for word, loss in least.items() if decision.loss >= loss]
        assert decision.word == (expected[0] if expected else "fine" if decision.loss > 0 else "best")
    for place, seat in enumerate(found.seats):
        words = [decision.word for decision in found.decisions if decision.seat == place]
        assert msgspec.to_builtins(seat.words) == {
            word: words.count(word) for word in ("best", "fine", "inaccuracy", "mistake", "blunder")
        }


@given(game=games())
@settings(max_examples=4)
def test_the_costliest_decisions_have_the_largest_losses(game: Game, solved: Solution) -> None:
    found = reviewed(game, solved)
    losses = sorted((decision.loss for decision in found.decisions if decision.loss > 0), reverse=True)
    assert [found.decisions[place].loss for place in found.costliest] == losses[:3]


def played(rules: str, players: int, seed: int = 5) -> Record:
    game = Game(rules, ["Ann", "Ben", "Cleo", "Dora", "Emil"][:players], seed=seed)
    play(game, [make_bot("gap:1,2")] * players)
    return game.record


@pytest.mark.parametrize("rules", ["cards", "cards_joker"])
def test_I5_the_judge_sees_the_shown_cards(rules: str) -> None:
    record, oracle = played(rules, 3), Oracle()
    review(record, judge_by(oracle, record.ruleset))
    assert {view.seat for view in oracle.seen} == {0, 1, 2}
    assert any(view.shown for view in oracle.seen)


def test_A2_pending_choices_of_others_do_not_affect_the_advice() -> None:
    opened = parse_position("dice; 1 common 4+1 r3 y2 g5 b6; -; -")
    waiting = parse_position("dice; 1 common 4+1 r3 y2 g5 b6 chosen r5 ?; -; -")
    changing = parse_position("dice; 1 common 4+1 r3 y2 g5 b6 chosen ? r5; -; -")
    advice = [advise(state, 1, judge_by(Oracle(), DICE)) for state in (opened, waiting, changing)]
    assert advice[0] == advice[1] == advice[2]
    oracle = Oracle()
    review(played("dice", 2), judge_by(oracle, DICE))
    assert all(view.chosen is None for view in oracle.seen)
    # Between two turns no seat is to act.
    assert all(view.seat in view.to_act for view in oracle.seen if view.to_act)


def test_positions_and_records_are_accepted_as_values_or_text() -> None:
    text = "dice; 1 common 4+1 r3 y2 g5 b6; -; -"
    judge = judge_by(Oracle(), DICE)
    assert advise(text, 1, judge) == advise(parse_position(text), 1, judge)
    ask: Any = advise
    with pytest.raises(QwixxError, match="a position is a State or its text, not 5"):
        ask(5, 0, judge)
    with pytest.raises(QwixxError, match="Red 2 lies left"):
        advise(replace(parse_position(text), sheets=(Sheet(((5, 2), (), (), ())), Sheet())), 0, judge)
    ask = review
    with pytest.raises(QwixxError, match=r"a record is a Record, as game.record, or its text, not <Game"):
        ask(Game("dice", ["Ann", "Ben"], seed=1))


def test_A1_a_tie_shares_the_win() -> None:
    found = review(parse_record(EVEN), judge_by(Oracle(), DICE))
    assert found.outcome.totals == (-4, -4)
    assert found.outcome.shares == (0.5, 0.5)
    assert [seat.result for seat in found.seats] == [0.5, 0.5]


def test_an_unfinished_game_is_rejected() -> None:
    record = played("dice", 2)
    with pytest.raises(ReviewError, match="not finished: after 1 steps it waits for the roll"):
        review(Record(record.ruleset, record.names, record.steps[:1]))
    with pytest.raises(ReviewError, match="waits for seat 1 to choose; a review needs"):
        finished(Record(record.ruleset, record.names, record.steps[:2]))
    with pytest.raises(ReviewError, match="waits for the draw of the first player"):
        finished(Record.new(CARDS, ["Ann", "Ben"]))


def test_advice_without_a_decision_is_rejected() -> None:
    roll = parse_position("dice; 2 roll; -; -")
    own = parse_position("dice; 1 own 4+1 r3 y2 g5 b6; -; -")
    over = parse_position("dice; 1 over; p4; -")
    for state, seat, words in (
        (roll, 0, "the roll comes first"),
        (own, 1, "it is the turn of seat 1: seat 2 has nothing to choose"),
        (own, 2, "no seat 2: seats count from 0, and the last is 1"),
        (over, 0, "the game is over"),
    ):
        with pytest.raises(QwixxError, match=words):
            check_to_act(state, seat)


def test_the_solo_game_is_reviewed_in_points(solved: Solution) -> None:
    found = review(played("solo", 1), any_judge(SOLO, solved))
    assert (found.unit, found.seats[0].luck_error, found.seats[0].others) == ("points", None, 0)
    assert found.outcome.shares == (1.0,)
