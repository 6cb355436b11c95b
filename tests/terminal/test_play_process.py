"""``qwixx play`` as a process: Ctrl-C, a closed pipe, and the modules that it imports."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from qwixx.notation import parse_record
from tests.waiting import wait_until

BOTS = ("play", "--players", "gap:1,2", "random", "--seed", "3")


def qwixx(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "qwixx", *arguments]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def test_ctrl_c_exits_cleanly_and_keeps_the_saved_game(tmp_path: Path) -> None:
    saved = tmp_path / "game.qwixx"
    process = qwixx("play", "--players", "Ann", "gap:1,2", "--seed", "8", "--save", str(saved))
    assert process.stdin is not None
    process.stdin.write("\n" * 4)
    process.stdin.flush()
    wait_until(lambda: saved.exists() and "\n3 " in saved.read_text())
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == ""
    assert "go on with: qwixx play --resume" in out
    assert len(parse_record(saved.read_text()).steps) > 5


def test_a_simple_game_imports_no_server_and_no_compiler() -> None:
    code = (
        "import sys; from qwixx.cli import main; main(sys.argv[1:]);"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    words = [sys.executable, "-c", code, *BOTS]
    loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[-1].split()
    assert {"qwixx", "msgspec"} <= set(loaded)
    assert {"starlette", "uvicorn", "websockets", "asyncio", "sqlite3", "numba", "numpy"} & set(
        loaded
    ) == set()


def test_a_closed_output_pipe_is_not_an_error() -> None:
    process = qwixx(*BOTS)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(timeout=30) == 0
    process.stderr.close()
    if process.stdin is not None:
        process.stdin.close()
