"""``qwixx arena``: bots against each other, with the same dice and cards for all."""

import argparse
import math
import shlex
import signal
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from qwixx.arena.contest import ArenaError, Contest, plan
from qwixx.arena.deal_player import PlayedDeal
from qwixx.arena.results import GameFolder, Results, ResultsFile, weights_used
from qwixx.bots import GapBot
from qwixx.bots.ratings import GameRatings, Rating, add_ratings, check_ratings
from qwixx.cli.options import add_rules_arguments, rules_named, whole_number
from qwixx.extras import require
from qwixx.gameplay import Game, play
from qwixx.plot import check_plot
from qwixx.system.signals import INTERRUPTED, defer_handlers
from qwixx.terminal.console import Console, print_json, print_notice
from qwixx.terminal.warm_up import judge_with_notice, load_bots

if TYPE_CHECKING:
    from qwixx.arena.standings import Estimate, HeadToHead, Standing, Standings

DEFAULT_GAMES, DEFAULT_SEED, DEFAULT_TIME_LIMIT = 1000, "1", 5.0
MOST_GAMES, MOST_JOBS, LONGEST_TIME_LIMIT = 1_000_000, 256, 3600
FORFEITS_SHOWN = 3
PLAYERS = 2
EXAMPLES = """\
examples:
  qwixx arena random gap:1,2 gap:2,3                     all pairings, 1000 games each
  qwixx arena random gap:1,2 gap:2,3 --players 3 --game cards
  qwixx arena gap:1,2 'exec:python3 mybot.py --flag' --games 200 --record games
  qwixx arena gap:1,2 mine=exec:./mybot --results results.jsonl --json
  qwixx arena strong mybot:Greedy --games 100 --adjusted  your own class; subtract luck

Each deal is played once for every rotation of the bots over the seats, with the same dice and cards, so
luck cancels. NAME=BOT names a bot. exec:COMMAND runs a program that reads and writes lines of JSON, and
module:Class is a Python class with a method choose(view). With --results or --record, interrupted contests
resume with the same command. See `qwixx docs arena` and `qwixx docs bot-protocol`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bots", nargs="+", metavar="BOT", help="a bot, as listed by `qwixx bots`")
    add_rules_arguments(parser)
    parser.add_argument(
        "--games",
        type=whole_number,
        default=DEFAULT_GAMES,
        metavar="N",
        help=f"games at each table, in whole rotations (default: {DEFAULT_GAMES})",
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--players", type=int, metavar="N", help="bots at a table (default: 2)")
    size.add_argument("--full", action="store_true", help="all bots at one table")
    parser.add_argument(
        "--seed", default=DEFAULT_SEED, help=f"seed for chance and bots (default: {DEFAULT_SEED})"
    )
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="number of processes (default: as many as pay off)"
    )
    parser.add_argument(
        "--time-limit",
        type=float,
        default=DEFAULT_TIME_LIMIT,
        metavar="SECONDS",
        help=f"time limit per decision of an exec: bot (default: {DEFAULT_TIME_LIMIT:g})",
    )
    parser.add_argument(
        "--adjusted",
        action="store_true",
        help="subtract the luck of each game, so that fewer games are enough",
    )
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--results", type=Path, metavar="FILE", help="store results in this file, and resume from it"
    )
    kept.add_argument("--record", type=Path, metavar="DIR", help="store results and all games in this folder")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the table as .svg or .png")
    parser.add_argument("--ratings", type=Path, metavar="FILE", help="write the ratings for `qwixx bots`")


def run(args: argparse.Namespace) -> int:
    """Play the contest and report it; the exit status."""
    require("bots", "the arena")
    # Modules that evaluate games are slow to import.
    with defer_handlers():
        from qwixx.arena.report import heading
        from qwixx.arena.standings import standings

    contest = _contest(args)
    deals = math.ceil(args.games / contest.players)
    if args.plot:
        check_plot(args.plot)
    if args.ratings:
        _check_ratings(args, contest, deals)
    folder = GameFolder(args.record, contest) if args.record else None
    with _results(args, contest, folder) as results:
        if not args.json:
            Console().print(heading(contest, deals))
        complete = _play(contest, results, deals, args.jobs, folder)
        played = [deal for deal in results.played.values() if deal.deal < deals]
    if not complete:
        _print_interrupted(len(played) * contest.players, deals * len(contest.tables) * contest.players, args)
    if played:
        _report(args, contest, standings(contest, played), played, deals, complete)
    return 0 if complete else INTERRUPTED


def _contest(args: argparse.Namespace) -> Contest:
    _check_range("--games", args.games, 1, MOST_GAMES)
    _check_range("--time-limit", args.time_limit, 0.001, LONGEST_TIME_LIMIT)
    if args.jobs is not None:
        _check_range("--jobs", args.jobs, 1, MOST_JOBS)
    players = None if args.full else args.players or PLAYERS
    return plan(
        rules_named(args.game, args.option),
        args.bots,
        players,
        seed=args.seed,
        time_limit=args.time_limit,
        adjusted=args.adjusted,
    )


def _check_range(option: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise ArenaError(f"{option} is {least:g} to {most:,}, not {value:g}")


def _check_ratings(args: argparse.Namespace, contest: Contest, deals: int) -> None:
    from qwixx.arena.standings import FEWEST_DEALS

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
    """Play what has not been played yet; whether it came to its end without an interrupt."""
    with defer_handlers():
        from tqdm import tqdm

        from qwixx.arena.workers import played_deals, usual_jobs

    # All tables play a deal before the next one, so that an interrupted contest is a fair one.
    every = ((table, deal) for deal in range(deals) for table in range(len(contest.tables)))
    todo = (task for task in every if task not in results.played)
    already = sum(deal < deals for _, deal in results.played)
    games = (deals * len(contest.tables) - already) * contest.players
    if already:
        print_notice(f"resuming: {already * contest.players} games are already played")
    stream = played_deals(contest, todo, jobs or usual_jobs(games), folder)
    notices = ForfeitNotices(contest)
    try:
        with _termination_interrupts(), closing(stream):
            if games:
                # Once, before several processes would compile the same.
                load_bots([entrant.spec for entrant in contest.entrants], contest.rules, contest.players)
                if contest.adjusted:
                    _load_judge(contest)
            with tqdm(total=games, unit=" games", disable=None, leave=False) as progress:
                for deal in stream:
                    results.add(deal)
                    notices.add(deal)
                    progress.update(contest.players)
    except KeyboardInterrupt:
        return False
    return True


def _load_judge(contest: Contest) -> None:
    """Compile or solve what the adjustment for luck needs, with a notice."""
    from qwixx.coach.decomposition import luck_of

    with judge_with_notice(contest.rules, contest.players) as judge:
        game = Game(contest.rules, contest.names(contest.tables[0]), seed=1)
        play(game, [GapBot(1, 2)] * contest.players)
        luck_of(game.record, judge)


class ForfeitNotices:
    """Notices of forfeits as they happen: the first few of each bot with all that is known."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._forfeits: Counter[int] = Counter()

    def add(self, deal: PlayedDeal) -> None:
        for rotation, game in enumerate(deal.games):
            if game.forfeit is None:
                continue
            entrant = self._contest.tables[deal.table][game.forfeit.place]
            self._forfeits[entrant] += 1
            name = self._contest.entrants[entrant].name
            if self._forfeits[entrant] <= FORFEITS_SHOWN:
                self._write(
                    f"{name} forfeits deal {deal.deal + 1}, rotation {rotation + 1}: it {game.forfeit.why}"
                )
                for line in game.forfeit.last_words:
                    self._write(f"    {line}")
            elif self._forfeits[entrant] == FORFEITS_SHOWN + 1:
                self._write(f"{name} forfeits again; from now on its forfeits are only counted")

    def _write(self, line: str) -> None:
        from tqdm import tqdm

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


def _print_interrupted(games: int, wanted: int, args: argparse.Namespace) -> None:
    kept = args.results or args.record
    how = "the same command resumes it" if kept else "with --results FILE it could be resumed"
    print_notice(f"interrupted after {games} of {wanted} games; {how}")


def _report(
    args: argparse.Namespace,
    contest: Contest,
    table: "Standings",
    played: list[PlayedDeal],
    deals: int,
    complete: bool,
) -> None:
    if args.json:
        report = plain_report(contest, table, played, deals)
        print_json(report, "qwixx-arena-report/1", weights=weights_used(contest))
    else:
        from qwixx.arena.report import standings_lines

        Console().print_lines(["", *standings_lines(contest, table)])
    if args.plot:
        from qwixx.arena.report import draw_standings

        draw_standings(args.plot, contest, table)
    if args.ratings and complete:
        add_ratings(args.ratings, contest.rules.name, _measured(args, contest, table))


def _measured(args: argparse.Namespace, contest: Contest, table: "Standings") -> GameRatings:
    ratings = {
        contest.entrants[row.entrant].spec: Rating(*(round(part) for part in row.rating if part is not None))
        for row in table.rows
        if row.rating is not None
    }
    return GameRatings(shlex.join(_command(args)), table.games, table.anchor, ratings)


def _command(args: argparse.Namespace) -> list[str]:
    """The words that make the same ratings again."""
    size = (
        ["--full"]
        if args.full
        else ["--players", str(args.players)]
        if args.players not in (None, PLAYERS)
        else []
    )
    options = [word for option in args.option for word in ("--option", option)]
    what = ["--game", args.game, *options, *size, "--games", str(args.games), "--seed", args.seed]
    return ["qwixx", "arena", *args.bots, *what]


def plain_report(
    contest: Contest, standings: "Standings", played: Iterable[PlayedDeal], deals: int
) -> dict[str, object]:
    """The same for programs."""
    from qwixx.arena.standings import forfeits

    played = list(played)
    names = [entrant.name for entrant in contest.entrants]
    return {
        "game": contest.rules.name,
        "options": contest.rules.option_words,
        "seed": contest.seed,
        "players": contest.players,
        "tables": [contest.names(table) for table in contest.tables],
        "deals": deals,
        "games": standings.games,
        "complete": len(played) == deals * len(contest.tables),
        "adjusted": contest.adjusted,
        "worth": standings.worth,
        "rating_anchor": standings.anchor,
        "bots": [_plain_standing(contest, row) for row in standings.rows],
        "pairs": [_plain_pair(names, pair) for pair in standings.pairs],
        "forfeits": [
            {
                "bot": names[entrant],
                "table": contest.names(contest.tables[deal.table]),
                "deal": deal.deal + 1,
                "rotation": rotation + 1,
                "why": why,
            }
            for entrant, deal, rotation, why in forfeits(contest, played)
        ],
    }


def _plain_standing(contest: Contest, row: "Standing") -> dict[str, object]:
    entrant = contest.entrants[row.entrant]
    return {
        "bot": entrant.name,
        "spec": entrant.spec,
        "games": row.games,
        "forfeits": row.forfeits,
        "win_share": _plain_estimate(row.win_share),
        "margin": _plain_estimate(row.margin),
        "points": _plain_estimate(row.total),
        "rating": _plain_estimate(row.rating),
        "seconds_per_decision": row.seconds_per_decision,
    }


def _plain_pair(names: Sequence[str], pair: "HeadToHead") -> dict[str, object]:
    return {
        "bot": names[pair.entrant],
        "against": names[pair.against],
        "games": pair.games,
        "share": _plain_estimate(pair.share),
    }


def _plain_estimate(estimate: "Estimate | None") -> dict[str, float | None] | None:
    return estimate._asdict() if estimate is not None else None
