"""One run of ``qwixx sim``: what is asked for is checked, played, drawn and told."""

import argparse
from dataclasses import asdict

from tqdm import tqdm

from qwixx.cli.compile_notice import DELAY, compiling_told
from qwixx.cli.options import rules_named
from qwixx.cli.sim_report import csv_lines, table_lines
from qwixx.cli.terminal import Terminal, print_json
from qwixx.plot.canvas import check_plot
from qwixx.rules.errors import InputError
from qwixx.sim.simulation import simulate
from qwixx.sim.summary import summarise
from qwixx.sim.summary_plot import draw_summary


def run_sim(args: argparse.Namespace) -> int:
    """The exit status."""
    if args.json and args.csv:
        raise InputError("--json and --csv both want the output: choose one")
    if args.plot is not None:
        check_plot(args.plot)
    rules = rules_named(args.game, args.option)
    with (
        compiling_told("the simulator"),
        tqdm(total=args.games, unit=" games", unit_scale=True, disable=None, leave=False, delay=DELAY) as bar,
    ):
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
        draw_summary(args.plot, tally, summary)
    if args.json:
        print_json(asdict(summary))
    elif args.csv:
        Terminal().print_lines(csv_lines(summary))
    else:
        Terminal().print_lines(table_lines(summary))
    return 0
