"""The examples in the documents run and print the documented output."""

import doctest
import re
from pathlib import Path

import pytest

from tests.caches import cache_of_this_run, solo_values
from tests.server.listening_server import listening

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture
def _solved(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solved game of the solver's tests, not the one in the user's cache."""
    solved = solo_values(cache_of_this_run(tmp_path_factory))
    monkeypatch.setattr("qwixx.solver.solved.default_path", lambda: solved)


# The first test may have to solve the solo game.
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("_solved")
def test_the_examples_of_the_library_run() -> None:
    results = doctest.testfile(str(DOCS / "library.md"), module_relative=False)
    assert results.attempted > 40
    assert results.failed == 0


def test_the_examples_of_the_client_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QWIXX_SEATS", str(tmp_path / "seats"))
    with listening(tmp_path) as server:
        results = doctest.testfile(str(DOCS / "client.md"), module_relative=False, globs={"URL": server.url})
    assert results.attempted > 10
    assert results.failed == 0


def test_the_examples_of_the_arena_run() -> None:
    results = doctest.testfile(str(DOCS / "arena.md"), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("_solved")
@pytest.mark.parametrize(
    ("page", "printed"),
    [
        ("notation.md", r""),
        ("solver.md", r"118\.26\d+ \(Pass\(\), Cross\(colour=Colour\.YELLOW, number=3\)\)\n"),
        ("coach.md", r"(\w+ 0\.\d+ 0\.\d+\n){3}"),
    ],
)
def test_the_python_of_a_page_runs(page: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each block runs unchanged, but simulations play one game."""
    text = (DOCS / page).read_text(encoding="utf-8").replace("range(20)", "range(1)")
    for block in re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, block.start()) + 1
        # Leading empty lines make a traceback name the line of the page.
        exec(compile("\n" * line + block[1], str(DOCS / page), "exec"), {})
    assert re.fullmatch(printed, capsys.readouterr().out)
