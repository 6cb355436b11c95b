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


def compile_solver() -> None:
    """The solver, and games and environments of simple bots."""
    small = Shape((6, 7, 8), crosses_before_lock=1)
    distribution(small, solve(small))
    simulate("dice", ("gap:1,2", "random"), games=1)
    vector_env("dice").reset()


def compile_nets() -> None:
    """Trained bots, the coach, and games and environments of trained bots."""
    jobs.prepare_bots()
    jobs.prepare_coach()
    simulate("dice", ("net", "strong"), games=1)
    vector_env("dice", opponents=["net"]).reset()


if __name__ == "__main__":
    {"solver": compile_solver, "nets": compile_nets}[sys.argv[1]]()
