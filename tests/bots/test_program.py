"""Bots in other processes: good ones play, bad ones fail with a reason, and all of them are terminated."""

import gc
import os
import pickle
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qwixx.bots import BotError, BotFailure, GapBot, make_bot
from qwixx.bots import program as program_module
from qwixx.bots.line_process import LineProcess
from qwixx.bots.program import ProgramBot
from qwixx.gameplay import Game, play
from qwixx.notation import parse_position
from qwixx.rules.choices import PASS
from qwixx.rules.ruleset import DICE
from tests.bots.processes import of_group, wait_until_none

SCRIPT = Path(__file__).parent / "misbehaving.py"
STATE = parse_position("dice; 2 common 4+1 r3 y2 g5 b6; r3; -")
VIEW = STATE.view(0)

MakeBot = Callable[..., ProgramBot]


def command(manner: str) -> str:
    return shlex.join([sys.executable, str(SCRIPT), manner])


@pytest.fixture
def bot_that() -> Iterator[MakeBot]:
    made: list[ProgramBot] = []

    def make(manner: str, seconds: float = 20) -> ProgramBot:
        made.append(ProgramBot(command(manner), seconds))
        return made[-1]

    yield make
    for bot in made:
        bot.kill()


def assert_gone(group: int) -> None:
    wait_until_none(lambda: of_group(group))


def group_of(bot: ProgramBot) -> int:
    assert bot.pid is not None
    assert of_group(bot.pid)
    return bot.pid


def test_a_program_plays_a_whole_game(bot_that: MakeBot) -> None:
    bot = bot_that("fine")
    outcome = play(Game("dice", ["a", "b"], seed=1), [bot, GapBot(1, 2)])
    assert outcome.totals[0] == -20
    assert bot.name == "rascal"
    group = group_of(bot)
    bot.close()
    assert bot.pid is None
    assert_gone(group)


def test_an_answer_can_be_a_choice_in_notation(bot_that: MakeBot) -> None:
    assert bot_that("notation").choose(VIEW) == VIEW.choices[-1] != PASS


def test_one_process_serves_many_games(bot_that: MakeBot) -> None:
    bot = bot_that("fine")
    groups = set()
    for seed in range(3):
        game = Game("dice", ["a", "b"], seed=seed)
        bot.new_game(DICE, 2, 0, str(seed))
        outcome = play(game, [bot, GapBot(1, 2)])
        bot.game_over(outcome)
        groups.add(group_of(bot))
    assert len(groups) == 1


BAD_STARTS = {
    "crash at start": r"crashed: exit status 3 \(asked: hello\)$",
    "leave at start": r"left without an answer: exit status 0 \(asked: hello\)$",
    "wrong version": r"speaks protocol 2, and this is protocol 1$",
    "no hello": r"answered 'ready!', which is not JSON$",
    "no name": r"missing required field `name`$",
    "strange name": r"printable characters, but '\\x1b\[31mred'$",
}
BAD_ANSWERS = {
    "crash": r"crashed: exit status 1 \(asked: choose\)$",
    "segfault": r"crashed: ended by SIGSEGV \(asked: choose\)$",
    "crash with a child": r"crashed: exit status 4 \(asked: choose\)$",
    "flood without newline": r"wrote a line of more than 64 kB \(asked: choose\)$",
    "no JSON": r"answered 'I cross red seven', which is not JSON$",
    "bytes": r"answered '.*', which is not JSON$",
    "empty line": r"answered '', which is not JSON$",
    "terminal codes": r"answered '\\x1b\]0;owned\\x07\\x1b\[2J', which is not JSON$",
    "null": r"Expected `int \| str`, got `null`",
    "true": r"Expected `int \| str`, got `bool`",
    "array": r"answered '\[0\]': Expected `object`, got `array`$",
    "number": r"Expected `object`, got `int`$",
    "other message": r"Invalid enum value 'hello' - at `\$.type`$",
    "missing choice": r"missing required field `choice`$",
    "fraction": r"Expected `int \| str`, got `float`",
    "too high": r"chose number 5 of 5 choices, counted from 0$",
    "negative": r"chose number -1 of 5 choices",
    "huge": r"""answered '{"choice": 999.*\.\.\.': .*""",
    "no notation": r"answered 'red seven', which is not a choice in notation$",
    "illegal cross": r"chose 'r2', which is not among its 5 legal choices$",
    "wrong kind": r"chose 'play R2 cross r2', which is not among",
}


@pytest.mark.parametrize("manner", [*BAD_STARTS, *BAD_ANSWERS])
def test_a_misbehaving_bot_fails_with_a_reason_and_is_terminated(
    bot_that: MakeBot, manner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []

    def noted(words: list[str]) -> LineProcess:
        process = LineProcess(words)
        started.append(process.pid)
        return process

    monkeypatch.setattr(program_module, "LineProcess", noted)
    bot = bot_that(manner, 2 if manner == "crash with a child" else 20)
    with pytest.raises(BotFailure, match=(BAD_STARTS | BAD_ANSWERS)[manner]) as caught:
        bot.choose(VIEW)
    assert str(caught.value).startswith(f"exec:{command(manner)} ")
    assert "\n" not in str(caught.value)
    assert len(caught.value.reason) < 200
    assert bot.pid is None
    (group,) = started
    assert_gone(group)


@pytest.mark.parametrize("manner", ["hang", "hang with a child", "close output", "flood of errors"])
def test_a_bot_that_does_not_answer_is_killed_with_its_children(bot_that: MakeBot, manner: str) -> None:
    bot = bot_that(manner, 1.5)
    bot.new_game(DICE, 2, 0, "")
    group = group_of(bot)
    began = time.monotonic()
    with pytest.raises(BotFailure, match=r"gave no answer within 1\.5 s|closed its output"):
        bot.choose(VIEW)
    assert time.monotonic() - began < 60, "the bot was not killed after the timeout"
    assert_gone(group)


def test_a_bot_that_hangs_at_startup_times_out(bot_that: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_module, "HELLO_SECONDS", 0.5)
    with pytest.raises(BotFailure, match=r"gave no answer within 0\.5 s \(asked: hello\)$"):
        bot_that("hang at start").choose(VIEW)


@pytest.mark.parametrize("manner", ["two answers", "flood with lines"])
def test_a_bot_that_writes_extra_lines_fails_at_the_next_question(bot_that: MakeBot, manner: str) -> None:
    bot = bot_that(manner)
    assert bot.choose(VIEW) == PASS
    group = group_of(bot)
    assert bot._process is not None
    while not bot._process._stdout.data:
        time.sleep(0.01)
    with pytest.raises(BotFailure, match="wrote more than one line for an answer"):
        bot.choose(VIEW)
    assert_gone(group)


def test_the_time_limit_applies_to_each_decision(bot_that: MakeBot, monkeypatch: pytest.MonkeyPatch) -> None:
    limits, ask = list[float](), LineProcess.ask

    def noted(process: LineProcess, line: bytes, seconds: float) -> bytes:
        limits.append(seconds)
        return ask(process, line, seconds)

    monkeypatch.setattr(LineProcess, "ask", noted)
    bot = bot_that("play", 5)
    for _ in range(3):
        bot.choose(VIEW)
    assert limits == [program_module.HELLO_SECONDS, 5, 5, 5]


def test_a_program_is_restarted_after_a_failure(bot_that: MakeBot) -> None:
    bot = bot_that("crash")
    for _ in range(2):
        with pytest.raises(BotFailure, match="crashed"):
            bot.choose(VIEW)


def test_a_crash_between_games_is_reported_at_the_next_decision(bot_that: MakeBot) -> None:
    bot = bot_that("crash between games")
    bot.new_game(DICE, 2, 0, "")
    with pytest.raises(BotFailure, match="crashed: exit status 5"):
        bot.choose(VIEW)


def test_the_last_lines_of_stderr_are_kept_for_the_report(bot_that: MakeBot) -> None:
    with pytest.raises(BotFailure) as caught:
        bot_that("crash at start").choose(VIEW)
    assert caught.value.last_words == ("no model found", "at model.bin")
    with pytest.raises(BotFailure) as caught:
        bot_that("crash").choose(VIEW)
    assert caught.value.last_words[-1] == "RuntimeError: my own mistake"
    assert len(caught.value.last_words) == 5


def test_the_kept_stderr_is_bounded_and_contains_no_control_characters(bot_that: MakeBot) -> None:
    with pytest.raises(BotFailure) as caught:
        bot_that("crash in colour").choose(VIEW)
    (words,) = caught.value.last_words
    assert 1000 < len(words) <= 4096
    assert words.isprintable()


def test_failures_can_be_pickled() -> None:
    failure = BotFailure("exec:./x", "crashed", ("why",))
    copy = pickle.loads(pickle.dumps(failure))
    assert (str(copy), copy.reason, copy.last_words) == ("exec:./x crashed", "crashed", ("why",))


def test_a_bot_that_keeps_running_after_its_input_is_closed_is_killed(
    bot_that: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program_module, "GOODBYE_SECONDS", 0.2)
    bot = bot_that("stay")
    bot.choose(VIEW)
    group = group_of(bot)
    bot.close()
    bot.close()
    assert_gone(group)


def test_a_garbage_collected_bot_is_killed(bot_that: MakeBot) -> None:
    bot = ProgramBot(command("stay"))
    bot.choose(VIEW)
    group = group_of(bot)
    del bot
    gc.collect()
    assert_gone(group)


@pytest.mark.parametrize("ending", ["", "raise RuntimeError", "import sys; sys.exit(3)"])
def test_bots_end_with_their_parent_process(ending: str) -> None:
    script = f"""
        from qwixx.bots.program import ProgramBot
        from tests.bots.test_program import VIEW
        bot = ProgramBot({command("stay")!r})
        bot.choose(VIEW)
        print(bot.pid, flush=True)
        {ending}
    """
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True)
    assert_gone(int(ran.stdout))


def test_a_well_behaved_bot_ends_even_if_the_arena_is_killed() -> None:
    script = f"""
        import os, signal
        from qwixx.bots.program import ProgramBot
        from tests.bots.test_program import VIEW
        bot = ProgramBot({command("fine")!r})
        bot.choose(VIEW)
        print(bot.pid, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True)
    assert ran.returncode == -signal.SIGKILL
    assert_gone(int(ran.stdout))


def test_a_program_that_cannot_be_started_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "no-format"
    path.write_bytes(b"\x00\x01\x02")
    path.chmod(0o755)
    with pytest.raises(BotFailure, match=r"cannot be started: Exec format error"):
        ProgramBot(str(path)).choose(VIEW)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("", "exec takes the command of a program, as in exec:./mybot"),
        ("./mybot 'open", "cannot read the command of exec:./mybot 'open: No closing quotation"),
        ("./robt", r"there is no program ./robt; did you mean robot\?"),
        ("./none/robot", "there is no program ./none/robot$"),
        ("./plain", r"./plain is not executable; try chmod \+x ./plain"),
        ("robot --x", r"did you mean ./robot\?"),
    ],
)
def test_commands_without_a_runnable_program_are_rejected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "robot").write_text("#!/bin/sh\n")
    (tmp_path / "robot").chmod(0o755)
    (tmp_path / "plain").write_text("")
    with pytest.raises(BotError, match=problem):
        ProgramBot(words)


def test_programs_run_only_where_they_are_allowed() -> None:
    with pytest.raises(BotError, match="would run a program: only the command line may name it"):
        make_bot(f"exec:{command('fine')}")
    bot = make_bot(f"exec:{command('fine')}", programs=True)
    assert isinstance(bot, ProgramBot)
    assert bot.pid is None
    assert bot.choose(VIEW) == PASS
    assert os.getpgid(bot.pid or 0) != os.getpgrp()
    bot.close()
