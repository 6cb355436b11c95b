import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import qwixx
from qwixx.cli import main

# Prints "playing" after each batch of games.
PLAYING = """
import tqdm
tqdm.tqdm.update = lambda *_: print("playing", flush=True)
from qwixx.cli import main
exit(main())
"""
SMALL = ["sim", "--players", "gap:1,2", "random", "--games", "500", "--seed", "3"]


def test_a_summary_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SMALL) == 0
    out = capsys.readouterr().out
    assert "500 games of dice, seed 3" in out
    assert "gap:1,2" in out
    assert "two rows locked" in out
    assert "beginning" in out


def test_json_has_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["format"], summary["weights"]) == ("qwixx-sim/1", {})
    assert summary["software"] == f"qwixx {qwixx.__version__}"
    assert summary["games"] == 500
    assert [seat["player"] for seat in summary["seats"]] == ["gap:1,2", "random"]
    assert sum(seat["wins"]["value"] for seat in summary["seats"]) == pytest.approx(1)
    assert set(summary["end_reasons"]) == {"two_rows", "four_penalties"}


def test_csv_has_a_line_for_each_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--csv", "--game", "cards"]) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [line["player"] for line in lines] == ["gap:1,2", "random"]
    assert float(lines[0]["points_mean"]) > float(lines[1]["points_mean"])


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_plot(tmp_path: Path, suffix: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"plot.{suffix}"
    assert main([*SMALL, "--plot", str(path)]) == 0
    start = path.read_bytes()[:300]
    assert b"<svg" in start if suffix == "svg" else start.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--games", "0"], "at least one game"),
        (["--jobs", "0"], "at least one job"),
        (["--players", "gapp:1,2", "random"], "did you mean gap?"),
        (["--players", "gap:1,2", "exec:./x"], "'exec:./x' cannot be compiled: it can play in qwixx arena"),
        (["--players", "gap:1,2", "bot:Mine"], "'bot:Mine' cannot be compiled: it can play in qwixx arena"),
        (["--game", "dcie"], "did you mean dice?"),
        (["--option", "first_palyer=random"], "did you mean first_player?"),
        (["--option", "first_player"], "NAME=VALUE"),
        (["--game", "solo"], "1 player"),
        (["--json", "--csv"], "choose one"),
        (["--plot", "points.gif"], ".png or .svg"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(
    words: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sim", *words]) == 2
    error = capsys.readouterr().err
    assert answer in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("players", [["gap:1,2", "gap:2,3"], ["master", "novice"]], ids=["gap", "nets"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_a_simulation_soon(players: list[str], jobs: int) -> None:
    arguments = ["--players", *players, "--games", "1000000000", "--jobs", str(jobs)]
    with subprocess.Popen(
        [sys.executable, "-c", PLAYING, "sim", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "playing\n"
        os.kill(process.pid, signal.SIGINT)
        # The games would take hours; the interrupt takes a second or two, more on a busy machine.
        out, err = process.communicate(timeout=60)
    assert (process.returncode, set(out.splitlines())) == (130, {"playing"} if out else set())
    assert "Traceback" not in err
