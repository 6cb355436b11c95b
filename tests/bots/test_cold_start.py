"""Trained bots without compiled code: they answer immediately and make the same choices."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from qwixx.bots import make_bot
from qwixx.bots.cold_start import RETRY_AFTER, ColdStart
from qwixx.bots.levels import LEVELS, Level
from qwixx.bots.trained import TrainedBot
from qwixx.gameplay import Game, ask, play_steps
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.ruleset import DICE, Ruleset
from qwixx.rules.view import View
from qwixx.server import jobs
from qwixx.worker import Worker
from tests.bots.processes import of_group, wait_until_none


@pytest.fixture(scope="module")
def interpreter() -> Iterator[Worker]:
    with closing(Worker(environment={"NUMBA_DISABLE_JIT": "1"})) as worker:
        yield worker


def decisions(game: str, players: int) -> Iterator[State]:
    """The decisions of the first half of a game."""
    played = Game(game, ["Ann", "Ben", "Cem", "Dan"][:players], seed=5)
    befores = (before for before, _ in play_steps(played, [make_bot("gap:1,2")] * players))
    yield from [before for before in befores if before.chance is None][:24]


@pytest.mark.parametrize(("game", "players"), [("dice", 2), ("dice", 3), ("cards", 2), ("cards_joker", 4)])
def test_interpreted_bots_choose_like_compiled_ones(interpreter: Worker, game: str, players: int) -> None:
    levels = LEVELS if players == 2 else ("casual",)
    for state in decisions(game, players):
        seat = min(state.to_act)
        for name in levels:
            bot = TrainedBot(LEVELS[name])
            assert interpreter.submit(bot.choose_here, state.view(seat)).result() == ask(bot, state, seat)


def test_a_bot_that_was_compiled_is_found_in_the_cache() -> None:
    """This includes levels that always pass in the turns of others."""
    for level in LEVELS.values():
        bot = TrainedBot(level)
        bot.compile(DICE, 2)
        assert bot._code(DICE).is_cached


@dataclass
class SlowBot:
    """Chooses immediately in the process that created it, and hangs in any other one."""

    begun: Path
    level: Level = LEVELS["casual"]
    process: int = os.getpid()

    def compile(self, rules: Ruleset, players: int) -> None:
        pass

    def choose_here(self, view: View) -> Choice:
        if os.getpid() != self.process:
            self.begun.touch()
            time.sleep(60)
        return view.choices[-1]


def test_pending_choices_survive_the_end_of_the_helper_processes(tmp_path: Path) -> None:
    """One choice is running and two are queued when another thread finds all code compiled."""
    bot = SlowBot(tmp_path / "begun")
    view = Game("dice", ["Ann", "Ben"], seed=1).advance().view(0)
    with ThreadPoolExecutor(3) as pool, closing(ColdStart()) as cold_start:
        compiled = cold_start._compile(bot, view)
        assert compiled is not None
        compiled.result()
        waiting = [pool.submit(cold_start.choose, bot, view) for _ in range(3)]
        while not bot.begun.exists() or cold_start._compiler._questions.qsize() < 2:
            time.sleep(0.01)
        cold_start.close_if_done()
        assert [choice.result() for choice in waiting] == [view.choices[-1]] * 3


class Uncompilable(SlowBot):
    """Chooses in any process but fails to compile."""

    def compile(self, rules: Ruleset, players: int) -> None:
        self.begun.open("a").write("tried\n")
        raise RuntimeError("no compiler")

    def choose_here(self, view: View) -> Choice:
        return view.choices[0]


def test_a_failed_compilation_is_logged_and_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot, tries = Uncompilable(tmp_path / "tries"), tmp_path / "tries"
    view = Game("dice", ["Ann", "Ben"], seed=1).advance().view(0)
    now = 0.0
    monkeypatch.setattr("qwixx.bots.cold_start.monotonic", lambda: now)
    with closing(ColdStart()) as cold_start:
        cold_start.choose(bot, view)
        while not cold_start._compiling[bot.level, False].done():
            time.sleep(0.01)
        for _ in range(3):
            assert cold_start.choose(bot, view) == view.choices[0]
        assert caplog.text.count("no compiler") == 1
        assert tries.read_text() == "tried\n"
        now = RETRY_AFTER
        cold_start.choose(bot, view)
        assert (bot.level, False) in cold_start._compiling


# There is no __main__ guard, since helper processes do not import the script that starts them.
COLD = """
import os, qwixx
state = qwixx.parse_position("dice; 1 common 6+5 r6 y6 g1 b1; r2,3,4,5,6,7,8,9,10; r2,3,4,5,6,7,8,9,10")
bot = qwixx.make_bot("master")
print([str(bot.choose(state.view(seat))) for seat in (0, 1)])
"""


def run_cold(cache: Path, script: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", script]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=200, start_new_session=True
    )


def test_a_script_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    done = run_cold(tmp_path, COLD)
    assert (done.stdout, done.stderr, done.returncode) == ("['r11', 'r11']\n", "", 0)
    cached = {path.name.split("-")[0] for path in tmp_path.rglob("*.nbi")}
    assert "choice.choose_deeper" not in cached, "the script waited for the compiler"


def test_helper_processes_end_when_the_parent_is_killed(tmp_path: Path) -> None:
    done = run_cold(tmp_path, f"{COLD}\nprint(os.getpid(), flush=True); os.kill(os.getpid(), 9)")
    group = int(done.stdout.split()[-1])
    wait_until_none(lambda: of_group(group))


def test_a_forked_process_starts_its_own_helpers(tmp_path: Path) -> None:
    copied = f"""{COLD}
if os.fork() == 0:
    print(bot.choose(state.view(0)), flush=True)
else:
    print(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    assert run_cold(tmp_path, copied).stdout.splitlines()[1:] == ["r11", "0"]


def test_reproducible_games_wait_for_the_compiler(tmp_path: Path) -> None:
    """Compilation is stubbed, since it is slow; the test checks that nothing is interpreted."""
    script = """
import qwixx
from qwixx.bots import cold_start, trained
cold_start.COLD_START.choose = None
trained.TrainedBot.compile = lambda self, *_: (print("compiles"), trained._ready.add(self._code(qwixx.DICE)))
trained.TrainedBot.choose_here = lambda self, view: view.choices[0]
qwixx.play(qwixx.Game("dice", ["Ann", "Ben"], seed=1), [qwixx.make_bot("net"), qwixx.make_bot("random")])
"""
    assert run_cold(tmp_path, script).stdout == "compiles\n"


def test_the_worker_of_a_server_answers_without_compiled_code(tmp_path: Path) -> None:
    state = Game("dice", ["Ann", "Ben"], seed=1).advance()
    with closing(Worker(environment={"NUMBA_CACHE_DIR": str(tmp_path)})) as worker:
        assert not worker.submit(jobs.are_bots_compiled).result()
        chosen = worker.submit(jobs.bot_choices, state, {0: "master", 1: "casual"}).result()
        assert set(chosen) == {0, 1}
        assert not worker.submit(jobs.are_bots_compiled).result(), "the worker waited for the compiler"
