"""One run of an arena: what is asked for is checked, played, kept, and reported."""

import argparse
import math
import shlex
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NoReturn

from tqdm import tqdm

from qwixx.arena.contest import ArenaError, Contest, plan
from qwixx.arena.croupier import PlayedDeal
from qwixx.arena.folder import GameFolder
from qwixx.arena.results import Results, ResultsFile
from qwixx.arena.standings import FEWEST_DEALS, Standings, standings
from qwixx.arena.standings_plot import draw_standings
from qwixx.arena.workers import played_deals, usual_jobs
from qwixx.bots.measured import MeasuredGame, Rating, add_measured, check_ratings
from qwixx.cli.arena_report import heading, plain_report, table_lines
from qwixx.cli.options import rules_named
from qwixx.cli.slow_bots import load_bots
from qwixx.cli.terminal import Terminal, print_json, print_notice
from qwixx.plot.canvas import check_plot

INTERRUPTED = 130
MOST_GAMES, MOST_JOBS, LONGEST_TIME_LIMIT = 1_000_000, 256, 3600
FORFEITS_TOLD = 3


def run_arena(args: argparse.Namespace) -> int:
    """The exit status."""
    contest = _contest(args)
    deals = math.ceil(args.games / contest.players)
    if args.plot:
        check_plot(args.plot)
    if args.ratings:
        _check_ratings(args, contest, deals)
    folder = GameFolder(args.record, contest) if args.record else None
    with _results(args, contest, folder) as results:
        if not args.json:
            Terminal().print(heading(contest, deals))
        complete = _play(contest, results, deals, args.jobs, folder)
        played = [deal for deal in results.played.values() if deal.deal < deals]
    if not complete:
        _tell_interrupted(len(played) * contest.players, deals * len(contest.tables) * contest.players, args)
    if played:
        _report(args, contest, standings(contest, played), played, deals, complete)
    return 0 if complete else INTERRUPTED


def _contest(args: argparse.Namespace) -> Contest:
    _check_range("--games", args.games, 1, MOST_GAMES)
    _check_range("--time-limit", args.time_limit, 0.001, LONGEST_TIME_LIMIT)
    if args.jobs is not None:
        _check_range("--jobs", args.jobs, 1, MOST_JOBS)
    players = None if args.full else args.players
    return plan(
        rules_named(args.game, args.option), args.bots, players, seed=args.seed, time_limit=args.time_limit
    )


def _check_range(option: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise ArenaError(f"{option} is {least:g} to {most:,}, not {value:g}")


def _check_ratings(args: argparse.Namespace, contest: Contest, deals: int) -> None:
    if deals < FEWEST_DEALS:
        raise ArenaError(f"--ratings needs intervals: play --games {FEWEST_DEALS * contest.players} or more")
    check_ratings(args.ratings)


def _results(args: argparse.Namespace, contest: Contest, folder: GameFolder | None) -> Results:
    if folder is not None:
        folder.prepare()
        return ResultsFile(folder.results, contest)
    return ResultsFile(args.results, contest) if args.results else Results()


def _play(
    contest: Contest, results: Results, deals: int, jobs: int | None, folder: GameFolder | None
) -> bool:
    """Play what has not been played yet; whether nobody interrupted it."""
    # All tables play a deal before the next one, so that an interrupted contest is a fair one.
    every = ((table, deal) for deal in range(deals) for table in range(len(contest.tables)))
    todo = (task for task in every if task not in results.played)
    already = sum(deal < deals for _, deal in results.played)
    games = (deals * len(contest.tables) - already) * contest.players
    if already:
        print_notice(f"going on: {already * contest.players} games are played already")
    stream = played_deals(contest, todo, jobs or usual_jobs(games), folder)
    forfeits = ForfeitTeller(contest)
    try:
        with _termination_interrupts(), closing(stream):
            if games:
                # Once, before several processes would compile the same.
                load_bots([entrant.spec for entrant in contest.entrants], contest.rules, contest.players)
            with tqdm(total=games, unit=" games", disable=None, leave=False) as progress:
                for deal in stream:
                    results.add(deal)
                    forfeits.tell(deal)
                    progress.update(contest.players)
    except KeyboardInterrupt:
        return False
    return True


class ForfeitTeller:
    """Tells forfeits as they happen: the first few of each bot with all that is known."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._told: Counter[int] = Counter()

    def tell(self, deal: PlayedDeal) -> None:
        for rotation, game in enumerate(deal.games):
            if game.forfeit is None:
                continue
            entrant = self._contest.tables[deal.table][game.forfeit.place]
            self._told[entrant] += 1
            name = self._contest.entrants[entrant].name
            if self._told[entrant] <= FORFEITS_TOLD:
                self._write(
                    f"{name} forfeits deal {deal.deal + 1}, rotation {rotation + 1}: it {game.forfeit.why}"
                )
                for line in game.forfeit.last_words:
                    self._write(f"    {line}")
            elif self._told[entrant] == FORFEITS_TOLD + 1:
                self._write(f"{name} forfeits again; from now on its forfeits are only counted")

    def _write(self, line: str) -> None:
        # The bar makes room for the line.
        with tqdm.external_write_mode():
            print_notice(line)


@contextmanager
def _termination_interrupts() -> Iterator[None]:
    """SIGTERM acts as Ctrl-C, so that bots in other processes end with the arena."""

    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell_interrupted(games: int, wanted: int, args: argparse.Namespace) -> None:
    kept = args.results or args.record
    goes_on = "the same command goes on from here" if kept else "with --results FILE it could go on from here"
    print_notice(f"interrupted after {games} of {wanted} games; {goes_on}")


def _report(
    args: argparse.Namespace,
    contest: Contest,
    table: Standings,
    played: list[PlayedDeal],
    deals: int,
    complete: bool,
) -> None:
    if args.json:
        print_json(plain_report(contest, table, played, deals))
    else:
        for line in ("", *table_lines(contest, table)):
            Terminal().print(line)
    if args.plot:
        draw_standings(args.plot, contest, table)
    if args.ratings and complete:
        add_measured(args.ratings, contest.rules.name, _measured(args, contest, table))


def _measured(args: argparse.Namespace, contest: Contest, table: Standings) -> MeasuredGame:
    ratings = {
        contest.entrants[row.entrant].spec: Rating(*(round(part) for part in row.rating if part is not None))
        for row in table.rows
        if row.rating is not None
    }
    return MeasuredGame(shlex.join(_command(args)), table.games, table.anchor, ratings)


def _command(args: argparse.Namespace) -> list[str]:
    """The words that make the same ratings again."""
    size = ["--full"] if args.full else ["--players", str(args.players)] if args.players != 2 else []
    options = [word for option in args.option for word in ("--option", option)]
    what = ["--game", args.game, *options, *size, "--games", str(args.games), "--seed", args.seed]
    return ["qwixx", "arena", *args.bots, *what]
