"""The sums of many games: counts, so that the order of summing does not matter."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwixx.compiled.cells import COLOURS
from qwixx.engine.board import FOUR_PENALTIES, MOST_PLAYERS, TWO_ROWS
from qwixx.rules.errors import InputError
from qwixx.rules.scoring import POINTS, POINTS_PER_PENALTY
from qwixx.rules.sheet import PENALTY_BOXES
from qwixx.seeds import Seed
from qwixx.sim.kernel import ENDED_COLUMN, FIRST_COLUMN, SEAT_COLUMNS, TURNS_COLUMN

Counts = NDArray[np.int64]

LOWEST_TOTAL = POINTS_PER_PENALTY * PENALTY_BOXES
TOTALS = COLOURS * POINTS[-1] - LOWEST_TOTAL + 1
MOST_CROSSES = COLOURS * (len(POINTS) - 1)
# A turn brings a cross or a penalty, and five sheets have room for fewer than this.
MOST_TURNS = 255
# How a seat's share of the win is counted: 0 for a loss, else the number of winners.
SHARES = MOST_PLAYERS + 1


@dataclass(frozen=True)
class Games:
    """Results game by game: columns of the array a kernel filled."""

    results: NDArray[np.int16]

    @property
    def first(self) -> NDArray[np.int16]:
        """The seat that began."""
        return self.results[:, FIRST_COLUMN]

    @property
    def turns(self) -> NDArray[np.int16]:
        """The number of turns of each game."""
        return self.results[:, TURNS_COLUMN]

    @property
    def ended(self) -> NDArray[np.int16]:
        """The reason of each game's end: ``board.TWO_ROWS`` or ``board.FOUR_PENALTIES``."""
        return self.results[:, ENDED_COLUMN]

    @property
    def points(self) -> NDArray[np.int16]:
        """Final totals, a row a game and a column a seat; ``crosses`` and ``penalties`` likewise."""
        return self.results[:, SEAT_COLUMNS::3]

    @property
    def crosses(self) -> NDArray[np.int16]:
        """Crosses: a row for each game, a column for each seat."""
        return self.results[:, SEAT_COLUMNS + 1 :: 3]

    @property
    def penalties(self) -> NDArray[np.int16]:
        """Penalties: a row for each game, a column for each seat."""
        return self.results[:, SEAT_COLUMNS + 2 :: 3]


class Setup(NamedTuple):
    """The game with its options as text, the bot of each seat, the software and the weights."""

    game: str
    players: tuple[str, ...]
    software: str
    # The SHA-256 of the weights by their name.
    weights: tuple[tuple[str, str], ...]


class Run(NamedTuple):
    """The games of a seed with the numbers from ``first`` to ``stop`` - 1."""

    seed: Seed
    first: int
    stop: int


@dataclass(frozen=True, repr=False)
class Tally:
    """Counts of the results of games, with the setup and the numbers of these games.

    Tallies of different games of the same setup can be added.

    By seat: ``points[seat, total - LOWEST_TOTAL]``, ``crosses``, ``penalties``, and ``shares[seat, k]``,
    where k is the number of winners that seat was one of, 0 if it lost. ``first_shares`` are those of
    the seat that began. By game: ``turns`` and ``ended``.
    """

    setup: Setup
    runs: tuple[Run, ...]
    points: Counts
    crosses: Counts
    penalties: Counts
    shares: Counts
    first_shares: Counts
    turns: Counts
    ended: Counts

    @classmethod
    def empty(cls, setup: Setup) -> "Tally":
        """The tally of no games."""
        players = len(setup.players)

        def zeros(*shape: int) -> Counts:
            return np.zeros(shape, dtype=np.int64)

        return cls(
            setup=setup,
            runs=(),
            points=zeros(players, TOTALS),
            crosses=zeros(players, MOST_CROSSES + 1),
            penalties=zeros(players, PENALTY_BOXES + 1),
            shares=zeros(players, SHARES),
            first_shares=zeros(SHARES),
            turns=zeros(MOST_TURNS + 1),
            ended=zeros(max(TWO_ROWS, FOUR_PENALTIES) + 1),
        )

    @classmethod
    def of(cls, setup: Setup, seed: Seed, first_game: int, games: Games) -> "Tally":
        """The tally of these games, which are numbered from ``first_game``."""
        best = games.points.max(axis=1, keepdims=True)
        won = games.points == best
        shares = np.where(won, won.sum(axis=1, keepdims=True), 0)
        first_shares = np.take_along_axis(shares, games.first[:, None].astype(np.int64), axis=1)[:, 0]
        return cls(
            setup=setup,
            runs=(Run(seed, first_game, first_game + len(games.results)),),
            points=_count_columns(games.points - LOWEST_TOTAL, TOTALS),
            crosses=_count_columns(games.crosses, MOST_CROSSES + 1),
            penalties=_count_columns(games.penalties, PENALTY_BOXES + 1),
            shares=_count_columns(shares, SHARES),
            first_shares=np.bincount(first_shares, minlength=SHARES),
            turns=np.bincount(games.turns, minlength=MOST_TURNS + 1),
            ended=np.bincount(games.ended, minlength=max(TWO_ROWS, FOUR_PENALTIES) + 1),
        )

    def __add__(self, other: "Tally") -> "Tally":
        if self.setup != other.setup:
            raise InputError(f"{other!r} cannot be added to {self!r}: {_difference(other.setup, self.setup)}")
        counts = [f.name for f in fields(self) if f.name not in ("setup", "runs")]
        sums = (getattr(self, name) + getattr(other, name) for name in counts)
        return Tally(self.setup, _joined((*self.runs, *other.runs)), *sums)

    def __repr__(self) -> str:
        seeds = ", ".join(map(str, self.seeds))
        with_seed = f" with seed{'s' if len(self.seeds) > 1 else ''} {seeds}" if seeds else ""
        played_by = ", ".join(self.setup.players)
        return f"<Tally of {self.games:,} games of {self.setup.game} by {played_by}{with_seed}>"

    @property
    def games(self) -> int:
        """The number of games."""
        return int(self.ended.sum())

    @property
    def seeds(self) -> tuple[Seed, ...]:
        """The seeds of these games."""
        return tuple(dict.fromkeys(run.seed for run in self.runs))

    @property
    def software(self) -> str:
        """The software, with its version, that played."""
        return self.setup.software

    @property
    def weights(self) -> dict[str, str]:
        """The SHA-256 of the weights that played, by their name; empty without a net."""
        return dict(self.setup.weights)


def _difference(one: Setup, other: Setup) -> str:
    """The difference of two setups, in words."""
    fields = [name for name in Setup._fields if getattr(one, name) != getattr(other, name)]
    return f"{' and '.join(fields)} differ"


def _joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    """The same runs, those joined that continue each other; InputError if a game is in two of them."""
    joined: list[Run] = []
    for run in sorted(runs, key=lambda run: (str(run.seed), type(run.seed).__name__, run.first)):
        last = joined[-1] if joined else None
        if last is None or last.seed != run.seed or last.stop < run.first:
            joined.append(run)
        elif last.stop == run.first:
            joined[-1] = last._replace(stop=run.stop)
        else:
            raise InputError(
                f"games {run.first} to {min(last.stop, run.stop) - 1} of seed {run.seed!r} are in both"
                " tallies: simulate with another seed"
            )
    return tuple(joined)


def _count_columns(columns: NDArray[np.integer], size: int) -> Counts:
    return np.array([np.bincount(column, minlength=size) for column in columns.T])
