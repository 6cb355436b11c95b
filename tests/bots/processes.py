"""Lists processes, for tests that check that none is left behind."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")


class Process(NamedTuple):
    pid: int
    group: int
    command: str


def live_processes() -> list[Process]:
    """All processes except zombies."""
    return _from_proc() if (PROC / "self" / "stat").exists() else _from_ps()


def _from_proc() -> list[Process]:
    found = []
    for folder in PROC.glob("[0-9]*"):
        try:
            # The name in parentheses can contain any character, including parentheses and spaces.
            state, _, group = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[:3]
            command = (folder / "cmdline").read_text(errors="replace").replace("\0", " ")
        except OSError:
            continue
        if state not in "ZX":
            found.append(Process(int(folder.name), int(group), command))
    return found


def _from_ps() -> list[Process]:
    lines = subprocess.check_output(["ps", "-A", "-ww", "-o", "pid=,pgid=,stat=,command="], text=True)
    rows = [line.split(None, 3) for line in lines.splitlines()]
    return [Process(int(row[0]), int(row[1]), row[-1]) for row in rows if row[2][0] != "Z"]


def of_group(group: int) -> list[Process]:
    return [process for process in live_processes() if process.group == group]


def with_word(word: str) -> list[Process]:
    return [process for process in live_processes() if word in process.command]


def wait_until_none(find: Callable[[], list[Process]]) -> None:
    deadline = time.monotonic() + 60
    while left := find():
        assert time.monotonic() < deadline, f"still there: {left}"
        time.sleep(0.02)
