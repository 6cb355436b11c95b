"""The solved game, once for all tests and all processes that run them."""

from pathlib import Path

import pytest

from qwixx.solver.solved import Solution, solution
from tests.caches import cache_of_this_run, solo_values


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with values by this very code, never those in the cache of whoever runs the tests."""
    path = solo_values(cache_of_this_run(tmp_path_factory))
    solution(path)
    return path


@pytest.fixture(scope="session")
def solved(table: Path) -> Solution:
    return solution(table)
