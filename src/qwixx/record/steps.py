"""Steps of a record: chance outcomes and choices."""

from typing import NamedTuple, assert_never

from qwixx.rules.chance import ChanceOutcome
from qwixx.rules.choices import Choice
from qwixx.rules.game import State


class ChanceStep(NamedTuple):
    """A step in which chance decided."""

    outcome: ChanceOutcome


class Decision(NamedTuple):
    """A step in which a seat decided. The common action's are listed by seat, once all are known."""

    seat: int
    choice: Choice


Step = ChanceStep | Decision


class Comment(NamedTuple):
    """A comment on a game, after this number of its steps."""

    step: int
    text: str


class Moment(NamedTuple):
    """A state of a recorded game: the step that it is before, and its turn, where 0 is the set-up."""

    step: int
    turn: int
    state: State


def apply_step(state: State, step: Step) -> State:
    """The state that a step leads to; IllegalChoice if it may not happen."""
    match step:
        case ChanceStep(outcome):
            return state.apply_chance(outcome)
        case Decision(seat, choice):
            return state.apply(seat, choice)
        case _:
            assert_never(step)
