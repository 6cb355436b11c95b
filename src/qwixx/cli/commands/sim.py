"""``qwixx sim``: millions of games between compiled bots."""

import argparse
import csv
import io
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.bots.registry import kind_of
from qwixx.cli.options import add_rules_arguments, rules_named, seed, whole_number
from qwixx.extras import require
from qwixx.plot import check_plot
from qwixx.rules.errors import InputError
from qwixx.system.signals import defer_handlers
from qwixx.terminal.console import Console, print_json
from qwixx.terminal.warm_up import DELAY, compile_notice

if TYPE_CHECKING:
    from qwixx.sim.summary import SeatSummary, Spread, Summary

EXAMPLES = """\
examples:
  qwixx sim --players gap:1,2 gap:2,3 --games 1000000 --seed 7 --jobs 2
  qwixx sim --game cards --players net gap:1,2 random --plot points.svg
  qwixx sim --game solo --players optimal --json
  qwixx sim --players gap:1,2 gap:2,3 --cluster auto

Compiled bots are random, gap:a,b, the levels novice to master, net, and in the solo game optimal. Results are
reproducible: the same seed gives the same result for any --jobs and on a --cluster (Ray, with the extra
cluster), and for random and gap:a,b on any machine."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_rules_arguments(parser)
    parser.add_argument(
        "--players", nargs="+", default=["gap:1,2", "gap:2,3"], metavar="BOT", help="a bot for each seat"
    )
    parser.add_argument(
        "--games",
        type=whole_number,
        default=100_000,
        metavar="N",
        help="number of games (default: 100000)",
    )
    parser.add_argument("--seed", type=seed, default=1, help="seed for chance and bots (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="number of threads (default: 1)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="run on a Ray cluster")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--csv", action="store_true", help="print one line of CSV per seat")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw points and wins as .svg or .png")


def run(args: argparse.Namespace) -> int:
    """Play the games and sum them up; the exit status."""
    for bot in args.players:
        if kind_of(bot)[0].runs_programs:
            raise InputError(f"{bot!r} cannot be compiled: it can play in qwixx arena")
    require("bots", "the simulator")
    # Compiled code is slow to import. Ctrl-C has to wait: libraries that are being imported may take it for
    # their own failure and go on.
    with defer_handlers():
        from tqdm import tqdm

        from qwixx.sim.simulation import simulate
        from qwixx.sim.summary import draw_summary, summarise

    if args.json and args.csv:
        raise InputError("--json and --csv both want the output: choose one")
    if args.plot is not None:
        check_plot(args.plot)
    rules = rules_named(args.game, args.option)
    with (
        compile_notice("the simulator"),
        tqdm(total=args.games, unit=" games", unit_scale=True, disable=None, leave=False, delay=DELAY) as bar,
    ):
        tally = simulate(
            rules,
            args.players,
            args.games,
            seed=args.seed,
            jobs=args.jobs,
            cluster=args.cluster,
            on_progress=bar.update,
        )
    summary = summarise(tally)
    if args.plot is not None:
        draw_summary(args.plot, tally, summary)
    if args.json:
        print_json(asdict(summary), "qwixx-sim/1", weights=tally.weights)
    elif args.csv:
        Console().print_lines(csv_lines(summary))
    else:
        Console().print_lines(summary_lines(summary))
    return 0


def summary_lines(summary: "Summary") -> list[str]:
    """A row for each seat, then what is true of all games."""
    from qwixx.sim.summary import QUANTILES

    width = max(6, *(len(seat.player) for seat in summary.seats))
    alone = len(summary.seats) == 1
    quantiles = " ".join(f"{q:>5.0%}" for q in QUANTILES)
    wins = "" if alone else f"{'wins':15}  "
    rows = [f"seat  {'player':{width}}  {wins}points   dev.  {quantiles}  crosses  penalties"]
    for number, seat in enumerate(summary.seats, 1):
        wins = "" if alone else f"{seat.wins}  "
        rows.append(f"{number:<4}  {seat.player:{width}}  {wins}{_seat_figures(seat)}")
    title = f"{summary.games:,} games of {summary.game}, seed {summary.seed}"
    return [title, "", *rows, "", *_game_lines(summary)]


def _seat_figures(seat: "SeatSummary") -> str:
    quantiles = " ".join(f"{value:5}" for value in seat.points.quantiles)
    return (
        f"{seat.points.mean:6.2f}  {seat.points.deviation:5.2f}  {quantiles}"
        f"  {seat.crosses.mean:7.2f}  {seat.penalties.mean:9.2f}"
    )


def _game_lines(summary: "Summary") -> list[str]:
    two_rows, four_penalties = summary.end_reasons.values()
    lines = [
        f"turns      {_spread_words(summary.turns)}",
        f"the end    {two_rows:.1%} two rows locked, {four_penalties:.1%} four penalties",
    ]
    if len(summary.seats) > 1:
        even = 1 / len(summary.seats)
        advantage = summary.first_seat.value - even
        lines.append(f"beginning  wins {summary.first_seat}, {advantage:+.4f} against an even {even:.4f}")
    return lines


def _spread_words(spread: "Spread") -> str:
    low, *_, high = spread.quantiles
    return f"{spread.mean:.2f} on average, deviation {spread.deviation:.2f}, nine in ten from {low} to {high}"


def csv_lines(summary: "Summary") -> list[str]:
    """A head and a line for each seat, with commas."""
    lines = [_csv_fields(number, seat, summary.games) for number, seat in enumerate(summary.seats, 1)]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(lines[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue().splitlines()


def _csv_fields(number: int, seat: "SeatSummary", games: int) -> dict[str, object]:
    from qwixx.sim.summary import QUANTILES

    quantiles = zip(QUANTILES, seat.points.quantiles, strict=True)
    return {
        "seat": number,
        "player": seat.player,
        "games": games,
        "wins": seat.wins.value,
        "wins_margin": seat.wins.margin,
        "points_mean": seat.points.mean,
        "points_deviation": seat.points.deviation,
        **{f"points_q{round(100 * q):02}": value for q, value in quantiles},
        "crosses_mean": seat.crosses.mean,
        "crosses_deviation": seat.crosses.deviation,
        "penalties_mean": seat.penalties.mean,
        "penalties_deviation": seat.penalties.deviation,
    }
