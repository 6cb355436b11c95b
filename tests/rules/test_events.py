import pytest

from qwixx.notation import parse_choice, parse_position
from qwixx.rules.cards import pack
from qwixx.rules.chance import FirstSeat, FirstSix, Roll, Shuffle
from qwixx.rules.colours import Colour
from qwixx.rules.errors import SetupError
from qwixx.rules.events import (
    Began,
    Crossed,
    Drew,
    Ended,
    Event,
    Locked,
    Passed,
    Penalised,
    Played,
    Reshuffled,
    Rolled,
    events,
)
from qwixx.rules.game import State
from qwixx.rules.ruleset import ruleset
from tests.positions import card_state, cards


def told(state: State, *choices: str) -> tuple[Event, ...]:
    """The events of the last one of these choices."""
    before = state
    for choice in choices:
        before, state = state, state.apply(min(state.to_act), parse_choice(choice))
    return events(before, state)


def test_the_first_player_and_a_roll_are_events() -> None:
    new = State.new(ruleset("dice"), 2)
    begun = new.apply_chance(FirstSeat(1))
    assert events(new, begun) == (Began(1),)
    roll = Roll((4, 1), (3, 2, 5, 6))
    assert events(begun, begun.apply_chance(roll)) == (Rolled(1, roll),)


def test_A6_the_rolls_that_decide_the_first_player_are_part_of_the_event() -> None:
    new, rolls = State.new(ruleset("dice", first_player="first_six"), 2), FirstSix((3, 1, 2, 6))
    assert events(new, new.apply_chance(rolls), rolls) == (Began(1, (3, 1, 2, 6)),)


def test_a_deal_emits_no_event() -> None:
    dealing = State.new(ruleset("cards"), 2).apply_chance(FirstSeat(1))
    assert events(dealing, dealing.apply_chance(Shuffle(pack(jokers=False)))) == ()


def test_A2_hidden_choices_emit_no_event_until_all_players_have_chosen() -> None:
    state = parse_position("dice; 1 common 4+1 r3 y2 g5 b6; -; -")
    assert told(state, "r5") == ()
    assert told(state, "r5", "-") == (Crossed(0, Colour.RED, (5,)), Passed(1))


def test_D12_closing_a_row_is_an_event() -> None:
    state = parse_position("dice; 1 common 6+6 r1 y1 g1 b1; -; r2,3,4,5,6")
    assert told(state, "-", "r12") == (Passed(0), Crossed(1, Colour.RED, (12,)), Locked(1, Colour.RED))


def test_D9_D16_penalties_and_the_end_are_events() -> None:
    state = parse_position("dice; 1 own 4+1 r3 y2 g5 b6; p3; b10")
    passed, penalised, ended = told(state, "-")
    assert (passed, penalised) == (Passed(0), Penalised(0, 4))
    assert isinstance(ended, Ended)
    assert ended.outcome.totals == (-20, 1)


def test_I5_draws_show_numbers_and_plays_show_cards() -> None:
    state = card_state("draw", "R2 R3 R4", "B2 B3 B4 B5", display="G2 G3 G4 G5", deck="Y9")
    assert told(state, "take 2 4") == (Drew(0, (1, 3), (3, 5)),)
    assert told(state, "take 2 4", "-", "-", "play G3 G5 cross g5") == (
        Played(0, cards("G3 G5")),
        Crossed(0, Colour.GREEN, (5,)),
    )


def test_C9_a_shuffle_shows_its_size() -> None:
    state = card_state("draw", "R2 R3 R4 R5", "B2 B3 B4 B5", deck="Y2", rest_to="discard")
    half = state.apply(0, parse_choice("take 1"))
    full = half.apply_chance(Shuffle(half.cards.discard))
    assert events(half, full) == (Reshuffled(len(state.cards.discard)),)


@pytest.mark.parametrize("choice", ["play R5", "play R5 cross r5"])
def test_C16_a_play_emits_a_cross_or_a_pass_with_a_penalty(choice: str) -> None:
    state = card_state("play", "R2 R3 R4 R5 R6", "B2 B3 B4 B5")
    _, crossed, *more = told(state, choice)
    assert crossed == (Crossed(0, Colour.RED, (5,)) if "cross" in choice else Passed(0))
    assert more == ([] if "cross" in choice else [Penalised(0, 1)])


def test_events_require_two_states() -> None:
    with pytest.raises(SetupError, match="events happen between two states, not 3"):
        events(3, 4)  # type: ignore[arg-type]
