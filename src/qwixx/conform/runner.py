"""Running cases: their steps are taken through ``State`` as in every game; failures are reported."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import assert_never

from msgspec import UNSET

from qwixx.conform.cases import (
    AnyStep,
    Case,
    CaseStep,
    CommonStep,
    DrawStep,
    FirstSixStep,
    OwnStep,
    PlayStep,
    RollStep,
    Unreadable,
)
from qwixx.conform.checks import differences
from qwixx.conform.given import build_cards, build_roll, build_state
from qwixx.rules import reasons
from qwixx.rules.chance import FirstSix, Shuffle
from qwixx.rules.choices import PASS, Choice, Cross, Play, Take
from qwixx.rules.colours import colour_named
from qwixx.rules.errors import IllegalChoice, SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase

PHASE_OF_STEP: dict[type[CaseStep], Phase] = {
    FirstSixStep: Phase.START,
    RollStep: Phase.ROLL,
    CommonStep: Phase.COMMON,
    OwnStep: Phase.OWN,
    DrawStep: Phase.DRAW,
    PlayStep: Phase.PLAY,
}


@dataclass(frozen=True)
class Failure:
    """A case that failed, and its differences."""

    id: str
    title: str
    problems: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.id}: {self.title}", *(f"  {problem}" for problem in self.problems)])


@dataclass
class Report:
    """The number of cases that passed, and the failures."""

    passed: int = 0
    failures: list[Failure] = field(default_factory=list)


def run_cases(cases: Iterable[Case | Unreadable]) -> Report:
    """Run all cases, and report those that fail."""
    report = Report()
    for case in cases:
        problems = (case.problem,) if isinstance(case, Unreadable) else run_case(case)
        if problems:
            report.failures.append(Failure(case.id, case.title, problems))
        else:
            report.passed += 1
    return report


def run_case(case: Case) -> tuple[str, ...]:
    """The differences from what the case expects; none if it passes."""
    must_be_refused = case.then.error is not UNSET
    try:
        state = build_state(case)
    except ValueError as error:
        return () if must_be_refused else (f"set-up: expected to be possible, refused: {error}",)
    if must_be_refused:
        return (f"set-up: expected to be refused ({case.then.error}), actual accepted",)
    for number, step in enumerate(case.when, start=1):
        name = f"step {number} ({_step_name(step)})"
        try:
            after = _take_step(state, step)
        except ValueError as error:
            if step.error is None:
                return (f"{name}: expected to be accepted, refused: {error}",)
            continue
        if step.error is not None:
            return (f"{name}: expected to be refused ({step.error}), actual accepted",)
        state = after
    return tuple(
        f"{path}: expected {expected}, actual {actual}"
        for path, expected, actual in differences(state, case.then)
    )


def _take_step(state: State, step: AnyStep) -> State:
    """The state after a step; any ValueError means that it was refused."""
    if state.is_over:
        raise IllegalChoice(reasons.GAME_OVER)
    if state.phase is not PHASE_OF_STEP[type(step)]:
        refusal = reasons.WRONG_KIND(expected=f"go on with {state.phase}", tried=_step_name(step))
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


def _step_name(step: AnyStep) -> str:
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
