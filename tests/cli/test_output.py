"""What is written where letters or room are missing, and who may read it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from qwixx.cli import main
from qwixx.cli.record_file import write_text
from tests.cli.conftest import Run

FULL = Path("/dev/full")
COMMAND = "import sys; from qwixx.cli import main; sys.exit(main())"
GAME = ("--players", "Zoë=gap:1,2", "Ben 😀=random", "--seed", "3")


def written(encoding: str, monkeypatch: pytest.MonkeyPatch, *arguments: object) -> str:
    """What a command writes to an output with this encoding."""
    out = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr(sys, "stdout", out)
    assert main([str(argument) for argument in arguments]) == 0
    return out.buffer.getvalue().decode(encoding)


def test_json_for_an_output_without_the_letters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.qwixx"
    plain, whole = (
        written(encoding, monkeypatch, "play", *GAME, "--json") for encoding in ("ascii", "utf-8")
    )
    assert json.loads(plain) == json.loads(whole)
    assert json.loads(plain)["names"] == ["Zoë", "Ben 😀"]
    assert "Zoë" in whole
    path.write_text(json.loads(plain)["record"], encoding="utf-8")
    for command in ("replay", "review"):
        told = written("ascii", monkeypatch, command, path, "--json")
        assert "Zo\\u00eb" in told
        assert json.loads(told)


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("arguments", [["bots"], ["bots", "--json"]])
def test_no_room_for_the_output_is_told_in_a_sentence(arguments: list[str]) -> None:
    with FULL.open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", COMMAND, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (1, "qwixx: cannot write: No space left on device\n")


def test_an_error_of_another_kind_is_not_taken_for_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> int:
        raise ConnectionResetError

    monkeypatch.setattr("qwixx.cli.bots_command.run", fails)
    with pytest.raises(ConnectionResetError):
        run("bots")


def test_files_may_be_read_by_whom_the_umask_lets(run: Run, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_text(tmp_path / "page.html", "hello")
        run("play", "--players", "gap:1,2", "random", "--seed", 3, "--save", tmp_path / "game", "--json")
    finally:
        os.umask(before)
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {
        "page.html": 0o640,
        "game": 0o640,
    }
