"""Running ``qwixx sim`` and printing what came out."""

import argparse
import csv
import io
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from qwixx.cli.options import rules_named
from qwixx.cli.terminal import Terminal, print_json, print_notice
from qwixx.compiled import is_kept
from qwixx.plot.canvas import FAINT_INK, SERIES, check_plot, panels
from qwixx.rules.errors import QwixxError
from qwixx.sim.kernel import play_games
from qwixx.sim.simulation import simulate
from qwixx.sim.summary import QUANTILES, SeatSummary, Spread, Summary, summarise
from qwixx.sim.tally import LOWEST_TOTAL, Tally

# Single totals jump about, since rows score triangular numbers.
BIN = 5


def run_sim(args: argparse.Namespace) -> int:
    if args.json and args.csv:
        raise QwixxError("--json and --csv both want the output: choose one")
    if args.plot is not None:
        check_plot(args.plot)
    rules = rules_named(args.game, args.option)
    if sys.stderr.isatty() and not is_kept(play_games):
        print_notice("compiling the simulator; this takes a while, once")
    with tqdm(total=args.games, unit=" games", unit_scale=True, disable=None, leave=False) as bar:
        tally = simulate(
            rules,
            args.players,
            args.games,
            seed=args.seed,
            jobs=args.jobs,
            cluster=args.cluster,
            told=bar.update,
        )
    summary = summarise(tally, args.game, tuple(args.players), args.seed)
    if args.plot is not None:
        draw(args.plot, tally, summary)
    if args.json:
        print_json(asdict(summary))
    elif args.csv:
        print_csv(summary)
    else:
        print_tables(summary)
    return 0


def print_tables(summary: Summary) -> None:
    terminal = Terminal()
    terminal.print(f"{summary.games:,} games of {summary.game}, seed {summary.seed}\n")
    width = max(6, *(len(seat.player) for seat in summary.seats))
    alone = len(summary.seats) == 1
    quantiles = " ".join(f"{q:>5.0%}" for q in QUANTILES)
    wins = "" if alone else f"{'wins':15}  "
    terminal.print(f"seat  {'player':{width}}  {wins}points   dev.  {quantiles}  crosses  penalties")
    for number, seat in enumerate(summary.seats, 1):
        wins = "" if alone else f"{seat.wins}  "
        terminal.print(f"{number:<4}  {seat.player:{width}}  {wins}{_seat_figures(seat)}")
    terminal.print()
    for line in _game_lines(summary):
        terminal.print(line)


def _seat_figures(seat: SeatSummary) -> str:
    quantiles = " ".join(f"{value:5}" for value in seat.points.quantiles)
    return (
        f"{seat.points.mean:6.2f}  {seat.points.deviation:5.2f}  {quantiles}"
        f"  {seat.crosses.mean:7.2f}  {seat.penalties.mean:9.2f}"
    )


def _game_lines(summary: Summary) -> list[str]:
    two_rows, four_penalties = summary.end_reasons.values()
    lines = [
        f"turns      {_spread_words(summary.turns)}",
        f"the end    {two_rows:.1%} two rows closed, {four_penalties:.1%} four penalties",
    ]
    if len(summary.seats) > 1:
        even = 1 / len(summary.seats)
        advantage = summary.first_seat.value - even
        lines.append(f"beginning  wins {summary.first_seat}, {advantage:+.4f} against an even {even:.4f}")
    return lines


def _spread_words(spread: Spread) -> str:
    low, *_, high = spread.quantiles
    return f"{spread.mean:.2f} on average, deviation {spread.deviation:.2f}, nine in ten from {low} to {high}"


def print_csv(summary: Summary) -> None:
    lines = [_csv_fields(number, seat, summary.games) for number, seat in enumerate(summary.seats, 1)]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(lines[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    Terminal().print(text.getvalue().removesuffix("\n"))


def _csv_fields(number: int, seat: SeatSummary, games: int) -> dict[str, object]:
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


def draw(path: Path, tally: Tally, summary: Summary) -> None:
    """Histograms of points beside shares of wins."""
    names = [f"{number}: {seat.player}" for number, seat in enumerate(summary.seats, 1)]
    with panels(path, 2, (11.0, 4.5)) as (points, wins):
        for name, counts in zip(names, tally.points, strict=True):
            edges, shares = _binned(counts / tally.games)
            points.stairs(shares, edges, label=name, linewidth=1.5)
        points.set(title="Points", xlabel="total", ylabel=f"share of games, by {BIN} points")
        points.legend()
        shares_won = [seat.wins.value for seat in summary.seats]
        margins = [seat.wins.margin for seat in summary.seats]
        colours = [SERIES[seat % len(SERIES)] for seat in range(len(names))]
        wins.bar(names, shares_won, yerr=margins, width=0.6, color=colours)
        wins.axhline(1 / len(names), linestyle=":", color=FAINT_INK)
        wins.set(title="Share of wins, with 95 % intervals", ylim=(0, 1.15 * max(shares_won)))


def _binned(shares: NDArray[np.float64]) -> tuple[list[int], list[float]]:
    """Edges and heights of a histogram, without the empty ends."""
    first, last = shares.nonzero()[0][[0, -1]] // BIN * BIN
    edges = range(int(first), int(last) + BIN + 1, BIN)
    heights = [float(shares[edge : edge + BIN].sum()) for edge in edges[:-1]]
    return [edge + LOWEST_TOTAL for edge in edges], heights
