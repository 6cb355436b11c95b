"""How long a new visitor far from the server waits for the first screen.

    python -m tests.bench.first_visit [--beside COMMIT]

Chromium emulates a network with a latency of 300 ms and 200 kB/s. Bytes are those on the wire, including headers.
With a commit, the client of that commit is built and measured for comparison.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.conftest import FLAGS
from tests.browser.visits import SLOW, Visit, first_visit
from tests.server.running_server import RunningServer, free_port

ROOT = Path(__file__).parent.parent.parent
VISITS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--beside", metavar="COMMIT", help="measure this commit, too")
    arguments = parser.parse_args()
    print(f"{SLOW['latency']} ms, {SLOW['downloadThroughput'] / 1000:.0f} kB/s, {VISITS} visits, median")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium.ensure(), args=FLAGS)
        print_row("now", measure(browser, ROOT / "src", Path(folder) / "now"))
        if arguments.beside:
            source = checked_out(arguments.beside, Path(folder) / "tree")
            print_row(arguments.beside, measure(browser, source, Path(folder) / "before"))
        browser.close()


def measure(browser: Browser, source: Path, data: Path) -> list[Visit]:
    data.mkdir()
    server = RunningServer(data / "tables.sqlite", free_port(), {"PYTHONPATH": str(source)})
    try:
        return [first_visit(browser, server.url, slow=True) for _ in range(VISITS)]
    finally:
        server.stop()


def print_row(name: str, visits: list[Visit]) -> None:
    seconds = median(visit.first_screen_seconds for visit in visits)
    first, roll = visits[0].first_screen_bytes / 1000, visits[0].first_roll_bytes / 1000
    print(f"{name:<12} first screen {seconds:.2f} s, {first:.1f} kB; first roll {roll:.1f} kB")


def checked_out(commit: str, tree: Path) -> Path:
    """Check out a commit and build its client."""
    subprocess.run(["git", "clone", "-q", "--no-checkout", str(ROOT), str(tree)], check=True)
    subprocess.run(["git", "-C", str(tree), "checkout", "-q", commit], check=True)
    subprocess.run([sys.executable, str(tree / "web" / "build.py"), "--no-check"], check=True)
    return tree / "src"


if __name__ == "__main__":
    main()
