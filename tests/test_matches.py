"""Every ``match`` has a default case, so that a new variant never falls through silently."""

import ast
from pathlib import Path

import pytest

import qwixx

SOURCES = Path(qwixx.__file__).parent
FILES = sorted(path for path in SOURCES.rglob("*.py") if " match " in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCES)))
def test_every_match_has_a_default_case(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    open_ended = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Match) and not is_wildcard(node.cases[-1])
    ]
    assert open_ended == [], "add a default case: case _: assert_never(…)"


def is_wildcard(case: ast.match_case) -> bool:
    return isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and case.guard is None
