"""The tutorials work: the test writes their files, runs their commands and compares the output.

A block with a file name as title is a file, a ``sh`` block is run, and a ``text`` block after it is its
output, with ``…`` for anything. ``title="terminal 1"`` runs in the background. Blocks titled ``on the
server`` need another machine and are skipped, and so are installations.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from qwixx.client import Server, Unreachable
from tests.server.listening_server import wait_until
from tests.server.running_server import free_port

ROOT = Path(__file__).parent.parent
TUTORIALS = ROOT / "docs" / "tutorials"
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]*)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
# The port in the tutorials, which each test replaces.
PORT = "8123"
ANYTHING = "…"


class Block(NamedTuple):
    language: str
    title: str
    text: str
    place: str
    """The page and the line, for a block that fails."""


def blocks(path: Path) -> Iterator[Block]:
    text = path.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(found[1], found[2] or "", found[3], f"{path.relative_to(ROOT)}:{line}")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("path", sorted(TUTORIALS.glob("*.md")), ids=lambda path: path.stem)
def test_a_tutorial_works(path: Path, tmp_path: Path) -> None:
    port, printed = str(free_port()), ""
    with ExitStack() as running:
        for language, title, as_written, place in blocks(path):
            text = as_written.replace(PORT, port)
            match language, title:
                case "sh", "on the server":
                    pass
                case "sh", "" if text.startswith("pip install "):
                    pass
                case "sh", "":
                    printed = run(text, tmp_path, place)
                case "sh", _:
                    running.enter_context(in_the_background(text, tmp_path))
                case "text", _:
                    assert fits(printed, text), f"{place}: the output differs:\n{printed}"
                case _:
                    (tmp_path / title).write_text(text, encoding="utf-8")


def fits(printed: str, expected: str) -> bool:
    parts = [re.escape(part.strip("\n")) for part in expected.split(ANYTHING)]
    return re.fullmatch(r"\s*".join([r"(?s:.*)".join(parts), ""]), printed.strip("\n")) is not None


def environment(folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "QWIXX_SEATS": str(folder / "seats"),
        "COLUMNS": "120",
    }


def run(command: str, folder: Path, place: str) -> str:
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", command],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, f"{place}: the command failed:\n{done.stdout}{done.stderr}"
    return done.stdout


@contextmanager
def in_the_background(command: str, folder: Path) -> Iterator[None]:
    """Run a server that a tutorial starts in another terminal, with its tables in the folder of the test."""
    words = [*command.split(), "--data", str(folder / "tables.sqlite")]
    with subprocess.Popen(words, cwd=folder, env=environment(folder)) as process:
        try:
            url = f"http://127.0.0.1:{words[words.index('--port') + 1]}"
            wait_until(lambda: process.poll() is not None or answers(url))
            yield
        finally:
            process.terminate()


def answers(url: str) -> bool:
    try:
        Server(url).public_tables()
    except Unreachable:
        return False
    return True
