"""``qwixx docs``: lists and prints the pages of the documentation."""

from pathlib import Path

import pytest

from tests.command_line import Run

DOCS = Path(__file__).parents[3] / "docs"


def test_every_page_is_listed_with_its_title_and_is_printed(run: Run) -> None:
    listed = {line.split()[0]: line for line in run("docs").out.splitlines() if line.startswith("  ")}
    pages = {path.relative_to(DOCS).with_suffix("").as_posix(): path for path in DOCS.rglob("*.md")}
    assert set(listed) == set(pages) - {"index"}
    assert listed["notation"].endswith(" Notation")
    for page in listed:
        ran = run("docs", page)
        assert (ran.status, ran.out.strip()) == (0, pages[page].read_text(encoding="utf-8").strip())


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("notatoin", "no page 'notatoin'; did you mean notation?"),
        ("../README", "no page '../README': qwixx docs lists all pages"),
    ],
)
def test_a_page_that_does_not_exist_is_refused(run: Run, page: str, problem: str) -> None:
    ran = run("docs", page)
    assert (ran.status, ran.err) == (2, f"qwixx: {problem}\n")
