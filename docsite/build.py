"""The build: stage the pages, run Zensical in strict mode, and check the result."""

import os
import re
import subprocess
import sys
from pathlib import Path

from docsite.checks import html_problems, nav_problems
from docsite.stage import ROOT, stage

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
DEFAULT = ROOT / "build" / "docs"


def build(folder: Path) -> list[str]:
    """Build the site in ``folder / "html"``; what is wrong with it."""
    stage(folder)
    return nav_problems(folder) or zensical_problems(folder) or html_problems(folder / "html")


def zensical_problems(folder: Path) -> list[str]:
    """What Zensical finds wrong while it builds what is staged in a folder."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(
        [*command, "--config-file", "zensical.toml"],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )
    return [_told(done.stdout + done.stderr)] if done.returncode else []


def _told(output: str) -> str:
    """What Zensical says, without colours and the traceback that ends it."""
    told, _, trace = COLOUR.sub("", output).partition("Traceback (most recent call last)")
    failures = re.findall(r"^RuntimeError: (?!Aborted because --strict).*", trace, re.MULTILINE)
    return "\n".join([told.strip(), *failures])
