"""Install the browser engines for the tests: ``python -m tests.engines``. ``--report`` only lists missing engines."""

import sys
from collections.abc import Callable

from tests.browser import chromium
from tests.engines import firefox, webkit
from tests.engines.conftest import REQUIRED

# For each test file: what it needs, how to install that, and whether it is installed.
OTHERS: dict[str, tuple[str, Callable[[], bool], Callable[[], bool]]] = {
    "tests/engines/test_webkit.py": ("WebKitGTK and its driver", webkit.ensure, webkit.is_installed),
    "tests/engines/test_firefox.py": ("Firefox ESR", firefox.ensure, lambda: firefox.path() is not None),
}


def install() -> None:
    """Install Chromium, and the other engines; fail if one is missing and engines are required."""
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
