"""One run of ``qwixx review``: the record is read and checked, then judged, then told, drawn and written."""

import argparse
from pathlib import Path

from qwixx.cli.judge import appointed
from qwixx.cli.record_file import STANDARD_INPUT, check_writable, input_name, read_input, write_text
from qwixx.cli.review_report import review_lines
from qwixx.cli.terminal import Terminal, print_json
from qwixx.coach.curve_plot import draw_curve
from qwixx.coach.review import finished, review_finished
from qwixx.coach.review_page import review_page
from qwixx.plot.canvas import check_plot
from qwixx.rules.errors import InputError, OperationalError


def run_review(args: argparse.Namespace) -> int:
    """The exit status."""
    _check_files(args)
    record = read_input(args.file)
    try:
        game = finished(record)
        with appointed(record.ruleset, len(record.names)) as judge:
            found = review_finished(game, judge)
    except InputError as error:
        raise InputError(f"{input_name(args.file)}: {error}") from error
    except OperationalError as error:
        raise OperationalError(f"{input_name(args.file)}: {error}") from error
    if args.plot is not None:
        draw_curve(args.plot, found)
    if args.html is not None:
        write_text(args.html, review_page(found))
    if args.json:
        print_json(found)
    else:
        terminal = Terminal(args.color)
        terminal.print_lines(review_lines(terminal, found, args.all))
    return 0


def _check_files(args: argparse.Namespace) -> None:
    """Before the work: what could not be written in the end, or would be written over something."""
    if args.plot is not None:
        check_plot(args.plot)
    if args.html is None:
        return
    check_writable(args.html)
    others = {"--plot": args.plot, "the record": None if args.file == STANDARD_INPUT else Path(args.file)}
    for name, other in others.items():
        if other is not None and other.resolve() == args.html.resolve():
            raise InputError(f"--html and {name} are the same file, {args.html}: name another one")
