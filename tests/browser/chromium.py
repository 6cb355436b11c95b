"""Find a Chromium for the tests, or install one. The tests never run without it.

Most tests run in Chromium's headless shell, which renders and scripts pages as Chromium does but has no windows, tabs
or menus: that takes a third less CPU time. A few tests need features that only the full browser has.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.engines import debian

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")


def find() -> str | None:
    """Return the path of an installed Chromium or Chrome."""
    return os.environ.get("QWIXX_CHROMIUM") or _first_of(NAMES)


def find_shell() -> str | None:
    """Return the path of an installed headless shell, unless QWIXX_CHROMIUM names a browser."""
    return os.environ.get("QWIXX_CHROMIUM") or _first_of(SHELLS)


def ensure() -> str:
    """Return the path of a Chromium; install one if there is none, and print what it does."""
    return find() or _from_apt("chromium", find) or _from_playwright() or _give_up()


def ensure_shell() -> str:
    """Return the path of a headless shell, or of a Chromium if no headless shell is available."""
    return find_shell() or _from_apt(SHELLS[0], find_shell) or ensure()


def _first_of(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


def _from_apt(package: str, found: Callable[[], str | None]) -> str | None:
    debian.install(package)
    return found()


def _from_playwright() -> str | None:
    print("no Chromium found: downloading Playwright's ...", flush=True)
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _give_up() -> str:
    sys.exit("the browser tests need Chromium or Chrome: install one, or name it in QWIXX_CHROMIUM")


if __name__ == "__main__":
    print(ensure(), ensure_shell())
