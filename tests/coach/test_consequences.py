"""Facts about choices follow from the rules."""

from hypothesis import given
from hypothesis import strategies as st

from qwixx.coach.consequences import crosses_of, crossing, margins
from qwixx.coach.findings import Crossing
from qwixx.gameplay import Game
from qwixx.notation import format_choice, parse_choice, parse_position
from qwixx.record import Decision
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import total
from tests.positions import card_state
from tests.strategies import games

OWN = "dice; 1 own 4+1 r3 y2 g5 b6; {}; -"


def facts(position: str, choice: str) -> Crossing:
    return crossing(parse_position(position), 0, parse_choice(choice))


def test_S2_numbers_left_of_a_cross_are_given_up() -> None:
    found = facts(OWN.format("r3 b12"), "b7")
    assert (found.colour, found.numbers, found.given_up, found.skipped) == ("blue", (7,), (11, 10, 9, 8), 4)
    assert facts(OWN.format("r3 b8"), "b7").skipped == 0
    assert facts(OWN.format("-"), "r7").given_up == (2, 3, 4, 5, 6)


def test_S10_points_come_with_each_cross() -> None:
    assert facts(OWN.format("-"), "r4").gained == 1
    assert facts(OWN.format("r2,3"), "r4").gained == 3


def test_D9_crossing_nothing_in_either_action_is_a_penalty() -> None:
    assert facts(OWN.format("-"), "-").penalty
    assert not facts(OWN.format("-"), "r4").penalty
    assert not facts("dice; 1 own 4+1 r3 y2 g5 b6 crossed r5; r5; -", "-").penalty
    assert not facts("dice; 1 common 4+1 r3 y2 g5 b6; -; -", "-").penalty


def test_C16_playing_without_a_cross_is_a_penalty() -> None:
    state = card_state("play", "R2 R3 Y4 G5 B6", "R7 R8 R9 R10")
    assert crossing(state, 0, parse_choice("play R2")).penalty
    played = crossing(state, 0, parse_choice("play R2 R3 cross r2 r3"))
    assert (played.penalty, played.numbers, played.gained, played.skipped) == (False, (2, 3), 3, 0)


def test_C13_a_play_can_skip_one_number() -> None:
    state = card_state("play", "R2 R4 Y4 G5 B6", "R7 R8 R9 R10")
    assert crossing(state, 0, parse_choice("play R2 R4 cross r2 r4")).given_up == (3,)


def test_S6_the_last_number_brings_the_lock() -> None:
    locked = facts("dice; 1 own 6+1 r6 y2 g5 b6; r2,3,4,5,6; -", "r12")
    assert (locked.lock, locked.ends, locked.gained) == (True, False, 6 + 7)


def test_D17_the_second_closed_row_ends_the_game() -> None:
    position = "dice; 1 own 6+1 r6 g5 b6; r2,3,4,5,6; y2,3,4,5,6,12"
    assert facts(position, "r12").ends
    assert not facts(position, "r7").ends
    assert facts("dice; 1 common 6+6 r6 g5 b6; r2,3,4,5,6; y2,3,4,5,6,12", "r12").ends


def test_D16_the_fourth_penalty_ends_the_game() -> None:
    assert facts(OWN.format("p3"), "-").ends
    assert not facts(OWN.format("p2"), "-").ends


def test_C20_only_own_finished_rows_end_a_card_game() -> None:
    hands = ("R12 R3 Y4 G5 B6", "R7 R8 R9 R10")
    play = parse_choice("play R12 cross r12")
    others = card_state("play", *hands, sheets=("r2,3,4,5,6", "y2,3,4,5,6,12"))
    own = card_state("play", *hands, sheets=("r2,3,4,5,6 y2,3,4,5,6,12", "-"))
    assert not crossing(others, 0, play).ends
    assert crossing(own, 0, play).ends


def test_D18_margins_include_possible_crosses_of_others_in_the_same_action() -> None:
    state = parse_position("dice; 1 common 6+6 r6 g5 b6; r2,3,4,5,6; g12 y2,3,4,5,6,12")
    # 15 + 13 points against 1 + 28, and the other can cross a blue 12 for one more.
    assert margins(state, 0, parse_choice("r12")) == (28 - 30, 28 - 29)


def test_a_draw_does_not_change_the_sheet() -> None:
    state = card_state("draw", "R2 R3 Y4 G5", "R7 R8 R9 R10")
    found = crossing(state, 0, parse_choice("take 1"))
    assert (found.colour, found.numbers, found.penalty, found.ends) == (None, (), False, False)


@given(games(), st.data())
def test_facts_match_the_state_after_the_choice(game: Game, data: st.DataObject) -> None:
    """Facts predict points, penalties, locks and the end; the rules compute the actual state."""
    record = game.record
    pairs = list(zip(record.steps, record.states(), strict=False))
    step, state = data.draw(st.sampled_from([pair for pair in pairs if isinstance(pair[0], Decision)]))
    assert isinstance(step, Decision)
    choice = data.draw(st.sampled_from(state.choices(step.seat)))
    found, after, seat = crossing(state, step.seat, choice), state.apply(step.seat, choice), step.seat
    assert found.choice == format_choice(choice)
    if state.phase in (Phase.OWN, Phase.PLAY):
        before, sheet = state.sheets[seat], after.sheets[seat]
        assert found.ends == after.is_over
        assert found.penalty == (sheet.penalties > before.penalties)
        assert found.gained - 5 * found.penalty == total(sheet) - total(before)
        assert found.lock == (len(sheet.locks) > len(before.locks))
        colour, _ = crosses_of(choice)
        if colour is not None:
            gone = set(before.crossable(colour)) - set(sheet.crossable(colour)) - set(found.numbers)
            # A last number without five crosses before it could not be crossed, so it is not lost.
            assert gone == set(found.given_up) - {colour.last}
