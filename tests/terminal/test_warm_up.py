"""Notices of compilation, and games with an empty compiler cache."""

import os
import signal
from contextlib import AbstractContextManager
from pathlib import Path

import numba
import pytest

from qwixx.bots import cold_start
from qwixx.cli.commands import play
from qwixx.terminal.warm_up import compile_notice
from tests.bots.processes import of_group, wait_until_none
from tests.command_line import Run
from tests.terminal.pseudo_terminal import PseudoTerminal, at_terminal


@numba.njit()
def doubled(number: float) -> float:
    return number * 2


@numba.njit()
def quadrupled(number: float) -> float:
    return doubled(doubled(number))


def test_a_notice_before_the_first_function_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    with compile_notice("the example"):
        assert quadrupled(3) == 12
        assert doubled(1.5) == 3
    notice = "qwixx: compiling the example; this takes about half a minute, once on this machine\n"
    assert capsys.readouterr() == ("", notice)


def test_no_notice_if_everything_is_compiled_already(capsys: pytest.CaptureFixture[str]) -> None:
    quadrupled(3)
    capsys.readouterr()
    with compile_notice("the example"):
        assert quadrupled(4) == 16
    assert capsys.readouterr() == ("", "")


def test_no_notice_of_compilation_after_the_block(capsys: pytest.CaptureFixture[str]) -> None:
    with compile_notice("the example"):
        pass
    assert quadrupled(True) == 4
    assert capsys.readouterr() == ("", "")


# At a pseudo-terminal

NOTICE = "The bots are being compiled, once on this machine; until then they think longer.\n"


def started(cache: Path, *arguments: str) -> AbstractContextManager[PseudoTerminal]:
    """``qwixx play`` with an empty compiler cache."""
    return at_terminal("play", *arguments, NUMBA_CACHE_DIR=str(cache))


def test_a_person_can_play_while_the_bot_is_compiled(tmp_path: Path) -> None:
    with started(tmp_path, "--players", "Ann", "novice") as game:
        game.read_until(NOTICE)
        game.read_until("or Enter to pass): ")
        game.type("q\n")
        assert game.status() == 0
        assert game.shown.partition("or Enter to pass): ")[2] == "q\nYou left the game; it was not saved\n"
        wait_until_none(lambda: of_group(game.pid))


def test_ctrl_c_during_compilation_leaves_no_process_behind(tmp_path: Path) -> None:
    with started(tmp_path, "--players", "Ann", "master") as game:
        game.read_until(NOTICE)
        os.kill(game.pid, signal.SIGINT)
        assert game.status() == 130
        assert "Traceback" not in game.shown
        wait_until_none(lambda: of_group(game.pid))


@pytest.fixture
def no_cold_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that the cache is empty, and make the interpreted fallback fail."""
    monkeypatch.setattr(play, "is_cold", lambda *_: True)
    monkeypatch.setattr(cold_start, "COLD_START", None)


@pytest.mark.usefixtures("no_cold_start")
def test_without_a_terminal_the_game_waits_for_the_compiler(run: Run) -> None:
    assert run("play", "--players", "Ann", "novice", typed="q\n").status == 0


@pytest.mark.usefixtures("no_cold_start")
@pytest.mark.parametrize("words", [("Ann", "--seed", "1"), ("gap:1,2", "--json")])
def test_seeded_games_and_json_output_wait_for_the_compiler(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(play, "is_interactive", lambda: True)
    assert run("play", "--players", "novice", *words, typed="q\n").status == 0
