"""Install the engines that the tests run in: ``python -m tests.engines``. With ``--report`` say which are missing."""

import sys
from collections.abc import Callable

from tests.browser import chromium
from tests.engines import firefox, webkit
from tests.engines.conftest import REQUIRED

# For each file of tests: what it needs, and whether that is there.
OTHERS: dict[str, tuple[str, Callable[[], bool], Callable[[], bool]]] = {
    "tests/engines/test_webkit.py": ("WebKitGTK and its driver", webkit.ensure, webkit.is_installed),
    "tests/engines/test_firefox.py": ("Firefox ESR", firefox.ensure, lambda: firefox.path() is not None),
}


def install() -> None:
    """Chromium must be there, and the others where they are required."""
    chromium.ensure()
    chromium.ensure_shell()
    missing = [needed for needed, ensure, _ in OTHERS.values() if not ensure()]
    if missing and REQUIRED:
        sys.exit(f"QWIXX_ENGINES=required, but not installed: {', '.join(missing)}; see CONTRIBUTING.md")


def report() -> None:
    for tests, (needed, _, is_installed) in OTHERS.items():
        if not is_installed():
            print(f"NOT RUN: {tests}, which needs {needed}; see CONTRIBUTING.md")


if __name__ == "__main__":
    if "--report" in sys.argv:
        report()
    else:
        install()
