"""The solo game solved exactly; docs/solver.md says how.

``solution()`` of the module ``solution`` reads the solved game from its file, or solves it.
"""

from qwixx.solver.solution import Ranked, Solution, open_solution, solve_solo
from qwixx.solver.table_file import TableFileError

__all__ = ["Ranked", "Solution", "TableFileError", "open_solution", "solve_solo"]
