"""A recorded game step by step, with where its cards come from."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from qwixx.coach.judge import FROM_THE_DEAL, Origins
from qwixx.record import Record, after
from qwixx.rules.game import State
from qwixx.rules.position import nobody_has_chosen
from qwixx.rules.ruleset import Phase


class Moment(NamedTuple):
    """The state before a step of the record, its turn (0 is the set-up), and where its cards come from."""

    step: int
    turn: int
    state: State
    origins: Origins

    @property
    def begins_a_turn(self) -> bool:
        return self.state.phase is self.state.ruleset.turn[0]

    @property
    def opened(self) -> State:
        """The state as whoever decides in this step knows it."""
        return as_opened(self.state)


def as_opened(state: State) -> State:
    """In a common action nobody knows what others have chosen (A2), so it is as if nobody had."""
    return replace(state, pending=nobody_has_chosen(state)) if state.phase is Phase.COMMON else state


def moments(record: Record) -> Iterator[Moment]:
    """Every step, and last the end of the record, as if a turn began there."""
    state, turn, origins = record.start, 0, FROM_THE_DEAL
    for number, step in enumerate(record.steps):
        turn += state.phase is record.ruleset.turn[0]
        yield Moment(number, turn, state, origins)
        if state.phase is Phase.SHUFFLE:
            latest = 1 + max(origins.values(), default=0)
            origins = {**origins, **dict.fromkeys(state.cards.discard, latest)}
        state = after(state, step)
    yield Moment(len(record.steps), turn + 1, state, origins)
