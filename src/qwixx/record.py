"""A whole game as its record: the rules, the names, every chance outcome and every choice.

The state of a game is the replay of its record, and a replay checks every rule again.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from qwixx.rules.chance import ChanceOutcome
from qwixx.rules.choices import Choice
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset

LONGEST_NAME = 40


class Chance(NamedTuple):
    """A step in which chance decided."""

    outcome: ChanceOutcome


class Decision(NamedTuple):
    """A step in which a seat decided. The common action's are listed by seat, once all are known."""

    seat: int
    choice: Choice


Step = Chance | Decision


@dataclass(frozen=True)
class Record:
    """A game from its beginning to where it stands.

    >>> from qwixx.rules.ruleset import SOLO
    >>> Record.new(SOLO, ["Ann"]).state.phase
    <Phase.ROLL: 'roll'>
    """

    ruleset: Ruleset
    names: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    # Free words about the game, such as its date; the rules never look at them.
    tags: tuple[tuple[str, str], ...] = ()

    @classmethod
    def new(cls, ruleset: Ruleset, names: Sequence[str], tags: Sequence[tuple[str, str]] = ()) -> "Record":
        ruleset.check_players(len(names))
        return cls(ruleset, checked_names(names), tags=tuple(tags))

    @property
    def start(self) -> State:
        return State.new(self.ruleset, len(self.names))

    def states(self) -> Iterator[State]:
        """Every state of the game in order, the first one before anything has happened."""
        state = self.start
        yield state
        for step in self.steps:
            state = after(state, step)
            yield state

    @property
    def state(self) -> State:
        """The state at the end of the record."""
        *_, last = self.states()
        return last

    def extended(self, steps: Sequence[Step]) -> "Record":
        return replace(self, steps=(*self.steps, *steps))


def after(state: State, step: Step) -> State:
    """The state that a step leads to; IllegalChoice if it may not happen."""
    if isinstance(step, Chance):
        return state.apply_chance(step.outcome)
    return state.apply(step.seat, step.choice)


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names that can stand in a record: one line each, and no two alike."""
    seen: dict[str, str] = {}
    for name in names:
        if name != name.strip() or not name or not name.isprintable() or len(name) > LONGEST_NAME:
            raise SetupError(
                f"{name!r} cannot be a name: a name has 1 to {LONGEST_NAME} printable characters"
                " and no space at its ends"
            )
        key = unicodedata.normalize("NFKC", name).casefold()
        if key in seen:
            raise SetupError(f"two players are called {name!r}: every name must differ")
        seen[key] = name
    return tuple(names)
