"""Simulation of many games: the same seed gives the same counts on any number of threads and machines."""

import math
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeAlias, Unpack

import numpy as np

from qwixx.bots.errors import BotError
from qwixx.bots.optimal import OptimalBot
from qwixx.bots.provenance import software, weights_of
from qwixx.bots.registry import kind_of, make_bot
from qwixx.bots.simple import GapBot, RandomBot
from qwixx.bots.trained import TrainedBot
from qwixx.engine.board import Board, new_board
from qwixx.nets import evaluator
from qwixx.nets.net import Net
from qwixx.nets.weights import new_net, weights_for
from qwixx.rules.errors import InputError, SetupError
from qwixx.rules.ruleset import Options, Ruleset, ruleset
from qwixx.seeds import Seed, checked_seed, seed_number
from qwixx.sim.kernel import SEAT_COLUMNS, Kernel, play_games, play_games_with_net
from qwixx.sim.policies import GAP, NET, OPTIMAL, RANDOM, trained_policy
from qwixx.sim.ray_cluster import tallies_from_cluster
from qwixx.sim.tally import Games, Setup, Tally
from qwixx.solver.best_turn import ValueTable
from qwixx.solver.solved import solution

OnProgress = Callable[[int], object]
NetOrValues: TypeAlias = Net | ValueTable

# Games in memory at a time, whatever the number of games.
AT_A_TIME = 4096
# Compiled code cannot be interrupted, so Ctrl-C has to wait for the games that are being played.
SECONDS_WITHOUT_A_PAUSE = 0.05
FIRST_PACE, FASTEST_GROWTH = 16, 8
# Parts for a cluster.
FEWEST_IN_A_PART, MOST_IN_A_PART = 1_000, 1_000_000
PARTS = 200


@dataclass(frozen=True, init=False)
class Matchup:
    """A game, the policy of each seat, and the seed of all random numbers."""

    rules: Ruleset
    players: tuple[str, ...]
    seed: Seed

    def __init__(self, game: str | Ruleset, players: Sequence[str], seed: Seed = 1) -> None:
        if isinstance(players, str):
            raise SetupError(f"players are a list of bots, as in ['gap:1,2', 'random'], not {players!r}")
        rules = ruleset(game)
        rules.check_players(len(players))
        for player in players:
            if kind_of(player)[0].runs_programs:
                raise BotError(f"{player!r} cannot be compiled: it can play in qwixx.arena.compare")
            make_bot(player, game=rules.name, players=len(players))
            policy_of(player, rules)
        for name, value in (("rules", rules), ("players", tuple(players)), ("seed", checked_seed(seed))):
            object.__setattr__(self, name, value)

    @property
    def setup(self) -> Setup:
        """The setup of its games, for a tally."""
        weights = weights_of(self.rules.name, len(self.players), self.players)
        return Setup(str(self.rules), self.players, software(), tuple(weights.items()))

    @cached_property
    def seed_number(self) -> int:
        """The seed as compiled code takes it."""
        return seed_number(self.seed)

    @cached_property
    def policies(self) -> list[tuple[int, int, int]]:
        """The compiled policy of each seat."""
        return [policy_of(player, self.rules) for player in self.players]

    def board(self) -> Board:
        """A new board for a game of these players."""
        board = new_board(self.rules, len(self.players))
        board.policies[: len(self.players)] = self.policies
        return board

    @property
    def known(self) -> NetOrValues:
        """The data of the policies: a net, or the values of the solo game, solved on first use."""
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
        """The number of columns of a result."""
        return SEAT_COLUMNS + 3 * len(self.players)

    @property
    def has_nets(self) -> bool:
        """Whether a net plays at any seat."""
        return any(kind >= NET for kind, *_ in self.policies)

    @property
    def kernel(self) -> Kernel[Any]:
        """The compiled function that plays the games with the data in ``known``."""
        return play_games_with_net if self.has_nets else play_games


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
    """Games one by one, each with its result; if the results do not fit in memory, use ``simulate``."""
    results = np.zeros((games, matchup.columns), dtype=np.int16)
    matchup.kernel(matchup.board(), matchup.seed_number, first_game, matchup.known, results)
    return Games(results)


class Lane:
    """The equipment of one thread: a board, the knowledge of the policies, and an array for results.

    ``pace`` is the number of games that it plays in about the time it may play without a pause.
    """

    def __init__(self, matchup: Matchup, known: NetOrValues) -> None:
        self.pace: int = FIRST_PACE
        self._matchup, self._setup, self._board = matchup, matchup.setup, matchup.board()
        # Compiled code writes into a net; other data of policies is only read.
        self._known = known.copy() if matchup.has_nets else known
        self._results = np.zeros((AT_A_TIME, matchup.columns), dtype=np.int16)

    def play(self, games: range) -> Tally:
        """Play the games with these numbers and count them."""
        began = time.perf_counter()
        tally = Tally.empty(self._setup)
        for start in range(games.start, games.stop, AT_A_TIME):
            some = self._results[: min(AT_A_TIME, games.stop - start)]
            self._matchup.kernel(self._board, self._matchup.seed_number, start, self._known, some)
            tally += Tally.of(self._setup, self._matchup.seed, start, Games(some))
        self._set_pace(len(games), time.perf_counter() - began)
        return tally

    def _set_pace(self, games: int, seconds: float) -> None:
        in_time = int(games * SECONDS_WITHOUT_A_PAUSE / seconds)
        # The first games may have waited for a compiler, and a few games say little.
        self.pace = min(max(in_time, 1), FASTEST_GROWTH * games)


def tally_part(matchup: Matchup, part: range) -> Tally:
    """Play the games with these numbers and count them, on any machine."""
    return Lane(matchup, matchup.known).play(part)


def simulate(
    game: str | Ruleset,
    players: Sequence[str],
    games: int,
    *,
    seed: Seed = 1,
    jobs: int = 1,
    cluster: str | None = None,
    on_progress: OnProgress = lambda games: None,
    **options: Unpack[Options],
) -> Tally:
    """Play games and count what happened in them.

    ``jobs`` threads share the work, or the Ray cluster at the address ``cluster``; ``on_progress`` is
    called with how many games were just finished.

    >>> tally = simulate("dice", ["gap:1,2", "random"], games=100, seed=7)
    >>> tally.games, int(tally.shares[0, 1])
    (100, 97)
    """
    matchup = Matchup(ruleset(game, **options), players, seed)
    if games < 1:
        raise InputError(f"a simulation needs at least one game, not {games}")
    if jobs < 1:
        raise InputError(f"a simulation needs at least one job, not {jobs}")
    tally = Tally.empty(matchup.setup)
    with closing(_tallies(matchup, games, jobs, cluster)) as parts:
        for part in parts:
            tally += part
            on_progress(part.games)
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
    lane, todo = Lane(matchup, known), range(games)
    part, todo = todo[: lane.pace], todo[lane.pace :]
    # The first part compiles missing code in this thread, the only one that Ctrl-C interrupts.
    yield lane.play(part)
    free, running = [lane], dict[Future[Tally], Lane]()
    with ThreadPoolExecutor(jobs) as pool:
        while todo or running:
            while todo and len(running) < jobs:
                lane = free.pop() if free else Lane(matchup, known)
                # Smaller parts towards the end, so that all threads finish at about the same time.
                size = min(lane.pace, math.ceil(len(todo) / (2 * jobs)))
                part, todo = todo[:size], todo[size:]
                running[pool.submit(lane.play, part)] = lane
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                free.append(running.pop(future))
                yield future.result()
