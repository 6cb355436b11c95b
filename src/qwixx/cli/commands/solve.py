"""``qwixx solve``: the solo game solved exactly."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from qwixx.cli.options import located
from qwixx.notation import format_choice, format_position, format_roll, parse_position, parse_roll
from qwixx.notation.positions import read_sheet
from qwixx.plot import check_plot
from qwixx.rules.errors import InputError
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO, Phase
from qwixx.rules.scanner import Scanner
from qwixx.rules.scoring import total
from qwixx.rules.validity import check_state
from qwixx.system.signals import defer_handlers
from qwixx.terminal.console import Console, can_show, print_json, print_notice
from qwixx.terminal.warm_up import DELAY, compile_notice
from qwixx.text_table import aligned

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
# The number of points in one line of the histogram; rare totals at both ends share a line.
POINTS_A_LINE, RARE = 10, 0.0005
WIDTH_OF_BARS = 50
EIGHTHS = " ▏▎▍▌▋▊▉"
FULL, FULL_IN_ASCII = "█", "#"
if TYPE_CHECKING:
    from qwixx.solver.solved import Ranked, Solution

EXAMPLES = """\
examples:
  qwixx solve solo                                   the value of best play, and the distribution of totals
  qwixx solve solo --plot totals.svg
  qwixx solve solo --position 'solo; 1 roll; r2,3 g12,10 p1'
  qwixx solve solo --position 'r2,3 g12,10 p1' --dice '4+1 r3 y2 g5 b6' --top 5
  qwixx solve solo --dice '4+1 r3 y2 g5 b6' --json

The first run solves the game in about a minute and caches the result; later runs read it. A damaged file
is solved again. See `qwixx docs solver`, and `qwixx docs notation` for positions and rolls."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="solo", help="the game to solve: solo")
    parser.add_argument("--position", metavar="TEXT", help="value a position, or a sheet before the roll")
    parser.add_argument("--dice", metavar="TEXT", help="rank every pair of choices for this roll")
    parser.add_argument("--top", type=int, metavar="N", help="show only the N best pairs of choices")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the final totals as .svg or .png")
    parser.add_argument("--table", type=Path, metavar="FILE", help="store the solution in this file")
    parser.add_argument(
        "--again", action="store_true", help="solve the game again, even if a solution exists"
    )


def run(args: argparse.Namespace) -> int:
    """Solve the game or look it up, and report on the game or a position; the exit status."""
    # The solver is slow to import. Ctrl-C has to wait: libraries that are being imported may
    # take it for their own failure and go on.
    with defer_handlers():
        from qwixx.solver.table_file import default_path
        from qwixx.solver.totals_plot import draw_totals

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
        print_json(report, "qwixx-solution/1")
    else:
        Console().print_lines(lines)
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


# Positions


def _state(position: str | None, dice: str | None) -> State | None:
    """The state to report on; None for the game as a whole."""
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
    from qwixx.solver.solved import check_solo

    state = parse_position(text) if ";" in text else _before_the_roll(text)
    check_solo(state)
    return state


def _before_the_roll(text: str) -> State:
    """The state of a text that has a sheet and nothing else."""
    scanner = Scanner(text)
    sheet = read_sheet(scanner)
    scanner.expect_end()
    return check_state(State(SOLO, (sheet,), active=0, phase=SOLO.turn[0]))


# The solved game


def _solution(table: Path | None, again: bool) -> "Solution":
    from qwixx.solver.solved import open_solution, solution
    from qwixx.solver.table_file import ForeignFile, NoTable, TableFileError, default_path

    path, problem = table or default_path(), None
    if not again:
        try:
            return open_solution(path)
        except NoTable:
            pass
        except TableFileError as error:
            # The cache folder is ours. A file that was named may be worth more than a minute.
            if isinstance(error, ForeignFile) and table is not None:
                raise TableFileError(f"{error}; --again writes over it") from error
            problem = error
    with _progress() as progress:
        solved = solution(path, progress.done, again=again, on_wait=progress.waits)
    if problem is not None:
        print_notice(f"qwixx: {problem}; the game was solved again")
    if solved.not_kept is not None:
        print_notice(f"qwixx: solved for this time only: {solved.not_kept}")
    return solved


class Progress(NamedTuple):
    """The callbacks for progress while the game is being solved."""

    done: Callable[[int], object]
    waits: Callable[[], object]


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar on standard error, if that is a terminal, and lines if it is not."""
    from tqdm import tqdm

    from qwixx.solver.solved import positions_to_visit

    bar = tqdm(
        desc="solving",
        total=positions_to_visit(),
        unit=" positions",
        unit_scale=True,
        disable=None,
        leave=False,
        delay=DELAY,
    )
    notice_once = cache(print_notice)

    def done(positions: int) -> None:
        if bar.disable:
            notice_once("qwixx: solving the solo game; this takes about a minute, once")
        bar.update(positions)

    def wait() -> None:
        if bar.disable:
            notice_once("qwixx: another process is solving the solo game")
        bar.set_description("another process is solving it")

    with compile_notice("the solver"), bar:
        yield Progress(done, wait)


def game_lines(solved: "Solution", path: Path | None) -> list[str]:
    """The value of the empty sheet and the totals that best play leads to."""
    mean, deviation = mean_and_deviation(solved.chances)
    quantiles = [str(quantile(solved.chances, share)) for share in QUANTILES]
    lines = ["The solo game under best play", "", "penalties  expected final total, nothing crossed yet"]
    lines += [f"{penalties:9}  {value:10.6f}" for penalties, value in enumerate(solved.empty_sheet)]
    lines += [
        "",
        f"Final totals from the empty sheet: mean {mean:.6f}, standard deviation {deviation:.6f}",
        "",
        *aligned([["quantile", *(f"{share:.0%}" for share in QUANTILES)], ["total", *quantiles]]),
        "",
        *_histogram(solved.chances),
    ]
    return lines if path is None else [*lines, "", f"solved values: {path}"]


def mean_and_deviation(chances: dict[int, float]) -> tuple[float, float]:
    mean = sum(points * chance for points, chance in chances.items())
    return mean, sqrt(sum((points - mean) ** 2 * chance for points, chance in chances.items()))


def quantile(chances: dict[int, float], share: float) -> int:
    """The smallest total that so much of all probability does not exceed."""
    reached = 0.0
    for points in sorted(chances):
        reached += chances[points]
        if reached >= share:
            return points
    return max(chances)


def _histogram(chances: dict[int, float]) -> Iterator[str]:
    lines = list(_merged(chances))
    most = max(chance for _, chance in lines)
    width = max(len(label) for label, _ in lines)
    for label, chance in lines:
        yield f"{label:>{width}}  {chance:6.2%}  {_bar(chance / most)}".rstrip()


def _merged(chances: dict[int, float]) -> Iterator[tuple[str, float]]:
    """Labels and probabilities of the lines, the lowest totals first."""
    by_line: dict[int, float] = {}
    for points, chance in sorted(chances.items()):
        start = points // POINTS_A_LINE * POINTS_A_LINE
        by_line[start] = by_line.get(start, 0.0) + chance
    usual = [start for start, chance in by_line.items() if chance >= RARE]
    first, last = usual[0], usual[-1] + POINTS_A_LINE - 1
    yield f"below {first}", sum(chance for start, chance in by_line.items() if start < first)
    for start in range(first, last, POINTS_A_LINE):
        yield f"{start} to {start + POINTS_A_LINE - 1}", by_line.get(start, 0.0)
    yield f"above {last}", sum(chance for start, chance in by_line.items() if start > last)


def _bar(share: float) -> str:
    length = share * WIDTH_OF_BARS
    if not can_show(EIGHTHS):
        return FULL_IN_ASCII * round(length)
    eighths = round(length * 8)
    return (FULL * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()


def position_lines(solved: "Solution", state: State, top: int | None) -> list[str]:
    """The value of a position, and of every choice in it if there is one."""
    lines = [format_position(state), ""]
    values = [["points now", str(total(state.sheets[0]))]]
    if state.is_over:
        return [*lines, *aligned([["final total", values[0][1]]])]
    before = before_the_roll(state)
    if before is not None:
        values.append(["expected final total", f"{solved.value(before):.4f}"])
    if not state.to_act:
        return lines + aligned(values)
    values.append(["with these dice", f"{solved.value(state):.4f}"])
    return lines + aligned(values) + ["", *_ranking_lines(solved.rank(state), top)]


def before_the_roll(state: State) -> State | None:
    """The state whose roll led to this one; None if something was crossed after it, or may have been."""
    if state.phase in (Phase.OWN, Phase.OVER):
        return None
    return replace(state, phase=Phase.ROLL, dice=None, pending=())


def _ranking_lines(ranking: "list[Ranked]", top: int | None) -> list[str]:
    actions = max(len(ranked.choices) for ranked in ranking)
    rows = [[*("action 1", "action 2")[-actions:], "value", "loss"]]
    for ranked in ranking[:top]:
        # There is no action 2 after a cross that ends the game.
        choices = [*map(format_choice, ranked.choices), *[""] * (actions - len(ranked.choices))]
        rows.append([*choices, f"{ranked.value:.4f}", f"{ranked.loss:.4f}"])
    left = len(ranking) - len(rows) + 1
    return aligned(rows, left=range(actions)) + ([f"and {left} more"] if left else [])


def plain_game(solved: "Solution", path: Path | None) -> dict[str, object]:
    """The same as ``game_lines`` for programs, with every total."""
    mean, deviation = mean_and_deviation(solved.chances)
    return {
        "game": "solo",
        "empty_sheet": list(solved.empty_sheet),
        "mean": mean,
        "standard_deviation": deviation,
        "quantiles": {f"{share:g}": quantile(solved.chances, share) for share in QUANTILES},
        "distribution": {str(points): solved.chances[points] for points in sorted(solved.chances)},
        "table": None if path is None else str(path),
    }


def plain_position(solved: "Solution", state: State, top: int | None) -> dict[str, object]:
    """The same as ``position_lines`` for programs."""
    ranking = solved.rank(state) if state.to_act else []
    before = before_the_roll(state)
    return {
        "position": format_position(state),
        "points": total(state.sheets[0]),
        "value": _rounded(solved.value(state)),
        "value_before_the_roll": None if before is None else _rounded(solved.value(before)),
        "choices": [
            {
                "choices": list(map(format_choice, ranked.choices)),
                "value": _rounded(ranked.value),
                "loss": _rounded(ranked.loss),
            }
            for ranked in ranking[:top]
        ],
        "choices_in_all": len(ranking),
    }


def _rounded(value: float) -> float:
    """Without the digits that a value of 32 bits only seems to have."""
    return round(value, 5)
