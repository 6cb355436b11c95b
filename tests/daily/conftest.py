"""The solved solo game, as the tests of the solver have it."""

from tests.solver.conftest import solved, table

__all__ = ["solved", "table"]
