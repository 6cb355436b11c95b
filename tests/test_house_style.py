"""The rules of the house style that a test can check."""

from pathlib import Path

import pytest

import qwixx

SOURCE = Path(qwixx.__file__).parent
TESTS = Path(__file__).parent
LONGEST_FILE = 400


@pytest.mark.parametrize("folder", [SOURCE, TESTS], ids=["source", "tests"])
def test_no_file_is_longer_than_400_lines(folder: Path) -> None:
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in folder.rglob("*.py")}
    assert len(lines) > 100
    assert not {path.name: count for path, count in lines.items() if count > LONGEST_FILE}
