"""``python -m tests.soak --minutes N [--seed S] [--tables T]``."""

import argparse
import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

from tests.soak.memory import comparisons, curve
from tests.soak.plan import Plan
from tests.soak.run import Soak

SHOWN = 10


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="how long to play (default: 3)")
    parser.add_argument("--seed", type=int, default=1, help="what people do follows from it (default: 1)")
    parser.add_argument("--tables", type=int, default=12, help="tables at once, 1 to 60 (default: 12)")
    args = parser.parse_args()
    if not 0 < args.minutes <= 24 * 60 or not 1 <= args.tables <= 60:
        parser.error("minutes are more than 0 and at most 1440, tables 1 to 60")
    folder = Path(tempfile.mkdtemp(prefix="qwixx-soak-"))
    soak = Soak(Plan(args.minutes * 60, args.seed, args.tables), folder)
    asyncio.run(soak.run())
    return tell(soak, args.seed, folder)


def tell(soak: Soak, seed: int, folder: Path) -> int:
    """Print the results and return the exit status."""
    print("\n".join([*curve(soak.samples), *comparisons(soak.samples), *soak.figures.lines()]))
    violations = soak.figures.violations
    if not violations:
        shutil.rmtree(folder)
        print(f"no violation; seed {seed}")
        return 0
    print(f"{len(violations)} violations with seed {seed}; files and logs are in {folder}")
    for number, violation in enumerate(violations[:SHOWN], start=1):
        print(f"{number}. {violation}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
