"""The example bots are complete programs and play exactly like gap:1,2."""

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwixx.bots import GapBot, RandomBot
from qwixx.bots.program import ProgramBot
from qwixx.gameplay import Game, play_steps
from qwixx.rules.choices import Choice
from qwixx.rules.view import View

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FLAGS = ("-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O2")


class Compared:
    """Plays like the reference bot, and asserts that the program makes the same choices."""

    def __init__(self, program: ProgramBot) -> None:
        self._program = program
        self._yardstick = GapBot(1, 2)
        self.decisions = 0

    def choose(self, view: View) -> Choice:
        choice = self._yardstick.choose(view)
        assert self._program.choose(view) == choice
        self.decisions += 1
        return choice


@pytest.fixture(scope="module")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("NO C COMPILER: examples/c_bot.c was not tested; install cc to test it")
    program = tmp_path_factory.mktemp("c") / "c_bot"
    subprocess.run([compiler, *FLAGS, "-o", str(program), str(EXAMPLES / "c_bot.c")], check=True)
    return program


@pytest.fixture(params=["python", "c"])
def example(request: pytest.FixtureRequest) -> Iterator[ProgramBot]:
    if request.param == "python":
        bot = ProgramBot(f"{sys.executable} -S {EXAMPLES / 'python_bot.py'}")
    else:
        bot = ProgramBot(str(request.getfixturevalue("c_program")))
    yield bot
    bot.close()


@pytest.mark.parametrize(("game", "players"), [("dice", 2), ("dice", 5), ("cards", 3), ("cards_joker", 2)])
def test_examples_play_like_the_gap_bot(example: ProgramBot, game: str, players: int) -> None:
    for seed in range(4):
        compared = Compared(example)
        others = [RandomBot(random.Random(seed)) for _ in range(players - 1)]
        seat = seed % players
        table = Game(game, [f"bot {number}" for number in range(players)], seed=seed)
        example.new_game(table.state.ruleset, players, seat, "")
        for _ in play_steps(table, [*others[:seat], compared, *others[seat:]]):
            pass
        example.game_over(table.outcome)
        assert compared.decisions > 5


def test_the_python_example_is_executable() -> None:
    bot = ProgramBot(str(EXAMPLES / "python_bot.py"))
    bot.new_game(Game("dice", ["a", "b"]).state.ruleset, 2, 0, "")
    assert bot.name == "python example"
    bot.close()


def test_the_python_example_is_short_and_needs_no_library() -> None:
    text = (EXAMPLES / "python_bot.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 48
    imported = re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)
    assert set(imported) <= sys.stdlib_module_names
