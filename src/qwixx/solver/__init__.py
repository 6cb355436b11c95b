"""The solo game solved exactly; docs/solver.md says how.

``solution()`` reads the solved game from its file, or solves it.
"""

from qwixx.extras import require

require("bots", "the solver")


from qwixx.solver.solved import Ranked, Solution, open_solution, solution, solve_solo
from qwixx.solver.table_file import TableFileError

__all__ = ["Ranked", "Solution", "TableFileError", "open_solution", "solution", "solve_solo"]
