"""The examples in the documents run and print what stands there."""

import doctest
from pathlib import Path

import pytest

from tests.caches import cache_of_this_run, solo_values
from tests.server.listening_server import listening

ROOT = Path(__file__).parent.parent


# The solo game is solved first where no test of the solver has done so.
@pytest.mark.timeout(1800)
def test_the_examples_of_the_library_run(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The game that the tests of the solver have solved, and not one in the cache of whoever runs the tests.
    solved = solo_values(cache_of_this_run(tmp_path_factory))
    monkeypatch.setattr("qwixx.solver.solved.default_path", lambda: solved)
    results = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False)
    assert results.attempted > 40
    assert results.failed == 0


def test_the_examples_of_the_client_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QWIXX_SEATS", str(tmp_path / "seats"))
    with listening(tmp_path) as server:
        results = doctest.testfile(
            str(ROOT / "docs" / "client.md"), module_relative=False, globs={"URL": server.url}
        )
    assert results.attempted > 10
    assert results.failed == 0


def test_the_examples_of_the_arena_run() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "arena.md"), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0
