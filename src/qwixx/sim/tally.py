"""The sums of many games: counts, so that the order of summing does not matter."""

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
        """Why each game ended: ``board.TWO_ROWS`` or ``board.FOUR_PENALTIES``."""
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
    """What was played: the game with its options as text, the bot of each seat, and the seed."""

    game: str
    players: tuple[str, ...]
    seed: Seed


@dataclass(frozen=True, repr=False)
class Tally:
    """Counts of games by what happened in them, and the setup of these games.

    By seat: ``points[seat, total - LOWEST_TOTAL]``, ``crosses``, ``penalties``, and ``shares[seat, k]``,
    where k is the number of winners that seat was one of, 0 if it lost. ``first_shares`` are those of
    the seat that began. By game: ``turns`` and ``ended``.
    """

    setup: Setup
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
            points=zeros(players, TOTALS),
            crosses=zeros(players, MOST_CROSSES + 1),
            penalties=zeros(players, PENALTY_BOXES + 1),
            shares=zeros(players, SHARES),
            first_shares=zeros(SHARES),
            turns=zeros(MOST_TURNS + 1),
            ended=zeros(max(TWO_ROWS, FOUR_PENALTIES) + 1),
        )

    @classmethod
    def of(cls, setup: Setup, games: Games) -> "Tally":
        """The tally of these games."""
        best = games.points.max(axis=1, keepdims=True)
        won = games.points == best
        shares = np.where(won, won.sum(axis=1, keepdims=True), 0)
        first_shares = np.take_along_axis(shares, games.first[:, None].astype(np.int64), axis=1)[:, 0]
        return cls(
            setup=setup,
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
            raise InputError(f"games of {_words(other.setup)} cannot be added to {self!r}")
        counts = [f.name for f in fields(self) if f.name != "setup"]
        return Tally(self.setup, *(getattr(self, name) + getattr(other, name) for name in counts))

    def __repr__(self) -> str:
        return f"<Tally of {self.games:,} games of {_words(self.setup)}>"

    @property
    def games(self) -> int:
        """How many games were counted."""
        return int(self.ended.sum())


def _words(setup: Setup) -> str:
    return f"{setup.game} by {', '.join(setup.players)} with seed {setup.seed}"


def _count_columns(columns: NDArray[np.integer], size: int) -> Counts:
    return np.array([np.bincount(column, minlength=size) for column in columns.T])
