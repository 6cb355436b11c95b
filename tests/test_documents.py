"""What the documents say stays true."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from qwixx.coach.findings import Code
from qwixx.conform import read_cases, run_cases
from qwixx.notation import format_record, parse_choice, parse_position, parse_record, parse_roll

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
RULE_ID = r"\b[SDCJI][0-9]+\b"


def test_every_rule_is_cited_by_a_test() -> None:
    ids = set(re.findall(rf"\*\*({RULE_ID})\*\*", RULES))
    assert len(ids) == 14 + 20 + 24 + 3 + 6
    cited = set()
    for path in (ROOT / "tests").rglob("*.py"):
        for name in re.findall(r"def test_((?:[SDCJIA][0-9]+_)+)", path.read_text(encoding="utf-8")):
            cited |= set(name.strip("_").split("_"))
    for path in (ROOT / "tests" / "conformance").glob("*.json"):
        cited |= {rule for case in json.loads(path.read_text("utf-8"))["cases"] for rule in case["rule_ids"]}
    assert ids - cited == set()


def test_every_refusal_cites_a_rule_of_the_document() -> None:
    source = (ROOT / "src" / "qwixx" / "rules" / "reasons.py").read_text(encoding="utf-8")
    cited = set(re.findall(r'"([SDCJIA][0-9]+)",', source))
    assert len(cited) > 10
    assert all(f"**{rule}**" in RULES for rule in cited)


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", NOTATION, re.DOTALL)


@pytest.mark.parametrize("text", blocks("record"))
def test_records_in_the_document_read_back(text: str) -> None:
    assert format_record(parse_record(text)) == text


@pytest.mark.parametrize("text", [line for block in blocks("position") for line in block.splitlines()])
def test_positions_in_the_document_are_possible(text: str) -> None:
    assert parse_position(text)


def test_pieces_in_the_document_read_back() -> None:
    (choices,), (rolls,) = blocks("choice"), blocks("roll")
    assert len([parse_choice(line) for line in choices.splitlines()]) >= 5
    assert len([parse_roll(line) for line in rolls.splitlines()]) >= 2


def test_the_conformance_file_in_the_document_passes(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    (example,) = [block for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL) if '"format"' in block]
    path = tmp_path / "example.json"
    path.write_text(example, encoding="utf-8")
    report = run_cases(read_cases(path))
    assert report.passed > 1
    assert report.failures == []


def test_every_reason_of_the_coach_is_in_the_document() -> None:
    text = (ROOT / "docs" / "coach.md").read_text(encoding="utf-8")
    _, _, table = text.partition("## Reasons")
    assert {code for code in get_args(Code) if f"`{code}`" not in table} == set()


DOCUMENTS = (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))


def test_every_error_that_the_document_of_the_library_names_is_there() -> None:
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    errors = text.partition("## Errors")[2].partition("## What is public")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", errors, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([A-Z]\w+)`", row)}
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    raised = set(re.findall(r"^class (\w+)\((?:Input|Operational)Error\)", source, re.MULTILINE))
    assert len(raised) > 15
    assert named - {"InputError", "ValueError", "OperationalError", "RuntimeError"} <= raised
    assert raised - named == {"FileProblem", "EndOfInput"}, "the command's own"


def test_links_between_documents_lead_somewhere() -> None:
    """Those of the pages in docs/ are checked when the site is built (tests/docsite)."""
    for path in ROOT.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_files_that_documents_name_are_there() -> None:
    """As ``engine/stream.py``, in the package, or ``web/build.py``, in the repository."""
    places = (ROOT, ROOT / "src" / "qwixx")
    named = {
        (path.name, file)
        for path in DOCUMENTS
        for file in re.findall(
            r"`([\w-]+(?:/[\w.-]+)+\.(?:py|ts|svelte|json|md|c))`", path.read_text(encoding="utf-8")
        )
    }
    assert len(named) > 40
    assert [each for each in sorted(named) if not any((place / each[1]).exists() for place in places)] == []
