"""``qwixx replay``: golden games as narration and as JSON, and up to a turn."""

import json
from pathlib import Path

import pytest

from qwixx.notation import parse_position
from tests.command_line import Run
from tests.golden.regenerate import golden_games, path_of


@pytest.mark.parametrize("name", golden_games())
def test_replay_narrates_every_golden_game(run: Run, name: str) -> None:
    ran = run("replay", path_of(name))
    assert ran.status == 0
    assert "Game over: " in ran.out
    assert ran.out.rstrip().splitlines()[-1].startswith("position: ")


def test_replay_from_standard_input(run: Run) -> None:
    path = path_of("dice-2")
    assert run("replay", "-", typed=path.read_text(encoding="utf-8")) == run("replay", path)
    assert run("replay", "-", typed="x").err.startswith("qwixx: standard input: line 1, column 1: ")


def test_replay_up_to_a_turn(run: Run) -> None:
    ran = run("replay", path_of("dice-2"), "--turn", 2)
    assert "--- turn 2, Ben ---" in ran.out
    assert "--- turn 3" not in ran.out
    begun = run("replay", path_of("cards-3"), "--turn", 0)
    assert "begins." in begun.out
    assert "--- turn" not in begun.out


def test_replay_as_json(run: Run) -> None:
    message = json.loads(run("replay", path_of("dice-2"), "--json").out)
    assert message["outcome"]["totals"] == message["totals"]
    states = [parse_position(text) for text in message["positions"]]
    assert states[-1].is_over
    part = json.loads(run("replay", path_of("dice-2"), "--json", "--turn", 1).out)
    assert part["positions"] == message["positions"][:2]
    assert part["outcome"] is None


def test_replay_refuses_invalid_input(run: Run, tmp_path: Path) -> None:
    assert run("replay", path_of("dice-2"), "--turn", 99).err.startswith("qwixx: the game has turns 1 to ")
    path = tmp_path / "x.qwixx"
    path.write_text("hello")
    ran = run("replay", path)
    assert (ran.status, ran.out) == (2, "")
    assert (
        ran.err
        == f'qwixx: {path}: line 1, column 1: expected a tag like [Qwixx "dice"] at the head of the record\n'
    )
    assert run("replay", tmp_path).status == 2


def test_a_game_of_a_file_with_several_is_chosen_by_number(run: Run, tmp_path: Path) -> None:
    games = tmp_path / "games.qwixx"
    games.write_text("\n".join(path_of(name).read_text("utf-8") for name in ("dice-2", "cards-3")), "utf-8")
    every = run("replay", games)
    assert every.status == 0
    assert every.out.count("Game over: ") == 2
    assert f"{games}, game 2 of 2" in " ".join(every.out.split())
    second = run("replay", games, "--number", 2)
    assert second.out == run("replay", path_of("cards-3")).out
    assert (
        run("replay", "-", "--number", 1, typed=games.read_text("utf-8")).out
        == run("replay", path_of("dice-2")).out
    )
    for arguments, problem in (
        (("--json",), "holds 2 games: choose one by --number 1 to 2"),
        (("--number", 3), "holds 2 games: there is no number 3"),
    ):
        refused = run("replay", games, *arguments)
        assert refused.status == 2
        assert problem in " ".join(refused.err.split())
    review = run("review", games)
    assert (review.status, "choose one by --number" in " ".join(review.err.split())) == (2, True)
    resumed = run("play", "--resume", games)
    assert (
        resumed.status,
        "holds 2 games: --resume takes a file of one" in " ".join(resumed.err.split()),
    ) == (2, True)


def test_a_game_from_a_position_can_be_replayed_and_resumed(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "endgame.qwixx"
    position = "dice; 2 own 4+1 r3 y2 g5 b6; r2,3; p3"
    saved.write_text(
        f'[Qwixx "dice"]\n[Seats "Ann" "Robo"]\n[Position "{position}"]\n[Bots "1=gap:1,2 2=gap:1,2"]\n',
        "utf-8",
    )
    begun = run("replay", saved)
    assert begun.out.rstrip().endswith(f"position: {position}")
    ended = run("play", "--resume", saved, "--json", "--seed", 4)
    assert ended.status == 0
    assert json.loads(ended.out)["outcome"]["totals"]
    kept = saved.read_text("utf-8")
    assert f'[Position "{position}"]' in kept
    assert "\n1 Robo: " in kept
    told = run("replay", saved)
    assert "--- turn 1, Robo ---" in told.out
    assert "Game over: " in told.out
