"""Finding a Chromium for the tests, or getting one. They never run without."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find() -> str | None:
    """The path of an installed Chromium or Chrome."""
    named = os.environ.get("QWIXX_CHROMIUM")
    if named:
        return named
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def ensure() -> str:
    """The path of a Chromium, which is installed if there is none; tells what it does."""
    return find() or _from_apt() or _from_playwright() or _give_up()


def _from_apt() -> str | None:
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return None
    print("no Chromium found: installing Debian's by apt-get ...", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
        subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)
    return find()


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
    print(ensure())
