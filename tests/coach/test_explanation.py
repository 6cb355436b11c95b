"""Explanations are true of the position, the rules, and both choices."""

from collections.abc import Callable
from itertools import product
from typing import NamedTuple, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwixx.coach.advice import advise
from qwixx.coach.explanation import explain
from qwixx.coach.findings import LEAST_LOSS, Code, Crossing, Explanation, Unit, Words, word_for
from qwixx.coach.judge import Valued
from qwixx.coach.report.sentences import TEMPLATES, amount, cost, counted, lost, sentence
from qwixx.gameplay import Game
from qwixx.notation import parse_choice, parse_position
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.game import State
from qwixx.rules.ruleset import RULESETS, Phase
from qwixx.rules.scoring import total
from qwixx.rules.sheet import Row, Sheet
from tests.coach.oracle import Oracle, judge_by
from tests.positions import card_state
from tests.strategies import games

ROLLS = tuple(product(range(1, 7), repeat=2))
OWN = "dice; 1 own 4+1 r3 y2 g5 b6; {}; -"


def told(position: str | State, chosen: str, better: str, seat: int = 0) -> Explanation:
    state = parse_position(position) if isinstance(position, str) else position
    worse, best = Valued(parse_choice(chosen), 0.0, total=0.0), Valued(parse_choice(better), 0.043, total=0.0)
    found = explain(state, seat, worse, best, "win")
    assert found is not None
    return found


def test_a_choice_without_loss_has_no_explanation() -> None:
    state = parse_position("dice; 1 common 4+3 r3 y2 g5 b6; b12; -")
    one, as_good = (Valued(parse_choice(choice), 0.5, 10.0) for choice in ("b7", "-"))
    assert explain(state, 0, one, as_good, "win") is None


def test_numbers_given_up_versus_none() -> None:
    found = told("dice; 1 common 4+3 r3 y2 g5 b6; b12; -", "b7", "-")
    assert found.code == "gave_up_numbers"
    assert sentence(found) == "Blue 7 gives up four numbers; passing gives up none (-4.3 %)."


def test_numbers_given_up_versus_fewer() -> None:
    found = told(OWN.format("-"), "b7", "r4")
    assert sentence(found) == "Blue 7 gives up five numbers; red 4 gives up only two numbers (-4.3 %)."


def test_likely_numbers_given_up_versus_as_many_unlikely_ones() -> None:
    found = told("dice; 1 own 4+1 r3 y5 g5 b6; y2,3,4; -", "y6", "b10")
    assert found.code == "gave_up_likely_numbers"
    assert sentence(found) == "Yellow 6 gives up 5; blue 10 gives up 12 and 11, rolled less often (-4.3 %)."


def test_C1_likelihood_of_numbers_is_not_a_reason_in_the_card_game() -> None:
    """Every number is on equally many cards."""
    state = card_state("play", "Y6 B10 R3 R4 R5", "R7 R8 R9 R10", sheets=("y2,3,4", "-"))
    assert told(state, "play Y6 cross y6", "play B10 cross b10").code == "worth_more"


def test_D9_an_avoidable_penalty() -> None:
    found = told(OWN.format("-"), "-", "r4")
    assert sentence(found) == "Passing takes a penalty; red 4 gives up two numbers and avoids it (-4.3 %)."


def test_D9_a_penalty_that_would_have_been_cheaper() -> None:
    found = told(OWN.format("-"), "b7", "-")
    assert found.code == "penalty_was_cheaper"
    assert "takes a penalty and keeps the row open" in sentence(found)


def test_S6_a_lock_not_taken_and_a_lock_taken() -> None:
    position = "dice; 1 own 6+1 r6 y2 g5 b6; r2,3,4,5,6; -"
    missed, taken = told(position, "r7", "r12"), told(position, "r12", "r7")
    assert sentence(missed) == "Red 12 locks red, 13 points at once; red 7 does not (-4.3 %)."
    assert sentence(taken) == "Red 12 locks red; red 7 keeps it open (-4.3 %)."


ENDING = "dice; 1 own 6+1 r6 g5 b6; {}; y2,3,4,5,6,12 {}"


def test_D17_ending_the_game_while_behind() -> None:
    found = told(ENDING.format("r2,3,4,5,6", "b12,11"), "r12", "r7")
    assert (found.code, found.margin) == ("ended_behind", 28 - 31)
    assert sentence(found) == "Red 12 ends the game three points behind; red 7 keeps it going (-4.3 %)."


def test_D17_not_ending_the_game_while_ahead() -> None:
    found = told(ENDING.format("r2,3,4,5,6 b12,11", ""), "r7", "r12")
    assert (found.code, found.margin) == ("missed_ending", 31 - 28)
    assert sentence(found) == "Red 12 ends the game three points ahead; red 7 lets it go on (-4.3 %)."


def test_S12_ending_the_game_with_equal_totals_is_not_a_reason() -> None:
    even = ENDING.format("r2,3,4,5,6", "")
    assert told(even, "r12", "r7").code == "locked_too_early"
    assert told(even, "r7", "r12").code == "missed_lock"


def test_D5_crosses_of_others_in_the_same_action_can_remove_the_lead() -> None:
    common = "dice; 1 common 6+6 r6 g5 b6; r2,3,4,5,6 g11; {}"
    # 29 points against 28, and the other can score one more in the same action.
    assert told(common.format("y2,3,4,5,6,12"), "-", "r12").code == "missed_lock"
    assert told(common.format("y2,3,4,5,6,12 p1"), "-", "r12").code == "missed_ending"


def test_an_omitted_cross() -> None:
    found = told("dice; 1 common 4+1 r3 y2 g5 b6; r4; -", "-", "r5")
    assert (
        sentence(found)
        == "Passing leaves out red 5, which brings two points and gives up no numbers (-4.3 %)."
    )


def test_a_row_that_brings_more() -> None:
    found = told("dice; 1 common 4+1 r3 y2 g5 b6; r2,3,4 y4; -", "y5", "r5")
    assert sentence(found) == "Yellow 5 brings two points; red 5 brings four points (-4.3 %)."


def test_C12_fewer_crosses_than_the_cards_allow() -> None:
    state = card_state("play", "R2 R3 Y4 G5 B6", "R7 R8 R9 R10")
    found = told(state, "play R2 cross r2", "play R2 R3 cross r2 r3")
    assert sentence(found) == (
        "Playing R2 for red 2 makes one cross; playing R2 R3 for red 2 and 3 makes two crosses (-4.3 %)."
    )


def test_without_a_specific_reason_only_the_value_is_compared() -> None:
    state = card_state("draw", "R2 R3 Y4 G6", "Y7 Y8 Y9 Y10", display="R5 R8 R9 R10")
    found = told(state, "take 1", "take 3")
    assert found.code == "worth_more"
    assert sentence(found) == "Taking 9 is worth 4.3 % more than taking 5."


def test_C7_a_card_for_fewer_rows() -> None:
    """A last number needs five crosses before it (S5), so a 12 fits in two rows."""
    state = card_state("draw", "R2 R3 Y4 G5", "Y7 Y8 Y9 Y10", display="R7 B12 R9 R10")
    found = told(state, "take 2", "take 1")
    assert found.code == "drew_fewer_ways"
    assert sentence(found) == (
        "Taking 12 allows for two ways to cross; taking 7 allows for four ways (-4.3 %)."
    )


def test_C7_cards_for_equally_many_rows_but_farther_away() -> None:
    state = card_state("draw", "R2 R3 Y4", "Y7 Y8 Y9 Y10", display="R7 R8 R9 R10")
    found = told(state, "take 1 2", "take 2 3")
    assert found.code == "drew_farther_off"
    assert sentence(found) == (
        "Taking 7 and 8: nine numbers away from the rows; taking 8 and 9: seven numbers (-4.3 %)."
    )


@pytest.mark.parametrize("name", ["cards", "cards_joker"])
@given(data=st.data())
@settings(max_examples=25)
def test_C7_reasons_for_draws_are_true(name: str, data: st.DataObject) -> None:
    rules = RULESETS[name]
    game: Game = data.draw(games(st.just(rules)))
    draws = [state for state in game.record.states() if state.phase is Phase.DRAW]
    state = data.draw(st.sampled_from(draws))
    for found in advise(state, state.active, judge_by(Oracle(), rules)).explanations:
        if found is not None:
            ways, better = (_ways(state, each.choice) for each in (found.chosen, found.better))
            assert (found.chosen.ways, found.better.ways) == (ways, better)
            assert (found.code == "drew_fewer_ways") == (ways < better)
            assert found.code in ("drew_fewer_ways", "drew_farther_off", "worth_more")


def _ways(state: State, draw: str) -> int:
    """The number of ways to cross the cards of a draw, by asking the sheet about each row."""
    places = [int(place) - 1 for place in draw.split()[1:]]
    numbers = [card.number for place in places if (card := state.cards.display[place])]
    sheet = state.sheets[state.active]
    return sum(sheet.why_not(colour, number) is None for colour in COLOURS for number in numbers)


def test_points_of_the_solo_game() -> None:
    assert amount(12.25, "points") == "12.2 points"
    assert counted(Words()) == "no decisions"


@given(unit=st.sampled_from(["win", "points"]), data=st.data())
def test_a_displayed_figure_never_contradicts_its_word(unit: Unit, data: st.DataObject) -> None:
    limits = LEAST_LOSS[unit].values()
    near = st.sampled_from([each * (1 - 10.0**-digits) for each in limits for digits in range(2, 17)])
    loss = data.draw(st.floats(1e-12, 1) | near)
    figure, *_ = lost(loss, unit).split()
    if figure == "<0.1":
        assert word_for(loss, unit) == "fine"
        assert cost(loss, unit) == lost(loss, unit)
    else:
        shown = float(figure) / (100 if unit == "win" else 1)
        assert word_for(shown, unit) == word_for(loss, unit)
        assert shown == pytest.approx(loss, abs=0.0011 if unit == "win" else 0.11)
        assert cost(loss, unit) == f"-{lost(loss, unit)}"


def test_every_code_has_a_sentence() -> None:
    assert set(TEMPLATES) == set(get_args(Code))
    crossing = Crossing("r7", "red", (7,), (6,), 1, 3)
    for code in TEMPLATES:
        assert sentence(Explanation(code, crossing, crossing, 0.5, "points", margin=-2))


@pytest.mark.parametrize("name", ["dice", "cards", "cards_joker"])
@given(data=st.data())
@settings(max_examples=25)
def test_reasons_are_true(name: str, data: st.DataObject) -> None:
    """For any preference of the judge, the reason is verified by playing both choices."""
    rules = RULESETS[name]
    game: Game = data.draw(games(st.just(rules)))
    last_actions = [state for state in game.record.states() if state.phase in (Phase.OWN, Phase.PLAY)]
    state = data.draw(st.sampled_from(last_actions))
    advice = advise(state, state.active, judge_by(Oracle(), rules))
    for found in advice.explanations:
        if found is not None:
            chosen, better = (parse_choice(each.choice) for each in (found.chosen, found.better))
            after = Both(
                state.active, state, state.apply(state.active, chosen), state.apply(state.active, better)
            )
            assert TRUE_IF[found.code](after), found
            assert found.margin in (None, *after.margins)


class Both(NamedTuple):
    """A state before the last action of a turn (not a draw), and the states after each of two choices."""

    seat: int
    before: State
    chosen: State
    better: State

    @property
    def sheets(self) -> tuple[Sheet, Sheet, Sheet]:
        return self.before.sheets[self.seat], self.chosen.sheets[self.seat], self.better.sheets[self.seat]

    @property
    def penalties(self) -> list[int]:
        return [sheet.penalties - self.before.sheets[self.seat].penalties for sheet in self.sheets]

    @property
    def locks(self) -> list[int]:
        return [len(sheet.locks) for sheet in self.sheets]

    @property
    def skipped(self) -> list[int]:
        return [sum(_skipped(colour, sheet.rows[colour]) for colour in COLOURS) for sheet in self.sheets]

    @property
    def likelihoods(self) -> list[int]:
        """The number of two-dice rolls that show a number which a choice made impossible."""
        before = _impossible(self.sheets[0])
        lost = [_impossible(sheet) - before for sheet in self.sheets]
        return [
            sum(first + second == number for _, number in each for first, second in ROLLS) for each in lost
        ]

    @property
    def crosses(self) -> list[int]:
        return [sum(map(len, sheet.rows)) for sheet in self.sheets]

    @property
    def points(self) -> list[int]:
        return [total(sheet) for sheet in self.sheets]

    @property
    def margins(self) -> list[int]:
        return [
            state.totals[self.seat] - max(all_but(state.totals, self.seat))
            for state in (self.chosen, self.better)
        ]


def _skipped(colour: Colour, row: Row) -> int:
    return colour.place(row[-1]) + 1 - len(row) if row else 0


def _impossible(sheet: Sheet) -> set[tuple[Colour, int]]:
    """Numbers left of a cross (S2)."""
    return {
        (colour, number)
        for colour in COLOURS
        for number in colour.numbers[
            : colour.place(max(sheet.rows[colour], key=colour.place, default=colour.numbers[0]))
        ]
        if number not in sheet.rows[colour]
    }


def all_but(totals: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return totals[:seat] + totals[seat + 1 :]


TRUE_IF: dict[Code, Callable[[Both], bool]] = {
    "ended_behind": lambda both: both.chosen.is_over and not both.better.is_over and both.margins[0] < 0,
    "missed_ending": lambda both: both.better.is_over and not both.chosen.is_over and both.margins[1] > 0,
    "took_penalty": lambda both: both.penalties == [0, 1, 0],
    "penalty_was_cheaper": lambda both: both.penalties == [0, 0, 1] and both.skipped[1] > both.skipped[0],
    "missed_lock": lambda both: both.locks[1] == both.locks[0] < both.locks[2],
    "locked_too_early": lambda both: both.locks[2] == both.locks[0] < both.locks[1],
    "gave_up_numbers": lambda both: (
        both.skipped[1] > both.skipped[2]
        and (both.before.ruleset.has_cards or both.likelihoods[1] > both.likelihoods[2])
    ),
    # Every number is on equally many cards (C1).
    "gave_up_likely_numbers": lambda both: (
        not both.before.ruleset.has_cards
        and both.skipped[1] <= both.skipped[2]
        and both.likelihoods[1] > both.likelihoods[2]
    ),
    "passed_a_cross": lambda both: both.sheets[0].rows == both.sheets[1].rows != both.sheets[2].rows,
    "crossed_fewer": lambda both: both.crosses[0] < both.crosses[1] < both.crosses[2],
    "better_row": lambda both: both.points[1] < both.points[2],
    "drew_fewer_ways": lambda both: False,
    "drew_farther_off": lambda both: False,
    "worth_more": lambda both: True,
}
