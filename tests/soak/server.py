"""A real server process on loopback, across restarts on the same data."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.server.running_server import free_port
from tests.soak.host import Reached

START_SECONDS = 60.0
END_SECONDS = 30.0
LIMITS = ("tables_per_hour=100000", "requests_per_second=500", "questions_per_address=8")
ERROR = re.compile(r"\b(?:ERROR|CRITICAL)\b|Traceback")


class Server:
    """``qwixx serve`` with its data in a file or in a database. It is also a complete `Host`."""

    def __init__(self, folder: Path, data: str, name: str = "server") -> None:
        self.port = free_port()
        self.is_up = asyncio.Event()
        self.life = 0
        self._folder = folder
        self._data = data
        self._name = name
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        return self._log_of(self.life)

    def _log_of(self, life: int) -> Path:
        return self._folder / f"{self._name}-{life}.txt"

    async def reach(self) -> Reached:
        await self.is_up.wait()
        return Reached(self)

    def is_well(self) -> bool:
        """A local disk is always reachable."""
        return True

    async def start(self) -> float:
        """Start the server and return the seconds until it answered."""
        self.life += 1
        begun = time.monotonic()
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(self._command(), stdout=log, stderr=log)
        while not await self._answers():
            assert self._process.poll() is None, f"the server exited during startup:\n{self.log.read_text()}"
            assert time.monotonic() - begun < START_SECONDS, "the server did not start in time"
            await asyncio.sleep(0.05)
        self.is_up.set()
        return time.monotonic() - begun

    def _command(self) -> list[str]:
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--data", self._data]
        limits = [part for limit in LIMITS for part in ("--limit", limit)]
        how = ["--no-browser", "--log-level", "info", *limits]
        return [sys.executable, "-m", "qwixx", "serve", *where, *how]

    async def _answers(self) -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(b"GET /api/tables/none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer = await reader.read(12)
            writer.close()
        except OSError:
            return False
        return answer.endswith(b"404")

    async def end(self, by: signal.Signals) -> int:
        """End the server with a signal and return its exit status."""
        assert self._process is not None
        self.is_up.clear()
        self.tell(by)
        try:
            return await asyncio.to_thread(self._process.wait, END_SECONDS)
        except subprocess.TimeoutExpired:
            self.destroy()
            return self._process.returncode

    def tell(self, what: signal.Signals) -> None:
        """Send a signal without waiting."""
        assert self._process is not None
        self._process.send_signal(what)

    def destroy(self) -> None:
        """Kill the process if it is still running."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def logged_errors(self) -> list[str]:
        """The errors logged since the last start, except for a review that was cut off by the shutdown."""
        return [
            error
            for error in errors_in(self.log)
            if "graceful shutdown exceeded" not in error.splitlines()[0]
        ]

    def logs(self) -> list[Path]:
        """The logs since the first start."""
        return [self._log_of(life) for life in range(1, self.life + 1)]

    def memory_bytes(self) -> int:
        """The resident memory of the process, without its worker processes."""
        assert self._process is not None
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


def errors_in(log: Path) -> list[str]:
    """The errors in a log, each with the lines that follow it."""
    lines = log.read_text(errors="replace").splitlines()
    return ["\n".join(lines[number : number + 30]) for number, line in enumerate(lines) if ERROR.search(line)]
