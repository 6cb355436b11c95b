"""Compiles what the tests run, before several processes would compile the same at the same time.

``python -m tests.compiled_code solver`` or ``nets``; what is compiled is kept, and later calls find it.
"""

import sys

from qwixx.compiled.rows import Shape
from qwixx.envs import vector_env
from qwixx.server import jobs
from qwixx.sim import simulate
from qwixx.solver.distribution import distribution
from qwixx.solver.induction import solve
from qwixx.solver.solved import solution
from tests.caches import solved_by_this_code


def compile_solver() -> None:
    """The solver, games and environments of simple bots, and the solved game."""
    small = Shape((6, 7, 8), crosses_before_lock=1)
    distribution(small, solve(small))
    simulate("dice", ("gap:1,2", "random"), games=1)
    vector_env("dice").reset()
    # Its tests and those of the coach and the day look values up in the solved game.
    if (place := solved_by_this_code()) is not None:
        solution(place)


def compile_nets() -> None:
    """Trained bots, the coach, and games and environments of trained bots."""
    jobs.prepare_bots()
    jobs.prepare_coach()
    simulate("dice", ("net", "strong"), games=1)
    vector_env("dice", opponents=["net"]).reset()


if __name__ == "__main__":
    {"solver": compile_solver, "nets": compile_nets}[sys.argv[1]]()
