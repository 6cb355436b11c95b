"""Many games in one call: the same seed gives the same counts however the work is shared out."""

import math
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeAlias

import numpy as np

from qwixx.bots.errors import BotError
from qwixx.bots.gap import GapBot
from qwixx.bots.optimal import OptimalBot
from qwixx.bots.registry import make_bot
from qwixx.bots.trained import TrainedBot
from qwixx.bots.uniform import RandomBot
from qwixx.engine.board import Board, new_board
from qwixx.nets import evaluator
from qwixx.nets.net import Net
from qwixx.nets.weights import new_net, weights_for
from qwixx.rules.errors import InputError, SetupError
from qwixx.rules.ruleset import Ruleset, check_ruleset, ruleset
from qwixx.sim.cluster import tallies_from_cluster
from qwixx.sim.kernel import SEAT_COLUMNS, Kernel, play_games, play_games_with_net
from qwixx.sim.policies import GAP, NET, OPTIMAL, RANDOM, trained_policy
from qwixx.sim.tally import Games, Tally
from qwixx.solver.solution import solution
from qwixx.solver.turn import ValueTable

Told = Callable[[int], object]
Known: TypeAlias = ValueTable | Net

# Games in memory at a time, whatever the number of games.
AT_A_TIME = 4096
# Compiled code cannot be interrupted, so Ctrl-C has to wait for the games that are being played.
SECONDS_WITHOUT_A_PAUSE = 0.05
FIRST_PACE, FASTEST_GROWTH = 16, 8
# Parts for a cluster.
FEWEST_IN_A_PART, MOST_IN_A_PART = 1_000, 1_000_000
PARTS = 200
SEEDS = range(2**63)


@dataclass(frozen=True)
class Matchup:
    """What is played: a game, the policy of each seat, and the seed of all chance and luck."""

    rules: Ruleset
    players: tuple[str, ...]
    seed: int

    def __post_init__(self) -> None:
        check_ruleset(self.rules)
        _check_listed(self.players)
        self.rules.check_players(len(self.players))
        if not hasattr(self.seed, "__index__") or self.seed not in SEEDS:
            raise InputError(f"a seed is a whole number from 0 to {SEEDS[-1]}, not {self.seed!r}")
        for player in self.players:
            make_bot(player, game=self.rules.name, players=len(self.players))
            policy_of(player, self.rules)

    @cached_property
    def policies(self) -> list[tuple[int, int, int]]:
        """The compiled policy of each seat."""
        return [policy_of(player, self.rules) for player in self.players]

    def board(self) -> Board:
        board = new_board(self.rules, len(self.players))
        board.policies[: len(self.players)] = self.policies
        return board

    @property
    def known(self) -> Known:
        """What the policies know: a net, or the values of the solo game, which may be solved just now."""
        if self.has_nets:
            evaluator.NETS.check(self.rules)
            return new_net(weights_for(self.rules.name, len(self.players)))
        if any(kind == OPTIMAL for kind, *_ in self.policies):
            return solution().values
        nothing = np.zeros((1, 1), dtype=np.float32)
        nothing.setflags(write=False)
        return nothing

    @property
    def columns(self) -> int:
        """How many numbers the result of a game is."""
        return SEAT_COLUMNS + 3 * len(self.players)

    @property
    def has_nets(self) -> bool:
        return any(kind >= NET for kind, *_ in self.policies)

    @property
    def kernel(self) -> Kernel[Any]:
        """The compiled function that plays the games, for what ``known`` gives."""
        return play_games_with_net if self.has_nets else play_games


def _check_listed(players: Sequence[str]) -> None:
    if isinstance(players, str):
        raise SetupError(f"players are a list of bots, as in ['gap:1,2', 'random'], not {players!r}")


def policy_of(player: str, rules: Ruleset) -> tuple[int, int, int]:
    """The compiled policy of the bot that a text names: its kind and two parameters."""
    match make_bot(player):
        case RandomBot():
            return RANDOM, 0, 0
        case GapBot() as bot:
            return GAP, bot.common, bot.threatened
        case OptimalBot():
            return OPTIMAL, 0, 0
        case TrainedBot() as bot:
            return trained_policy(bot.level.style(cards=rules.has_cards))
        case _:
            raise BotError(
                f"{player} is not compiled: a simulation takes random, gap:a,b, the levels,"
                " and optimal in solo"
            )


def play_out(matchup: Matchup, games: int, first_game: int = 0) -> Games:
    """Games one by one, each with its result; for more than memory holds there is ``simulate``."""
    results = np.zeros((games, matchup.columns), dtype=np.int16)
    matchup.kernel(matchup.board(), matchup.seed, first_game, matchup.known, results)
    return Games(results)


class Table:
    """Where one thread plays: a board, what its policies know, and room for results.

    ``pace`` is the number of games that it plays in about the time it may play without a pause.
    """

    def __init__(self, matchup: Matchup, known: Known) -> None:
        self.pace = FIRST_PACE
        self._matchup, self._board = matchup, matchup.board()
        # Compiled code writes into a net; whatever else policies know is only read.
        self._known = known.copy() if matchup.has_nets else known
        self._results = np.zeros((AT_A_TIME, matchup.columns), dtype=np.int16)

    def play(self, games: range) -> Tally:
        """Play the games with these numbers and count them."""
        began = time.perf_counter()
        tally = Tally.empty(len(self._matchup.players))
        for start in range(games.start, games.stop, AT_A_TIME):
            some = self._results[: min(AT_A_TIME, games.stop - start)]
            self._matchup.kernel(self._board, self._matchup.seed, start, self._known, some)
            tally += Tally.of(Games(some))
        self._set_pace(len(games), time.perf_counter() - began)
        return tally

    def _set_pace(self, games: int, seconds: float) -> None:
        in_time = int(games * SECONDS_WITHOUT_A_PAUSE / seconds)
        # The first games may have waited for a compiler, and a few games say little.
        self.pace = min(max(in_time, 1), FASTEST_GROWTH * games)


def tally_part(matchup: Matchup, part: range) -> Tally:
    """Play the games with these numbers and count them, on any machine."""
    return Table(matchup, matchup.known).play(part)


def simulate(
    game: str | Ruleset,
    players: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    told: Told = lambda games: None,
    **options: object,
) -> Tally:
    """Play so many games and count what happened in them.

    ``jobs`` threads share the work, or the Ray cluster at the address ``cluster``; ``told`` hears how
    many games were just finished.

    >>> tally = simulate("dice", ["gap:1,2", "random"], games=100, seed=7)
    >>> tally.games, int(tally.shares[0, 1])
    (100, 97)
    """
    _check_listed(players)
    matchup = Matchup(ruleset(game, **options), tuple(players), seed)
    if games < 1:
        raise InputError(f"a simulation needs at least one game, not {games}")
    if jobs < 1:
        raise InputError(f"a simulation needs at least one job, not {jobs}")
    tally = Tally.empty(len(players))
    with closing(_tallies(matchup, games, jobs, cluster)) as parts:
        for part in parts:
            tally += part
            told(part.games)
    return tally


def split(games: int) -> list[range]:
    """The numbers of all games, in parts worth sending to a cluster."""
    size = min(max(games // PARTS, FEWEST_IN_A_PART), MOST_IN_A_PART)
    return [range(start, min(start + size, games)) for start in range(0, games, size)]


def _tallies(matchup: Matchup, games: int, jobs: int, cluster: str | None) -> Generator[Tally, None, None]:
    if cluster is not None:
        return tallies_from_cluster(cluster, partial(tally_part, matchup), split(games))
    return _tallies_from_threads(matchup, games, jobs)


def _tallies_from_threads(matchup: Matchup, games: int, jobs: int) -> Generator[Tally, None, None]:
    """Tallies in the order they are finished."""
    known = matchup.known
    table, todo = Table(matchup, known), range(games)
    part, todo = todo[: table.pace], todo[table.pace :]
    # What is not compiled yet is compiled here, since Ctrl-C interrupts no other thread.
    yield table.play(part)
    free, running = [table], dict[Future[Tally], Table]()
    with ThreadPoolExecutor(jobs) as pool:
        while todo or running:
            while todo and len(running) < jobs:
                table = free.pop() if free else Table(matchup, known)
                # Smaller parts towards the end, so that all threads finish at about the same time.
                size = min(table.pace, math.ceil(len(todo) / (2 * jobs)))
                part, todo = todo[:size], todo[size:]
                running[pool.submit(table.play, part)] = table
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                free.append(running.pop(future))
                yield future.result()
