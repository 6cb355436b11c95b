"""Output to limited encodings, full disks and closed streams."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from qwixx.cli import main
from tests.command_line import Run

FULL = Path("/dev/full")
COMMAND = "import sys; from qwixx.cli import main; sys.exit(main())"
GAME = ("--players", "Zoë=gap:1,2", "Ben 😀=random", "--seed", "3")


def written(encoding: str, monkeypatch: pytest.MonkeyPatch, *arguments: object) -> str:
    """The output of a command in this encoding."""
    out = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr(sys, "stdout", out)
    assert main([str(argument) for argument in arguments]) == 0
    return out.buffer.getvalue().decode(encoding)


def test_json_escapes_characters_that_the_encoding_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
@pytest.mark.parametrize("arguments", [["bots"], ["bots", "--json"], ["--help"], ["--version"]])
def test_a_full_disk_is_reported_in_one_sentence(arguments: list[str]) -> None:
    with FULL.open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-c", COMMAND, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ran.returncode, ran.stderr) == (3, "qwixx: cannot write: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="it takes a POSIX shell")
@pytest.mark.parametrize(
    ("line", "status", "problem"),
    [
        ("bots >&-", 3, "the standard output is closed: to discard what is printed, use >/dev/null"),
        ("play --players Ann random <&-", 2, "standard input has ended, and a question is not answered"),
        ("review - <&-", 2, "standard input: line 1, column 1: expected a tag"),
        ("dance 2>&-", 2, ""),
        ("bots 2>&- <&-", 0, ""),
    ],
)
def test_a_closed_stream_causes_no_traceback(line: str, status: int, problem: str) -> None:
    program = f'"$0" -c "{COMMAND}" {line}'
    ran = subprocess.run(["sh", "-c", program, sys.executable], capture_output=True, text=True, check=False)
    assert ran.returncode == status
    assert problem in ran.stderr
    assert "Traceback" not in ran.stderr


def test_other_connection_errors_are_not_swallowed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> int:
        raise ConnectionResetError

    monkeypatch.setattr("qwixx.cli.commands.bots.run", fails)
    with pytest.raises(ConnectionResetError):
        run("bots")
