"""Compiles what the tests run, before several processes would compile the same at the same time.

``python -m tests.compiled_code solver`` or ``nets``; what is compiled is kept, and later calls find it.
"""

import sys

from qwixx.server.thinking import jobs
from qwixx.sim import simulate
from qwixx.solver.distribution import distribution
from qwixx.solver.induction import solve
from qwixx.solver.rows import Shape


def compile_solver() -> None:
    """The solver and games of simple bots."""
    small = Shape((6, 7, 8), crosses_before_lock=1)
    distribution(small, solve(small))
    simulate("dice", ("gap:1,2", "random"), games=1)


def compile_nets() -> None:
    """Trained bots, the coach, and games of trained bots."""
    jobs.prepare_bots()
    jobs.prepare_coach()
    simulate("dice", ("net", "strong"), games=1)


if __name__ == "__main__":
    {"solver": compile_solver, "nets": compile_nets}[sys.argv[1]]()
