"""Many games in one call: the same seed gives the same counts however the work is shared out."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import Any

import numpy as np

from qwixx.bots.errors import BotError
from qwixx.bots.gap import GapBot
from qwixx.bots.levels import LEVELS
from qwixx.bots.registry import make_bot
from qwixx.bots.uniform import RandomBot
from qwixx.engine.board import Board, new_board
from qwixx.nets.network import NET
from qwixx.nets.weights import lay_weights, weights_for
from qwixx.rules.errors import QwixxError
from qwixx.rules.ruleset import Ruleset, ruleset
from qwixx.sim.cluster import tallies_from_cluster
from qwixx.sim.kernel import SEAT_COLUMNS, Known, play_games, play_games_with_nets
from qwixx.sim.policies import GAP, MARGIN_UNIT, NET_DEEPER, OPTIMAL, RANDOM
from qwixx.sim.policies import NET as NET_POLICY
from qwixx.sim.tally import Games, Tally
from qwixx.solver.solution import solution

Told = Callable[[int], object]

# Games in memory at a time, whatever the number of games.
AT_A_TIME = 4096
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
        self.rules.check_players(len(self.players))
        if self.seed not in SEEDS:
            raise QwixxError(f"a seed is a number from 0 to {SEEDS[-1]}, not {self.seed}")
        for player in self.players:
            make_bot(player, game=self.rules.name, players=len(self.players))
            policy_of(player, self.rules)

    def board(self) -> Board:
        board = new_board(self.rules, len(self.players))
        for seat, player in enumerate(self.players):
            board["policies"][seat] = policy_of(player, self.rules)
        return board

    @property
    def known(self) -> Known:
        """What the policies know: a net, or the values of the solo game, which may be solved just now."""
        if self.has_nets:
            nets = np.zeros(1, dtype=NET)
            lay_weights(nets[0], weights_for(self.rules.name, len(self.players)))
            return nets
        if "optimal" in self.players:
            return solution().values
        nothing = np.zeros((1, 1), dtype=np.float32)
        nothing.setflags(write=False)
        return nothing

    @property
    def has_nets(self) -> bool:
        return any(player in LEVELS for player in self.players)

    @property
    def kernel(self) -> Any:
        return play_games_with_nets if self.has_nets else play_games


def policy_of(player: str, rules: Ruleset) -> tuple[int, int, int]:
    """The compiled policy of the bot that a text names: its kind and two parameters."""
    if player == "optimal":
        return OPTIMAL, 0, 0
    if player in LEVELS:
        style = LEVELS[player].style(cards=rules.has_cards)
        return NET_DEEPER if style.deeper else NET_POLICY, style.dozes, round(style.margin / MARGIN_UNIT)
    bot = make_bot(player)
    if isinstance(bot, GapBot):
        return GAP, bot.common, bot.threatened
    if isinstance(bot, RandomBot):
        return RANDOM, 0, 0
    raise BotError(
        f"{player} is not compiled: a simulation takes random, gap:a,b, the levels, and optimal in solo"
    )


def play_out(matchup: Matchup, games: int, first_game: int = 0) -> Games:
    """Games one by one, each with its result; for more than memory holds there is ``simulate``."""
    results = np.zeros((games, SEAT_COLUMNS + 3 * len(matchup.players)), dtype=np.int16)
    matchup.kernel(matchup.board(), matchup.seed, first_game, matchup.known, results)
    return Games(results)


def tally_part(matchup: Matchup, part: range) -> Tally:
    """Play the games with these numbers and count them."""
    board, known = matchup.board(), matchup.known
    results = np.zeros((AT_A_TIME, SEAT_COLUMNS + 3 * len(matchup.players)), dtype=np.int16)
    tally = Tally.empty(len(matchup.players))
    for start in range(part.start, part.stop, AT_A_TIME):
        some = results[: min(AT_A_TIME, part.stop - start)]
        matchup.kernel(board, matchup.seed, start, known, some)
        tally += Tally.of(Games(some))
    return tally


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

    ``jobs`` processes share the work, or the Ray cluster at the address ``cluster``; ``told`` hears
    how many games were just finished.

    >>> tally = simulate("dice", ["gap:1,2", "random"], games=100, seed=7)
    >>> tally.games, int(tally.shares[0, 1])
    (100, 97)
    """
    rules = game if isinstance(game, Ruleset) else ruleset(game, **options)
    matchup = Matchup(rules, tuple(players), seed)
    if games < 1:
        raise QwixxError(f"a simulation needs at least one game, not {games}")
    if jobs < 1:
        raise QwixxError(f"a simulation needs at least one job, not {jobs}")
    tally = Tally.empty(len(players))
    for part in _tallies(matchup, split(games), jobs, cluster):
        tally += part
        told(part.games)
    return tally


def split(games: int) -> list[range]:
    """The numbers of all games, in parts worth handing out."""
    size = min(max(games // PARTS, FEWEST_IN_A_PART), MOST_IN_A_PART)
    return [range(start, min(start + size, games)) for start in range(0, games, size)]


def _tallies(matchup: Matchup, parts: list[range], jobs: int, cluster: str | None) -> Iterator[Tally]:
    if cluster is not None:
        return tallies_from_cluster(cluster, partial(tally_part, matchup), parts)
    if jobs == 1 or len(parts) == 1:
        return (tally_part(matchup, part) for part in parts)
    return _tallies_from_processes(matchup, parts, jobs)


def _tallies_from_processes(matchup: Matchup, parts: list[range], jobs: int) -> Iterator[Tally]:
    """Tallies in the order they are finished; only so many parts are handed out at a time."""
    # What the workers need is made before there are several to make it.
    tally_part(matchup, range(1))
    waiting = iter(parts)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running: set[Future[Tally]] = set()
        try:
            while True:
                free = 2 * jobs - len(running)
                running |= {pool.submit(tally_part, matchup, part) for part in islice(waiting, free)}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)
