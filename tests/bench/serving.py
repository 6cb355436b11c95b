"""Server processes for benchmarks, and their CPU time and memory."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

START_SECONDS = 60.0


@contextmanager
def serving(port: int, *command: str, source: str | None = None) -> Iterator[int]:
    """Run a server at the port; its process id. ``source`` is the src folder of another checkout."""
    environment = os.environ if source is None else {**os.environ, "PYTHONPATH": source}
    process = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.DEVNULL, env=environment)
    try:
        _wait_for(port, process)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise SystemExit("the server did not start")


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def family_cpu_seconds(pid: int) -> float:
    """User and system time of a process and its living children so far."""
    return sum(map(cpu_seconds, (pid, *children(pid))))


def memory_bytes(pid: int | str) -> int:
    """The resident memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
