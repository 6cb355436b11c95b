"""Programs end with the process that has started them, however that ends."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from qwixx.system import process_tree
from tests.bots.processes import of_group, wait_until_none, with_word

# Ignores the end of its input and requests to end, and has a child that does so, too.
STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
if sys.argv[1] == "parent":
    subprocess.Popen([sys.executable, __file__, "child"])
    input()
    print("here", flush=True)
time.sleep(600)
"""
# A bot that says hello, leaves a file when it hears of a game, and stays.
BOT = """#!{python}
import os, pathlib, time
input()
print('{{"type": "hello", "protocol": 1, "name": "stubborn"}}', flush=True)
input()
pathlib.Path("half").write_text(str(os.getpid()))
os.replace("half", "heard")
time.sleep(600)
"""
OWNER = """
import os, signal, sys
from qwixx.bots.line_process import LineProcess
process = LineProcess([sys.executable, {program!r}, "parent"])
process.ask(b"?\\n", 60)
print(process.pid, flush=True)
{end}
"""


@pytest.mark.parametrize(
    "end",
    [
        "os.kill(os.getpid(), signal.SIGKILL)",
        "os.kill(os.getpid(), signal.SIGTERM)",
        "os._exit(1)",
        "sys.exit(1)",
        "",
    ],
)
def test_a_stubborn_program_ends_with_its_owner(tmp_path: Path, end: str) -> None:
    program = tmp_path / "stubborn.py"
    program.write_text(STUBBORN)
    script = OWNER.format(program=str(program), end=end)
    owner = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert owner.stderr == ""
    wait_until_none(lambda: of_group(int(owner.stdout)))
    wait_until_none(lambda: with_word(str(program)))


@pytest.mark.parametrize(
    "command",
    [
        ["arena", "gap:1,2", "exec:./bot", "--games", "100000", "--jobs", "1"],
        ["arena", "gap:1,2", "exec:./bot", "--games", "100000", "--jobs", "2"],
        ["play", "--players", "exec:./bot", "Ann", "--seed", "1"],
    ],
)
def test_a_program_ends_with_a_command_that_is_killed(tmp_path: Path, command: list[str]) -> None:
    bot = tmp_path / "bot"
    bot.write_text(BOT.format(python=sys.executable))
    bot.chmod(0o755)
    with subprocess.Popen(
        [sys.executable, "-m", "qwixx", *command],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + 60
        while not (tmp_path / "heard").exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
    pid = int((tmp_path / "heard").read_text())
    wait_until_none(lambda: of_group(pid))


def test_programs_that_have_ended_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    monkeypatch.setattr(process_tree, "kill_tree", killed.append)
    process_tree.guard([b"+12\n", b"+13\n", b"-12\n", b"+14\n"])
    assert sorted(killed) == [13, 14]


def test_a_guard_that_was_killed_holds_nobody_up() -> None:
    script = """
        import os, signal, sys
        from qwixx.bots.line_process import LineProcess
        from qwixx.system.guard import GUARD
        words = [sys.executable, "-c", "print(input()); input()"]
        first = LineProcess(words)
        os.kill(GUARD._process.pid, signal.SIGKILL)
        GUARD._process.wait()
        print(first.ask(b"one\\n", 60), LineProcess(words).ask(b"two\\n", 60))
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=60
    )
    assert (ran.stdout, ran.stderr) == ("b'one' b'two'\n", "")
