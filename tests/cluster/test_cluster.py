"""A short run of a cluster, with each fault once or twice."""

import asyncio
from pathlib import Path

from tests.cluster.faults import CALM, KILL, RESTART, cut, freeze, outage
from tests.cluster.run import Run
from tests.postgres import running_postgres
from tests.soak.plan import Plan

# How fast a table goes on is no matter of this test; that it does is.
SHORT = Plan(seconds=120.0, seed=5, tables=5, table_seconds=30.0, silence_seconds=60.0)
FAULTS = (freeze(1.5), cut("qwixx %"), RESTART, outage(1.0), KILL, CALM, KILL)


def test_whatever_fails_nothing_is_lost_and_nothing_doubled(tmp_path: Path) -> None:
    with running_postgres() as database:
        run = Run(SHORT, FAULTS, tmp_path, database, pause=(0.1, 0.2))
        asyncio.run(run.run())
    figures = run.figures
    assert not figures.violations, "\n".join(map(str, figures.violations[:5]))
    assert figures.ends == {"server killed": 2, **{fault.name: 1 for fault in FAULTS if fault is not KILL}}
    assert figures.acknowledged["choose"] > 20
    assert figures.reconnects > 5
    assert figures.messages_checked > 200
