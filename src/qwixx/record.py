"""A whole game as its record: the rules, the names, every chance outcome and every choice.

The state of a game is the replay of its record, and a replay checks every rule again.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, assert_never

from qwixx.rules.chance import ChanceOutcome
from qwixx.rules.choices import Choice
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset, check_ruleset

LONGEST_NAME = 40
TAG_NAME = r"[A-Za-z]\w*"
OWN_TAGS = ("Qwixx", "Seats", "Result")
# What isprintable() lets through and nobody sees: the rest of Unicode's Default_Ignorable_Code_Point, a
# property that unicodedata does not have, and characters that are drawn as nothing: fillers and blanks.
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
    "\u2800\U00013441\U00013442\U00016fe4\U0001d159]"
)


class Chance(NamedTuple):
    """A step in which chance decided."""

    outcome: ChanceOutcome


class Decision(NamedTuple):
    """A step in which a seat decided. The common action's are listed by seat, once all are known."""

    seat: int
    choice: Choice


Step = Chance | Decision


class Moment(NamedTuple):
    """A state of a recorded game: the step that it is before, and its turn, where 0 is the set-up."""

    step: int
    turn: int
    state: State


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
        """The record of a game that is about to start."""
        check_ruleset(ruleset)
        ruleset.check_players(len(names))
        return cls(ruleset, checked_names(names), tags=checked_tags(tags))

    @property
    def start(self) -> State:
        """The state before anything has happened."""
        return State.new(self.ruleset, len(self.names))

    def states(self) -> Iterator[State]:
        """Every state of the game in order, the first one before anything has happened."""
        state = self.start
        yield state
        for step in self.steps:
            state = after(state, step)
            yield state

    def moments(self) -> Iterator[Moment]:
        """The same with steps and turns counted; the last moment is the end of the record."""
        turn = 0
        for step, state in enumerate(self.states()):
            turn += state.begins_turn
            yield Moment(step, turn, state)

    @property
    def state(self) -> State:
        """The state at the end of the record."""
        *_, last = self.states()
        return last

    def extended(self, steps: Sequence[Step]) -> "Record":
        """The record with more steps behind those it has."""
        return replace(self, steps=(*self.steps, *steps))


def after(state: State, step: Step) -> State:
    """The state that a step leads to; IllegalChoice if it may not happen."""
    match step:
        case Chance(outcome):
            return state.apply_chance(outcome)
        case Decision(seat, choice):
            return state.apply(seat, choice)
        case _:
            assert_never(step)


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names that can stand in a record: one line each, something to be seen in each, and no two alike."""
    if isinstance(names, str):
        raise SetupError(f"names are a list, as in ['Ann', 'Ben'], not {names!r}")
    taken: set[str] = set()
    for name in names:
        if not _can_be_name(name):
            raise SetupError(
                f"{name!r} cannot be a name: a name has 1 to {LONGEST_NAME} printable characters,"
                " one at least that is seen, and no space at its ends"
            )
        looks = _looks(name)
        if looks & taken:
            raise SetupError(f"two players are called {name!r}: every name must differ")
        taken |= looks
    return tuple(names)


def look_alike(name: str, other: str) -> bool:
    """Whether people could take one name for the other.

    >>> look_alike("Mila", "mila"), look_alike("Mila", "Mila 2")
    (True, False)
    """
    return bool(_looks(name) & _looks(other))


def free_name(name: str, taken: Collection[str]) -> str:
    """A name that nobody has yet: this one, or else with the first free number behind it.

    >>> free_name("net", ["Ann", "net"])
    'net #2'
    """
    names = (name, *(f"{name} #{number}" for number in range(2, len(taken) + 2)))
    return next(free for free in names if free not in taken)


def checked_tags(tags: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Tags that can stand at the head of a record."""
    taken = set(OWN_TAGS)
    for name, _ in tags:
        if re.fullmatch(TAG_NAME, name) is None or name in taken:
            raise SetupError(
                f"{name!r} cannot be a tag: its name is a word of letters and digits, each tag is there once,"
                f" and {', '.join(OWN_TAGS)} are the record's own"
            )
        taken.add(name)
    return tuple(tags)


def _can_be_name(name: object) -> bool:
    return (
        isinstance(name, str)
        and name == name.strip()
        and name.isprintable()
        and len(name) <= LONGEST_NAME
        and any(map(_is_seen, UNSEEN.sub("", name)))
    )


def _is_seen(character: str) -> bool:
    """Whether a character shows by itself, as a combining mark does not."""
    return not character.isspace() and not unicodedata.category(character).startswith("M")


def _looks(name: str) -> set[str]:
    """What a name may look like: some programs give the unseen no room, others that of a space."""
    return {_folded(UNSEEN.sub(room, name).strip()) for room in ("", " ")}


def _folded(text: str) -> str:
    """The same for texts that differ only in case, or in how Unicode writes them."""
    return unicodedata.normalize("NFKC", text).casefold()
