"""Acknowledged facts are on disk, even if the process is killed."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from qwixx.server.stores.sqlite.store import SqliteStore
from tests.server.stores.sqlite import appender
from tests.server.stores.stored_facts import loaded


def wait_for_more(child: subprocess.Popen[bytes], output: Path) -> None:
    """Return as soon as the child acknowledges another append."""
    size, deadline = output.stat().st_size, time.monotonic() + 60
    while output.stat().st_size == size:
        assert child.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.0001)


def killed_appender(path: Path, output: Path, at_once: bool) -> list[tuple[str, int]]:
    """The acknowledgements of a process that was killed, at a random time or right after one."""
    with output.open("wb") as out:
        child = subprocess.Popen([sys.executable, appender.__file__, path], stdout=out)
    try:
        wait_for_more(child, output)
        time.sleep(random.uniform(0, 0.05))
        if at_once:
            wait_for_more(child, output)
    finally:
        os.kill(child.pid, signal.SIGKILL)
        status = child.wait()
    assert status == -signal.SIGKILL
    lines = [line.split() for line in output.read_text().splitlines(keepends=True) if line.endswith("\n")]
    return [(table, int(number)) for table, number in lines]


def check_whole(facts: list[bytes]) -> None:
    """Check that facts are numbered without gaps and that no append is partial."""
    spans = [tuple(map(int, fact.split())) for fact in facts]
    assert [number for number, _, _ in spans] == list(range(1, len(spans) + 1))
    assert all(end <= len(spans) + 1 for _, _, end in spans)


def check_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for table in appender.TABLES:
            rows = db.execute("SELECT number FROM facts WHERE table_name = ? ORDER BY 1", (table,)).fetchall()
            assert [number for (number,) in rows] == list(range(1, len(rows) + 1))


def test_acknowledged_facts_survive_kills(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    known = dict.fromkeys(appender.TABLES, 0)
    for kill in range(10):
        acknowledged = killed_appender(path, tmp_path / "acknowledged", at_once=kill % 2 == 0)
        assert acknowledged
        for table, number in acknowledged:
            known[table] += 1
            assert number == known[table]
        check_after_kill(path, known)
        check_file(path)


def check_after_kill(path: Path, known: dict[str, int]) -> None:
    """Check that no acknowledged fact is lost and that appending works; updates ``known``."""

    async def check(store: SqliteStore) -> None:
        versions = {row.table: row.version for row in await store.tables()}
        for table in known:
            facts = await loaded(store, table)
            check_whole(facts)
            assert len(facts) == versions.get(table, 0)
            assert len(facts) >= known[table]
            await store.append(table, len(facts) + 1, appender.batch(len(facts) + 1, 1))
            known[table] = len(facts) + 1

    with closing(SqliteStore.open(path)) as store:
        asyncio.run(check(store))
