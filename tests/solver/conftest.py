"""The solved game, once for all tests and all processes that run them."""

import os
from pathlib import Path

import pytest

from qwixx.solver.solution import Solution, solution


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with values by this very code, never those in the cache of whoever runs the tests."""
    folder = tmp_path_factory.getbasetemp()
    # The folders of several workers lie in one that is new for this run, too.
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    path = shared / "solo.values"
    solution(path)
    return path


@pytest.fixture(scope="session")
def solved(table: Path) -> Solution:
    return solution(table)
