"""The fixture of the solved solo game, shared with the tests of the solver."""

from tests.solver.conftest import solved, table

__all__ = ["solved", "table"]
