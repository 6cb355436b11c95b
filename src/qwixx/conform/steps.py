"""The steps of a case, taken through State like every game."""

from typing import assert_never

from qwixx.conform.cases import (
    AnyStep,
    CommonStep,
    DrawStep,
    FirstSixStep,
    OwnStep,
    PlayStep,
    RollStep,
    Step,
)
from qwixx.conform.given import build_cards, build_roll
from qwixx.rules import reasons
from qwixx.rules.chance import FirstSix, Shuffle
from qwixx.rules.choices import PASS, Choice, Cross, Play, Take
from qwixx.rules.colours import colour_named
from qwixx.rules.errors import IllegalChoice, SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase

PHASES: dict[type[Step], Phase] = {
    FirstSixStep: Phase.START,
    RollStep: Phase.ROLL,
    CommonStep: Phase.COMMON,
    OwnStep: Phase.OWN,
    DrawStep: Phase.DRAW,
    PlayStep: Phase.PLAY,
}


def take_step(state: State, step: AnyStep) -> State:
    """The state after a step; any ValueError means that it was refused."""
    if state.is_over:
        raise IllegalChoice(reasons.GAME_OVER)
    if state.phase is not PHASES[type(step)]:
        refusal = reasons.WRONG_KIND(expected=f"go on with {state.phase}", tried=step_name(step))
        raise IllegalChoice(refusal.in_card_games() if state.ruleset.has_cards else refusal)
    seat = state.active if step.player is None else step.player
    match step:
        case FirstSixStep(rolls=rolls):
            return state.apply_chance(FirstSix(tuple(rolls)))
        case RollStep(dice=dice):
            if seat != state.active:
                raise IllegalChoice(reasons.NOT_ACTIVE)
            return state.apply_chance(build_roll(dice))
        case CommonStep(choices=choices):
            return _choose_all(state, choices)
        case OwnStep(cross=cross):
            return state.apply(seat, PASS if cross is None else Cross(colour_named(cross[0]), cross[1]))
        case DrawStep(take=take):
            return _refilled(state.apply(seat, Take(tuple(take))))
        case PlayStep(cards=cards, as_colour=colour, cross=numbers):
            return state.apply(seat, Play(build_cards(cards), colour_named(colour), tuple(numbers)))
        case _:
            assert_never(step)


def step_name(step: AnyStep) -> str:
    return str(step.__struct_config__.tag)


def _choose_all(state: State, choices: dict[str, str | None]) -> State:
    number = state.common_number
    assert number is not None
    if sorted(choices) != [str(seat) for seat in range(state.players)]:
        raise SetupError("D4: the common action needs a choice of every seat, a colour or null")
    for seat, name in choices.items():
        choice: Choice = PASS if name is None else Cross(colour_named(name), number)
        state = state.apply(int(seat), choice)
    return state


def _refilled(state: State) -> State:
    """Cases never depend on a shuffle: the discards come as they lie."""
    return state.apply_chance(Shuffle(state.cards.discard)) if state.phase is Phase.SHUFFLE else state
