"""What the documents say stays true."""

import json
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from docsite.stage import BESIDE
from qwixx.coach.findings import Code
from qwixx.conform import read_cases, run_cases
from qwixx.notation import format_record, parse_choice, parse_position, parse_record, parse_roll

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
# Pages that are made of files outside docs/ when the site is built.
MADE = set(BESIDE.values())
# In a block or a code span: ``make`` and its target.
MAKE = re.compile(r"(?m)(?:^|`)make ([a-z]+)\b")
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


DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_every_error_that_the_document_of_the_library_names_is_there() -> None:
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    errors = text.partition("## Errors")[2].partition("## What is public")[0]
    rows = re.findall(r"^\| (`[^|]*) \|", errors, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`([A-Z]\w+)`", row)}
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    raised = set(re.findall(r"^class (\w+)\((?:Input|Operational)Error\)", source, re.MULTILINE))
    assert len(raised) > 15
    assert named - {"InputError", "ValueError", "OperationalError", "RuntimeError"} <= raised
    assert raised - named == {"EndOfInput"}, "the command's own"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    """As they are in the repository; tests/docsite checks them as they are on the site."""
    for target, anchor in re.findall(
        r'(?:\]\(|\b(?:src|href)=")([^)\s":#]*)(#[^)\s"]+)?(?=[)"])', prose(path.read_text(encoding="utf-8"))
    ):
        # A few pages are made when the site is built.
        if target.startswith("reference/") or (path.parent.name == "docs" and (target in MADE)):
            continue
        file = path.parent / target if target else path
        assert file.exists(), f"{path.relative_to(ROOT)}: {target}"
        if anchor and file.suffix == ".md":
            assert anchor[1:] in anchors(file), f"{path.relative_to(ROOT)}: {target}{anchor}"


def prose(text: str) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(path: Path) -> set[str]:
    """What GitHub makes of the headings of a page, and the anchors that it names itself."""
    text = prose(path.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings]
    made = {re.sub(r"[^\w\- ]", "", heading).strip().replace(" ", "-") for heading in plain}
    return made | set(re.findall(r'\bid="([^"]+)"', text))


def test_targets_and_extras_that_documents_name_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = {path: path.read_text(encoding="utf-8") for path in DOCUMENTS}
    targets = {(path.name, name) for path, text in texts.items() for name in MAKE.findall(text)}
    extras = {
        (path.name, extra)
        for path, text in texts.items()
        for names in re.findall(r"'(?:\.|qwixx)\[([\w,]+)\]'", text)
        for extra in names.split(",")
    }
    assert len(targets) > 10
    assert len(extras) > 5
    assert [each for each in sorted(targets) if not re.search(rf"(?m)^{each[1]}:", makefile)] == []
    assert [each for each in sorted(extras) if each[1] not in project["optional-dependencies"]] == []


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
