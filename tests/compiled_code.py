"""Compiles what the tests run, so that parallel workers do not compile the same code at the same time.

``python -m tests.compiled_code solver`` or ``nets``; compiled code is cached for later runs.
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
    """Compile the solver, and the games and environments of simple bots; solve the game."""
    small = Shape((6, 7, 8), crosses_before_lock=1)
    distribution(small, solve(small))
    simulate("dice", ("gap:1,2", "random"), games=1)
    vector_env("dice").reset()
    # The tests of the solver, the coach and the daily game look values up in the solved game.
    if (place := solved_by_this_code()) is not None:
        solution(place)


def compile_nets() -> None:
    """Compile trained bots, the coach, and the games and environments of trained bots."""
    jobs.prepare_bots()
    jobs.prepare_coach()
    simulate("dice", ("net", "strong"), games=1)
    vector_env("dice", opponents=["net"]).reset()


if __name__ == "__main__":
    {"solver": compile_solver, "nets": compile_nets}[sys.argv[1]]()
