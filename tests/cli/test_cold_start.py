"""A game against a trained bot on a machine that has compiled nothing yet, at a pseudo-terminal."""

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from qwixx.cli import cold_start, play_run
from tests.bots.processes import of_group, wait_until_none
from tests.cli.conftest import Run

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

import pty

NOTICE = "The bots are being compiled, once on this machine; until then they think longer.\n"
SECONDS = 60


class Game:
    """``qwixx play`` at a pseudo-terminal, in a session of its own."""

    def __init__(self, cache: Path, *arguments: str) -> None:
        self.pid, self._screen = pty.fork()
        if self.pid == 0:
            os.environ.update(NUMBA_CACHE_DIR=str(cache), TERM="dumb")
            os.execv(sys.executable, [sys.executable, "-m", "qwixx", "play", *arguments])
        self.shown = ""

    def type(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def read_until(self, words: str) -> None:
        while words not in self.shown:
            assert self._read(), f"it ended without {words!r}: {self.shown}"

    def status(self) -> int:
        """The exit status, once everything is read."""
        while self._read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def _read(self) -> bool:
        ready, _, _ = select.select([self._screen], [], [], SECONDS)
        assert ready, f"nothing for {SECONDS} seconds after {self.shown}"
        try:
            read = os.read(self._screen, 65536)
        except OSError:  # how Linux tells the end
            return False
        self.shown += read.decode().replace("\r\n", "\n")
        return bool(read)

    def close(self) -> None:
        os.close(self._screen)


@contextmanager
def started(cache: Path, *arguments: str) -> Iterator[Game]:
    game = Game(cache, *arguments)
    try:
        yield game
    finally:
        game.close()


def test_a_person_plays_while_the_bot_is_compiled(tmp_path: Path) -> None:
    """What was typed before the first question does not answer it."""
    with started(tmp_path, "--players", "Ann", "novice") as game:
        game.read_until(NOTICE)
        game.type("\n")
        game.read_until("or Enter to pass): ")
        game.type("q\n")
        assert game.status() == 0
        assert game.shown.partition("or Enter to pass): ")[2] == "q\nYou left the game; it was not saved\n"
        wait_until_none(lambda: of_group(game.pid))


def test_ctrl_c_during_the_wait_leaves_nothing_behind(tmp_path: Path) -> None:
    with started(tmp_path, "--players", "Ann", "master") as game:
        game.read_until(NOTICE)
        os.kill(game.pid, signal.SIGINT)
        assert game.status() == 130
        assert "Traceback" not in game.shown
        wait_until_none(lambda: of_group(game.pid))


@pytest.fixture
def no_cold_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and somebody would notice if bots were interpreted."""
    monkeypatch.setattr(play_run, "is_cold", lambda *_: True)
    monkeypatch.setattr(cold_start, "ColdStart", None)


@pytest.mark.usefixtures("no_cold_start")
def test_a_pipe_waits_for_the_compiler(run: Run) -> None:
    assert run("play", "--players", "Ann", "novice", typed="q\n").status == 0


@pytest.mark.usefixtures("no_cold_start")
@pytest.mark.parametrize("words", [("Ann", "--seed", "1"), ("gap:1,2", "--json")])
def test_what_must_be_the_same_everywhere_waits_for_the_compiler(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(play_run, "is_interactive", lambda: True)
    assert run("play", "--players", "novice", *words, typed="q\n").status == 0
