"""What an arena plays: which bots, at which tables, with which chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from qwixx.bots.registry import make_bot
from qwixx.record import LONGEST_NAME, checked_names, free_name
from qwixx.rules.errors import InputError, OperationalError
from qwixx.rules.ruleset import Ruleset


class ArenaError(InputError):
    """A contest that cannot be played, or a file or folder that is not of this contest."""


class ArenaFileError(OperationalError):
    """A file or folder of results that cannot be written, is damaged, or is in use."""


@dataclass(frozen=True)
class Entrant:
    """A bot under the name it has in tables and records."""

    name: str
    spec: str


@dataclass(frozen=True)
class Contest:
    """Every table plays the same deals; a deal is played once for every rotation of its bots.

    ``tables`` hold the numbers of their entrants, in order of the seats in the first rotation.
    """

    rules: Ruleset
    entrants: tuple[Entrant, ...]
    tables: tuple[tuple[int, ...], ...]
    seed: str
    time_limit: float

    @property
    def players(self) -> int:
        return len(self.tables[0])

    def seating(self, table: int, rotation: int) -> tuple[int, ...]:
        """The entrant of each seat: with every rotation, everybody moves up one seat."""
        sitting = self.tables[table]
        return tuple(sitting[(seat - rotation) % len(sitting)] for seat in range(len(sitting)))

    def names(self, entrants: Sequence[int]) -> list[str]:
        return [self.entrants[entrant].name for entrant in entrants]


def plan(
    rules: Ruleset, specs: Sequence[str], players: int | None, *, seed: str, time_limit: float
) -> Contest:
    """A contest of all combinations of bots, ``players`` at a table; None seats all at one table."""
    if rules.max_players < 2:
        raise ArenaError(
            f"{rules.title} has one player, so nobody wins; take dice or cards, or use qwixx sim"
        )
    entrants = tuple(entrants_named(specs, rules.name))
    if len(entrants) < 2:
        raise ArenaError("an arena needs at least two bots, as in: qwixx arena random gap:1,2")
    seats = len(entrants) if players is None else players
    rules.check_players(seats)
    if seats > len(entrants):
        raise ArenaError(
            f"a table of {seats} needs {seats} bots, and there are {len(entrants)}; one may be named twice"
        )
    tables = tuple(combinations(range(len(entrants)), seats))
    return Contest(rules, entrants, tables, seed, time_limit)


def entrants_named(specs: Sequence[str], game: str) -> list[Entrant]:
    """Bots from words like ``gap:1,2`` or ``mine=exec:./mybot``; equal ones are numbered."""
    entrants: list[Entrant] = []
    for word in specs:
        name, spec = _split_name(word)
        make_bot(spec, game=game, programs=True)
        entrants.append(Entrant(free_name(name, [entrant.name for entrant in entrants]), spec))
    checked_names([entrant.name for entrant in entrants])
    return entrants


def _split_name(word: str) -> tuple[str, str]:
    """The name and the bot in a word like ``name=bot``; an ``=`` behind a colon belongs to the bot."""
    name, given, spec = word.partition("=")
    if given and ":" not in name:
        return name, spec
    shortest = " ".join(word.split())
    return shortest if len(shortest) <= LONGEST_NAME - 4 else f"{shortest[: LONGEST_NAME - 5]}…", word
