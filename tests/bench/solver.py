"""Speed of the solver: solving, the distribution of totals, opening the file, and queries.

Figures depend on the machine, so the same run also times the naive solver of the tests on some
positions of the printed sheet: the ratio of the times per position carries over.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from qwixx.compiled.rows import PRINTED, Shape
from qwixx.notation import parse_position
from qwixx.rules.sheet import PENALTY_BOXES
from qwixx.solver.distribution import distribution
from qwixx.solver.induction import solve
from qwixx.solver.numbering import layers
from qwixx.solver.solved import Solution, open_solution, save_solution
from qwixx.system.processes import cores
from tests.solver import naive
from tests.solver.sheets import random_sheets

T = TypeVar("T")

SMALL = Shape((6, 7, 8), crosses_before_lock=1)
NAIVE_POSITIONS, REPEATS = 20, 5
BEFORE_THE_ROLL = parse_position("solo; 1 roll; r2,3,5 y3,4 g12,10,9 b11 p1")
AFTER_IT = parse_position("solo; 1 common 4+1 r3 y2 g5 b6; r2,3,5 y3,4 g12,10,9 b11 p1")


class Spent(NamedTuple):
    """Seconds of wall time, and of CPU time on all cores."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:10.6f} s  {self.cpu:10.6f} s"


def timed(work: Callable[[], T]) -> tuple[T, Spent]:
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, Spent(time.perf_counter() - wall, time.process_time() - cpu)


def spent(work: Callable[[], object]) -> Spent:
    return timed(work)[1]


def best_of(work: Callable[[], object]) -> Spent:
    return min(spent(work) for _ in range(REPEATS))


def compile_all() -> None:
    distribution(SMALL, solve(SMALL))


def naive_positions() -> Callable[[], object]:
    """A function that runs one step of the naive solver for some positions, with arbitrary later values."""
    game = naive.NaiveGame(PRINTED.numbers, PRINTED.crosses_before_lock, PRINTED.penalty_boxes)
    sheets = [naive.Sheet(sheet.rows, sheet.penalties) for sheet in random_sheets(1, NAIVE_POSITIONS)]
    game.value_of_turn(sheets[0], game.total)
    return lambda: [game.value_of_turn(sheet, game.total) for sheet in sheets]


def tell(what: str, time_spent: Spent) -> None:
    print(f"{what:40}{time_spent}")


def main() -> None:
    positions = PENALTY_BOXES * sum(map(len, layers(PRINTED)))
    heading = f"{positions:,} positions, {cores()} cores"
    print(f"{heading:40}{'clock':>12}  {'all cores':>12}")
    tell("compiling, or reading what was compiled", spent(compile_all))
    values, solving = timed(lambda: solve(PRINTED))
    tell("solving", solving)
    chances, flowing = timed(lambda: distribution(PRINTED, values))
    tell("the distribution", flowing)
    solved = Solution(values.astype(np.float32), (0.0,), chances)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solo.values"
        tell("writing the file", spent(lambda: save_solution(solved, path)))
        tell(f"opening it, best of {REPEATS}", best_of(lambda: open_solution(path)))
        mapped = open_solution(path)
        tell("a value", best_of(lambda: mapped.value(BEFORE_THE_ROLL)))
        tell(f"a ranking of {len(mapped.rank(AFTER_IT))} pairs", best_of(lambda: mapped.rank(AFTER_IT)))
    ours, theirs = solving.cpu / positions, spent(naive_positions()).cpu / NAIVE_POSITIONS
    print()
    print(f"a position: {ours * 1e6:.2f} µs; by the naive program {theirs * 1e3:.1f} ms,", end=" ")
    print(f"{theirs / ours:,.0f} times as long")


if __name__ == "__main__":
    main()
