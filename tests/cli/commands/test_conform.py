"""``qwixx conform``: the cases of the rulebook, failing cases and unreadable files."""

import json
from pathlib import Path

from tests.command_line import Run

CASES = Path(__file__).parent.parent.parent / "conformance" / "rulebook_cases.json"


def test_conform_passes(run: Run) -> None:
    ran = run("conform", CASES)
    assert (ran.status, ran.out, ran.err) == (0, "73 passed, 0 failed\n", "")


def test_cases_from_standard_input(run: Run) -> None:
    text = CASES.read_text(encoding="utf-8")
    assert run("conform", "-", typed=text).out == "73 passed, 0 failed\n"
    assert run("conform", "-", typed="{}").err.startswith(
        "qwixx: standard input: not a qwixx-conformance/1 file"
    )
    assert "give - once" in run("conform", "-", "-", typed=text).err


def test_conform_reports_failed_cases(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text(CASES.read_text(encoding="utf-8").replace('"scores": [25, 0]', '"scores": [26, 0]', 1))
    ran = run("conform", CASES, path)
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "SH-001: Sheet example: what may still be crossed (dice)",
        "  scores: expected [26, 0], actual [25, 0]",
        "145 passed, 1 failed",
    ]
    message = json.loads(run("conform", path, "--json").out)
    assert (message["passed"], message["failed"]) == (72, 1)
    assert message["failures"][0]["id"] == "SH-001"


def test_conform_exits_2_on_a_file_it_cannot_read_and_runs_the_others(run: Run, tmp_path: Path) -> None:
    ran = run("conform", tmp_path / "none.json", CASES)
    assert ran.status == 2
    assert ran.out == "73 passed, 0 failed\n"
    assert ran.err == f"qwixx: {tmp_path / 'none.json'}: No such file or directory\n"
