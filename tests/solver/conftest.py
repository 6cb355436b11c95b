"""The solved game, solved once for all tests and all worker processes."""

from pathlib import Path

import pytest

from qwixx.solver.solved import Solution, solution
from tests.caches import cache_of_this_run, solo_values


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with values computed by the current code, never the cached file of the developer."""
    path = solo_values(cache_of_this_run(tmp_path_factory))
    solution(path)
    return path


@pytest.fixture(scope="session")
def solved(table: Path) -> Solution:
    return solution(table)
