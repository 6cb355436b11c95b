"""``python -m tests.cluster --minutes N [--seed S] [--tables T]``."""

import argparse
import asyncio
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median

from tests.cluster.faults import many
from tests.cluster.run import Run
from tests.postgres import running_postgres
from tests.soak.plan import Plan

SHOWN = 10
# What a host promises, in seconds: a table recovers within this time.
SILENCE_SECONDS = 3.0
PAUSE_SECONDS = (0.5, 3.0)
TABLE_SECONDS = 40.0
LOST_OR_DOUBLED = re.compile("acknowledged|not on disk|nobody asked for this|twice|replayed")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to play (default: 5)")
    parser.add_argument("--seed", type=int, default=1, help="what people do follows from it (default: 1)")
    parser.add_argument("--tables", type=int, default=10, help="tables at once, 1 to 60 (default: 10)")
    args = parser.parse_args()
    if not 0 < args.minutes <= 24 * 60 or not 1 <= args.tables <= 60:
        parser.error("minutes are more than 0 and at most 1440, tables 1 to 60")
    folder = Path(tempfile.mkdtemp(prefix="qwixx-cluster-"))
    plan = Plan(
        args.minutes * 60,
        args.seed,
        args.tables,
        table_seconds=TABLE_SECONDS,
        silence_seconds=SILENCE_SECONDS,
    )
    with running_postgres() as database:
        run = Run(plan, many(random.Random(args.seed)), folder, database, PAUSE_SECONDS)
        asyncio.run(run.run())
    return tell(run, args.seed, folder)


def tell(run: Run, seed: int, folder: Path) -> int:
    """Print the results and return the exit status."""
    figures = run.figures
    print("\n".join(figures.lines()))
    for fault, silences in sorted(run.silences.items()):
        middle, worst = median(silences), max(silences)
        print(f"silence of {len(silences)} tables, {fault}: median {middle:.2f} s, longest {worst:.2f} s")
    print(f"opinions about who is present: {run.opinions}")
    late = sorted(run.audit.late) or [0.0]
    print(
        f"late decisions: {len(run.audit.late)}, after {median(late):.2f} s, the last after {late[-1]:.1f} s"
    )
    lost = sum(bool(LOST_OR_DOUBLED.search(violation.what)) for violation in figures.violations)
    print(f"choices acknowledged: {figures.acknowledged['choose']}; facts lost or doubled: {lost}")
    if not figures.violations:
        shutil.rmtree(folder)
        print(f"no violation; seed {seed}")
        return 0
    print(f"{len(figures.violations)} violations with seed {seed}; logs are in {folder}")
    for what, count in Counter(each.what for each in figures.violations).most_common():
        print(f"{count} times: {what}")
    for number, violation in enumerate(figures.violations[:SHOWN], start=1):
        print(f"{number}. {violation}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
