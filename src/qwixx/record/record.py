"""A whole game as its record: the rules, the names, every chance outcome and every choice.

The state of a game is the replay of its record, and a replay checks every rule again.
"""

import operator
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count

from qwixx.pictured import Pictured
from qwixx.record.steps import Comment, Moment, Step, apply_step
from qwixx.record.writer import written
from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.ruleset import ruleset as ruleset_named
from qwixx.rules.validity import check_state

LONGEST_NAME = 40
TAG_NAME = r"[A-Za-z]\w*"
OWN_TAGS = ("Qwixx", "Seats", "Position", "Result")
# Invisible, and let through by isprintable(): the rest of Unicode's Default_Ignorable_Code_Point, a
# property that unicodedata does not have, and characters that are drawn as nothing: fillers and blanks.
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
    "\u2800\U00013441\U00013442\U00016fe4\U0001d159]"
)
# Joins two pictures to one, as in a family; it controls nothing there.
EMOJI = "\u203c-\u3299\U0001f000-\U0001faff"
EMOJI_JOINER = re.compile(f"(?<=[\ufe0f{EMOJI}])\u200d(?=[{EMOJI}])")


@dataclass(frozen=True, repr=False)
class Record(Pictured):
    """A game from its beginning to where it stands.

    >>> Record.new("solo", ["Ann"]).state.phase
    Phase.ROLL
    """

    ruleset: Ruleset
    names: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    # Free words about the game, such as its date; the rules never look at them.
    tags: tuple[tuple[str, str], ...] = ()
    # Where the game began, if not at its usual beginning.
    position: State | None = None
    # Comments do not count when records are compared.
    comments: tuple[Comment, ...] = field(default=(), compare=False)

    @classmethod
    def new(cls, game: str | Ruleset, names: Sequence[str], tags: Sequence[tuple[str, str]] = ()) -> "Record":
        """The record of a game that is about to start."""
        rules = ruleset_named(game)
        rules.check_players(len(_listed(names)))
        return cls(rules, checked_names(names), tags=checked_tags(tags))

    @classmethod
    def at(
        cls, position: State, names: Sequence[str] | None = None, tags: Sequence[tuple[str, str]] = ()
    ) -> "Record":
        """The record of a game that begins at a position; the seats are numbered if no names are given.

        >>> Record.at(State.new("solo", 1)).names
        ('Seat 1',)
        """
        check_state(position)
        if any(choice is not None for choice in position.pending):
            raise SetupError("a game begins before hidden choices are made: leave out what was chosen")
        seats = names if names is not None else [f"Seat {seat + 1}" for seat in range(position.players)]
        if len(_listed(seats)) != position.players:
            raise SetupError(f"this position has {position.players} seats, and {len(seats)} names are given")
        return replace(cls.new(position.ruleset, seats, tags), position=position)

    def __str__(self) -> str:
        """The game as text, which ``parse_record`` reads back."""
        return written(self)

    def __repr__(self) -> str:
        return f"<Record of {self.ruleset}: {', '.join(self.names)}; {len(self.steps)} steps>"

    @property
    def start(self) -> State:
        """The state before anything has happened."""
        return self.position or State.new(self.ruleset, len(self.names))

    def states(self) -> Iterator[State]:
        """Every state of the game in order, the first one before anything has happened."""
        state = self.start
        yield state
        for step in self.steps:
            state = apply_step(state, step)
            yield state

    def moments(self) -> Iterator[Moment]:
        """The same with steps and turns counted; the last moment is the end of the record."""
        turn = int(self.start.is_in_turn)
        for step, state in enumerate(self.states()):
            turn += state.begins_turn and step > 0
            yield Moment(step, turn, state)

    @property
    def state(self) -> State:
        """The state at the end of the record."""
        *_, last = self.states()
        return last

    def extended(self, steps: Sequence[Step]) -> "Record":
        """The record with more steps appended."""
        return replace(self, steps=(*self.steps, *steps))

    def commented(self, step: int, text: str) -> "Record":
        """The record with a comment after this number of steps; 0 is the head of the game."""
        if not 0 <= step <= len(self.steps):
            raise SetupError(f"a comment stands behind 0 to {len(self.steps)} steps, not {step!r}")
        if not text.isprintable() or not text.strip() or set("{}") & set(text):
            raise SetupError(f"a comment is a line of printable characters without braces, not {text!r}")
        comments = (*self.comments, Comment(step, text.strip()))
        return replace(self, comments=tuple(sorted(comments, key=lambda comment: comment.step)))


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Valid names for a record: one line each, visible, and no two alike; SetupError otherwise."""
    taken: set[str] = set()
    for name in _listed(names):
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


def _listed(names: Sequence[str]) -> Sequence[str]:
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise SetupError(f"names are a list, as in ['Ann', 'Ben'], not {names!r}")
    return names


def look_alike(name: str, other: str) -> bool:
    """Whether people could take one name for the other.

    >>> look_alike("Mila", "mila"), look_alike("Mila", "Mila 2")
    (True, False)
    """
    return bool(_looks(name) & _looks(other))


def free_name(
    name: str,
    taken: Collection[str],
    numbered: str = "{} #{}",
    is_same: Callable[[str, str], bool] = operator.eq,
) -> str:
    """A name that none of these is the same as: this one, or else ``numbered`` with the first free number.

    >>> free_name("net", ["Ann", "net"]), free_name("Mila", ["mila"], "{} {}", look_alike)
    ('net #2', 'Mila 2')
    """
    names = chain([name], (numbered.format(name, number) for number in count(2)))
    return next(free for free in names if not any(is_same(free, other) for other in taken))


def checked_tags(tags: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Tags that can stand at the head of a record."""
    if isinstance(tags, str | Mapping) or not all(map(_is_tag, tags)):
        raise SetupError(f"tags are pairs of texts, as in [('Event', 'Friday')], not {tags!r}")
    taken = set(OWN_TAGS)
    for name, _ in tags:
        if re.fullmatch(TAG_NAME, name) is None or name in taken:
            raise SetupError(
                f"{name!r} cannot be a tag: its name is a word of letters and digits, each tag is there once,"
                f" and {', '.join(OWN_TAGS)} are the record's own"
            )
        taken.add(name)
    return tuple(tags)


def _is_tag(pair: object) -> bool:
    return isinstance(pair, tuple | list) and len(pair) == 2 and all(isinstance(word, str) for word in pair)


def _can_be_name(name: object) -> bool:
    return (
        isinstance(name, str)
        and name == name.strip()
        and EMOJI_JOINER.sub("", name).isprintable()
        and len(name) <= LONGEST_NAME
        and any(map(_is_seen, UNSEEN.sub("", name)))
    )


def _is_seen(character: str) -> bool:
    """Whether a character shows by itself, as a combining mark does not."""
    return not character.isspace() and not unicodedata.category(character).startswith("M")


def _looks(name: str) -> set[str]:
    """The looks of a name: some programs show the unseen as nothing, others as a space."""
    joined = EMOJI_JOINER.sub("", name)
    return {_folded(UNSEEN.sub(room, joined).strip()) for room in ("", " ")}


def _folded(text: str) -> str:
    """The same for texts that differ only in case, or in how Unicode writes them."""
    return unicodedata.normalize("NFKC", text).casefold()
