"""One run of ``qwixx solve``: what is asked for is checked, then solved or looked up, then told."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from qwixx.cli.options import located
from qwixx.cli.solve_report import game_lines, plain_game, plain_position, position_lines
from qwixx.cli.terminal import Terminal, print_json, print_notice
from qwixx.notation import format_roll, parse_position, parse_roll
from qwixx.notation.positions import read_sheet
from qwixx.notation.scanner import Scanner
from qwixx.plot.canvas import check_plot
from qwixx.plot.totals import draw_totals
from qwixx.rules.errors import InputError
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO
from qwixx.rules.validity import check_position
from qwixx.solver.solution import Solution, check_solo, open_solution, positions_to_visit, solution
from qwixx.solver.table_file import ForeignFile, NoTable, TableFileError, default_path


def run_solve(args: argparse.Namespace) -> int:
    """The exit status."""
    _check(args)
    state = _state(args.position, args.dice)
    if args.plot:
        check_plot(args.plot)
    solved = _solution(args.table, args.again)
    if args.plot:
        draw_totals(args.plot, solved.chances)
    if state is not None:
        report, lines = plain_position(solved, state, args.top), position_lines(solved, state, args.top)
    else:
        path = args.table or default_path() if solved.not_kept is None else None
        report, lines = plain_game(solved, path), game_lines(solved, path)
    if args.json:
        print_json(report)
    else:
        Terminal().print_lines(lines)
    return 0


def _check(args: argparse.Namespace) -> None:
    if args.game != SOLO.name:
        raise InputError(f"the game that can be solved is solo, not {args.game}: qwixx solve solo")
    of_position = args.position is not None or args.dice is not None
    if args.plot and of_position:
        raise InputError("--plot draws the totals from the empty sheet: leave out --position and --dice")
    if args.top is not None and args.top < 1:
        raise InputError(f"--top is 1 or more, not {args.top}")
    if args.top is not None and not of_position:
        raise InputError("--top is for a ranking: name the dice too, as in --dice '4+1 r3 y2 g5 b6'")


# What is asked about


def _state(position: str | None, dice: str | None) -> State | None:
    """The state that is asked about; None for the game as a whole."""
    if position is None and dice is None:
        return None
    state = located("--position", lambda: _position("-" if position is None else position))
    if dice is None:
        return state
    if state.dice is not None and not state.is_over:
        raise InputError(
            f"--dice: the dice of this position lie there already, {format_roll(state.dice)};"
            " leave out --dice, or give the position before the roll"
        )
    return located("--dice", lambda: state.apply_chance(parse_roll(dice)))


def _position(text: str) -> State:
    state = parse_position(text) if ";" in text else _before_the_roll(text)
    check_solo(state)
    return state


def _before_the_roll(text: str) -> State:
    """The state of a text that has a sheet and nothing else."""
    scanner = Scanner(text)
    sheet = read_sheet(scanner)
    scanner.expect_end()
    return check_position(State(SOLO, (sheet,), active=0, phase=SOLO.turn[0]))


# The solved game


def _solution(table: Path | None, again: bool) -> Solution:
    path, trouble = table or default_path(), None
    if not again:
        try:
            return open_solution(path)
        except NoTable:
            pass
        except TableFileError as error:
            # The cache folder is ours. A file that somebody named may be worth more than a minute.
            if isinstance(error, ForeignFile) and table is not None:
                raise TableFileError(f"{error}; --again writes over it") from error
            trouble = error
    with _progress() as progress:
        solved = solution(path, progress.done, again=again, waits=progress.waits)
    if trouble is not None:
        print_notice(f"qwixx: {trouble}; the game was solved anew")
    if solved.not_kept is not None:
        print_notice(f"qwixx: solved for this time only: {solved.not_kept}")
    return solved


class Progress(NamedTuple):
    """What a progress bar is told."""

    done: Callable[[int], object]
    waits: Callable[[], object]


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar where errors go, if that is a terminal, and lines if it is not."""
    from tqdm import tqdm

    from qwixx.cli.compile_notice import DELAY, compiling_told

    bar = tqdm(
        desc="solving",
        total=positions_to_visit(),
        unit=" positions",
        unit_scale=True,
        disable=None,
        leave=False,
        delay=DELAY,
    )
    tell_once = cache(print_notice)

    def done(positions: int) -> None:
        if bar.disable:
            tell_once("qwixx: solving the solo game; this takes about a minute, once")
        bar.update(positions)

    def wait() -> None:
        if bar.disable:
            tell_once("qwixx: another process is solving the solo game")
        bar.set_description("another process is solving it")

    with compiling_told("the solver"), bar:
        yield Progress(done, wait)
