"""Bots by name, and which callers can name which bots."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from qwixx import Game
from qwixx.bots import BOTS, BotError, make_bot
from qwixx.bots.errors import did_you_mean
from qwixx.rules.errors import InputError, SetupError
from qwixx.rules.ruleset import RULESETS
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.protocol import NewSeat, NewTable
from qwixx.tables.refusals import Refusal


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("grandmother", r"no bot 'grandmother': there are random, gap:1,2, .*exec:\./mybot$"),
        ("rnadom", r"no bot 'rnadom': .*; did you mean random\?$"),
        ("Gap:1,2", r"no bot 'Gap:1,2': .*; did you mean gap\?$"),
        ("ran", r"; did you mean random\?$"),
        ("gap:1", "gap takes two limits as in gap:1,2, not '1'"),
        ("gap:a,b", "gap takes two limits as in gap:1,2, not 'a,b'"),
        ("gap:-1,2", "gap takes two limits"),
        ("random:3", r"random takes no parameters, not '3'; did you mean random\?"),
        ("", r"no bot '': there are random, gap:1,2, .*exec:\./mybot$"),
    ],
)
def test_unknown_bots_are_rejected(spec: str, problem: str) -> None:
    with pytest.raises(BotError, match=problem) as caught:
        make_bot(spec, random.Random(0))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", [kind for kind in BOTS.values() if not kind.runs_programs])
def test_every_example_makes_a_bot(kind: object) -> None:
    example = next(each.example for each in BOTS.values() if each is kind)
    assert make_bot(example, random.Random(0))


def test_a_bot_requires_a_name_and_a_valid_seed() -> None:
    make: Any = make_bot
    with pytest.raises(BotError, match="a bot is named by a text such as 'gap:1,2', not 7"):
        make(7)
    with pytest.raises(SetupError, match=r"a seed is a whole number from 0 to .*, not 1.5"):
        make("random", 1.5)


@pytest.mark.parametrize("bot", ["random", "gap:1,2", "master", "optimal"])
@pytest.mark.parametrize("seat", [None, 1])
def test_a_bot_rejects_a_view_without_choices(bot: str, seat: int | None) -> None:
    game = "solo" if bot == "optimal" else "cards"
    state = Game(game, ["Ann", "Ben"][: 1 if bot == "optimal" else 2], seed=1).advance()
    view = state.view(None if bot == "optimal" else seat)
    with pytest.raises(InputError, match=r"^a bot chooses by the view of a seat that has to choose: "):
        make_bot(bot).choose(view)


def test_python_code_can_run_a_program_only_explicitly() -> None:
    with pytest.raises(BotError, match=r"make_bot\(\.\.\., programs=True\)$"):
        make_bot("exec:true")
    assert make_bot("exec:true", programs=True)


def test_suggestions_are_made_for_similar_words_only() -> None:
    assert did_you_mean("gpa", BOTS) == "; did you mean gap?"
    assert did_you_mean("g", BOTS) == "; did you mean gap?"
    assert did_you_mean("xyzzy", BOTS) == ""
    assert did_you_mean("", BOTS) == ""


def test_a_bot_that_does_not_play_the_game_is_rejected() -> None:
    assert make_bot("optimal", game="solo")
    with pytest.raises(BotError, match="optimal plays solo only, not dice"):
        make_bot("optimal", game="dice")
    assert all(make_bot("gap:1,2", game=game) for game in RULESETS)


def new_table(bot: str) -> NewTable:
    return NewTable(game="dice", name="Ann", seats=(NewSeat(), NewSeat(bot=bot)))


def test_a_client_cannot_run_a_program(tmp_path: Path) -> None:
    witness = tmp_path / "ran"
    assert plan_opening(new_table("gap:1,2"))
    with pytest.raises(Refusal, match="would run a program: only the command line may name it"):
        plan_opening(new_table(f"exec:touch {witness}"))
    assert not witness.exists()


def test_a_client_cannot_seat_a_bot_that_does_not_play_the_game() -> None:
    with pytest.raises(Refusal, match="optimal plays solo only, not dice"):
        plan_opening(new_table("optimal"))


def test_importing_bots_imports_no_slow_module() -> None:
    script = "import sys, qwixx.bots; print(sorted({'numpy', 'subprocess', 'matplotlib', 'tqdm'} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "[]\n"
