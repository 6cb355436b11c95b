"""``make quick`` chooses the checks and tests that a change needs."""

from pathlib import Path

import pytest

from tests.quick import ALSO, ROOT, commands


def tools(*files: str) -> list[str]:
    return [Path(command[0]).name for command in commands(list(files))]


def chosen(*files: str) -> list[str]:
    """The tests that a change of these files would run."""
    return [
        str(word)
        for command in commands(list(files))
        for word in command
        if "pytest" in command and str(word).startswith(("tests/", "README"))
    ]


def test_every_path_in_the_tables_exists() -> None:
    named = {*ALSO, *(test for tests in ALSO.values() for test in tests)}
    assert [each for each in sorted(named) if not (ROOT / each).exists()] == []


def test_a_module_runs_the_checks_and_the_tests_that_import_it() -> None:
    assert tools("src/qwixx/rules/scoring.py")[:4] == ["ruff", "ruff", "mypy", "lint-imports"]
    assert "tests/rules/test_scoring.py" in chosen("src/qwixx/rules/scoring.py")
    assert "tests/rules/test_text.py" not in chosen("src/qwixx/rules/scoring.py")


def test_a_test_runs_itself() -> None:
    assert chosen("tests/rules/test_scoring.py") == ["tests/rules/test_scoring.py"]


def test_a_deleted_file_runs_the_tests_of_its_folder() -> None:
    assert "tests/solver" in chosen("src/qwixx/solver/gone.py")
    assert "mypy" in tools("src/qwixx/solver/gone.py")
    assert "ruff" not in tools("src/qwixx/solver/gone.py")
    assert chosen("tests/solver/test_gone.py") == ["tests/solver"]


@pytest.mark.parametrize(
    ("file", "test"),
    [
        ("docs/tutorials/train.md", "tests/test_tutorials.py"),
        ("docs/hosting.md", "tests/server/stores/sqlite/test_backup.py"),
        ("examples/c_bot.c", "tests/bots/test_examples.py"),
        ("CITATION.cff", "tests/test_packaging.py"),
    ],
)
def test_a_page_or_an_example_runs_its_test(file: str, test: str) -> None:
    assert test in chosen(file)


def test_slow_tests_run_only_if_they_have_changed() -> None:
    assert chosen("tests/browser/people.py") == []
