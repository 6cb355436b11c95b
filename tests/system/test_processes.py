"""Child processes end with their parent, however it ends; commands are split into words."""

import os
import shlex
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from qwixx.system import processes
from qwixx.system.processes import command_words
from tests.bots.processes import of_group, wait_until_none, with_word
from tests.waiting import wait_until

# Ignores SIGTERM, SIGHUP and the end of its input, and has a child that does the same.
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
# A bot that says hello, creates a file at the start of a game, and hangs.
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
def test_a_program_that_ignores_signals_ends_with_its_parent(tmp_path: Path, end: str) -> None:
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
def test_a_program_ends_when_the_command_that_runs_it_is_killed(tmp_path: Path, command: list[str]) -> None:
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
        wait_until((tmp_path / "heard").exists)
        os.kill(process.pid, signal.SIGKILL)
    pid = int((tmp_path / "heard").read_text())
    wait_until_none(lambda: of_group(pid))


def test_the_reaper_kills_only_programs_that_have_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    monkeypatch.setattr(processes, "kill_tree", killed.append)
    processes.reap([b"+12\n", b"+13\n", b"-12\n", b"+14\n"])
    assert sorted(killed) == [13, 14]


def test_programs_run_even_if_the_reaper_was_killed() -> None:
    script = """
        import os, signal, sys
        from qwixx.bots.line_process import LineProcess
        from qwixx.system.processes import REAPER
        words = [sys.executable, "-c", "print(input()); input()"]
        first = LineProcess(words)
        os.kill(REAPER._process.pid, signal.SIGKILL)
        REAPER._process.wait()
        print(first.ask(b"one\\n", 60), LineProcess(words).ask(b"two\\n", 60))
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=60
    )
    assert (ran.stdout, ran.stderr) == ("b'one' b'two'\n", "")


@pytest.mark.parametrize("command", ["./bot --flag", "'a b' \"c d\" e\\ f", "a'b c'd", "x # y", "''", " "])
def test_a_command_is_split_like_in_a_shell(command: str) -> None:
    assert command_words(command, backslash_escapes=True) == shlex.split(command)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (r"C:\bots\new\bot.exe --flag", [r"C:\bots\new\bot.exe", "--flag"]),
        (r'"C:\Program Files\bot.exe" a', [r"C:\Program Files\bot.exe", "a"]),
        (r"py 'C:\my bots\bot.py'", ["py", r"C:\my bots\bot.py"]),
        ("py bot.py # 1", ["py", "bot.py", "#", "1"]),
    ],
)
def test_backslashes_of_windows_paths_are_kept(command: str, words: list[str]) -> None:
    assert command_words(command, backslash_escapes=False) == words


@pytest.mark.parametrize("escapes", [True, False])
def test_an_unclosed_quotation_is_refused(escapes: bool) -> None:
    with pytest.raises(ValueError, match="No closing quotation"):
        command_words("./bot 'a", backslash_escapes=escapes)
