"""A short cluster run with each fault once or twice."""

import asyncio
from pathlib import Path

import pytest

from tests.cluster.faults import CALM, KILL, RESTART, cut, freeze, outage
from tests.cluster.run import Run
from tests.postgres import running_postgres
from tests.soak.plan import Plan

# This test checks that tables recover, not how fast. It ends after all faults.
SHORT = Plan(seconds=600.0, seed=5, tables=5, table_seconds=30.0, silence_seconds=60.0)
FAULTS = (freeze(1.5), cut("qwixx %"), RESTART, outage(1.0), KILL, CALM, KILL)


@pytest.mark.timeout(900)
def test_faults_neither_lose_nor_duplicate_facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cluster.cluster.RECOVERY_SECONDS", 30.0)
    monkeypatch.setattr("tests.cluster.attendance.NOTICING_SECONDS", 8.0)
    monkeypatch.setattr("tests.cluster.faults.NOTICING_SECONDS", 8.0)
    monkeypatch.setattr("tests.cluster.run.HANGING_UP_SECONDS", 60.0)
    with running_postgres() as database:
        run = Run(SHORT, FAULTS, tmp_path, database, pause=(0.1, 0.2))
        asyncio.run(run.run())
    figures = run.figures
    assert not figures.violations, "\n".join(map(str, figures.violations[:5]))
    assert figures.ends == {"server killed": 2, **{fault.name: 1 for fault in FAULTS if fault is not KILL}}
    assert figures.acknowledged["choose"] > 20
    assert figures.reconnects > 5
    assert figures.messages_checked > 200
