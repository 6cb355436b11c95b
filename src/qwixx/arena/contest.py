"""The contest of an arena: the bots, their tables, and the seed of all chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from qwixx.bots.own import OwnPlayer, PlayerClass
from qwixx.bots.registry import make_bot
from qwixx.gameplay import Player
from qwixx.record import LONGEST_NAME, checked_names, free_name
from qwixx.rules.errors import InputError, OperationalError
from qwixx.rules.ruleset import Ruleset, ruleset
from qwixx.seeds import Seed, checked_seed


class ArenaError(InputError):
    """A contest that cannot be played, or a file or folder that is not of this contest."""


class ArenaFileError(OperationalError):
    """A file or folder of results that cannot be written, is damaged, or is in use."""


@dataclass(frozen=True)
class Entrant:
    """A bot under the name it has in tables and records; ``own`` if it was given as a value."""

    name: str
    spec: str
    own: OwnPlayer | None = None


@dataclass(frozen=True)
class Contest:
    """Every table plays the same deals; a deal is played once for every rotation of its bots.

    ``tables`` hold the numbers of their entrants, in order of the seats in the first rotation. In the solo
    game each plays alone, and those that played the same dice are compared. ``adjusted`` results have the
    luck of each game subtracted.
    """

    rules: Ruleset
    entrants: tuple[Entrant, ...]
    tables: tuple[tuple[int, ...], ...]
    seed: str
    time_limit: float
    adjusted: bool = False

    @property
    def players(self) -> int:
        """The number of players at a table."""
        return len(self.tables[0])

    @property
    def rivals(self) -> int:
        """The number of entrants compared in a game: those at the table, or all in the solo game."""
        return self.players if self.players > 1 else len(self.entrants)

    def seating(self, table: int, rotation: int) -> tuple[int, ...]:
        """The entrant of each seat: with every rotation, all move up one seat."""
        sitting = self.tables[table]
        return tuple(sitting[(seat - rotation) % len(sitting)] for seat in range(len(sitting)))

    def names(self, entrants: Sequence[int]) -> list[str]:
        """The names of these entrants, which are numbers."""
        return [self.entrants[entrant].name for entrant in entrants]


def plan(
    game: str | Ruleset,
    specs: Sequence[str],
    players: int | None,
    *,
    seed: Seed,
    time_limit: float,
    adjusted: bool = False,
) -> Contest:
    """A contest of all combinations of bots, ``players`` at a table; None seats all at one table.

    The solo game has one player regardless of ``players``.
    """
    rules = ruleset(game)
    return planned(rules, entrants_named(specs, rules.name), players, seed, time_limit, adjusted)


def planned(
    rules: Ruleset,
    entrants: Sequence[Entrant],
    players: int | None,
    seed: Seed,
    time_limit: float,
    adjusted: bool,
) -> Contest:
    """The same for entrants that are known."""
    if len(entrants) < 2:
        raise ArenaError("a contest needs at least two players, such as 'random' and 'gap:1,2'")
    seats = 1 if rules.max_players == 1 else len(entrants) if players is None else players
    rules.check_players(seats)
    if not isinstance(time_limit, int | float) or time_limit <= 0:
        raise ArenaError(f"the time limit is a number of seconds above 0, not {time_limit!r}")
    if seats > len(entrants):
        raise ArenaError(
            f"a table of {seats} needs {seats} bots, and there are {len(entrants)}; one may be named twice"
        )
    tables = tuple(combinations(range(len(entrants)), seats))
    return Contest(rules, tuple(entrants), tables, str(checked_seed(seed)), time_limit, adjusted)


def entrants_named(specs: Sequence[str], game: str) -> list[Entrant]:
    """Bots from words like ``gap:1,2`` or ``mine=exec:./mybot``; equal ones are numbered."""
    entrants: list[Entrant] = []
    if isinstance(specs, str):
        raise ArenaError(f"bots are a list, as in ['random', 'gap:1,2'], not {specs!r}")
    for word in specs:
        if not isinstance(word, str):
            raise ArenaError(f"bots are named by texts here, not {word!r}; qwixx.arena.compare takes players")
        name, spec = _split_name(word)
        make_bot(spec, game=game, programs=True)
        entrants.append(Entrant(free_name(name, [entrant.name for entrant in entrants]), spec))
    checked_names([entrant.name for entrant in entrants])
    return entrants


def entrants_given(players: Mapping[str, str | Player | PlayerClass], game: str) -> list[Entrant]:
    """Bots by name: texts as in ``entrants_named``, players, or classes of them."""
    if not isinstance(players, Mapping):
        raise ArenaError(
            f"players are named, as in {{'mine': Greedy(), 'casual': 'casual'}}, not {players!r}"
        )
    checked_names(list(players))
    return [_entrant(name, player, game) for name, player in players.items()]


def _entrant(name: str, player: str | Player | PlayerClass, game: str) -> Entrant:
    if isinstance(player, str):
        make_bot(player, game=game, programs=True)
        return Entrant(name, player)
    own = OwnPlayer(player)
    return Entrant(name, own.spec, own)


def _split_name(word: str) -> tuple[str, str]:
    """The name and the bot in a word like ``name=bot``; an ``=`` behind a colon belongs to the bot."""
    name, given, spec = word.partition("=")
    if given and ":" not in name:
        return name, spec
    shortest = " ".join(word.split())
    return shortest if len(shortest) <= LONGEST_NAME - 4 else f"{shortest[: LONGEST_NAME - 5]}…", word
