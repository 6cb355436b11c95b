"""``qwixx arena``: reports, invalid arguments, resuming and interrupts."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from qwixx.bots.ratings import Rating, Ratings
from qwixx.notation import parse_record
from tests.arena.contests import rascal
from tests.bots.processes import of_group, wait_until_none, with_word
from tests.command_line import Run
from tests.waiting import wait_until


def report(text: str) -> dict[str, Any]:
    """The JSON report without times, which differ between runs."""
    message: dict[str, Any] = json.loads(text)
    for bot in message["bots"]:
        del bot["seconds_per_decision"]
    return message


def test_the_report_ranks_bots_and_pairs(run: Run) -> None:
    ran = run("arena", "random", "gap:1,2", "gap:2,3", "--games", 30, "--jobs", 1)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == (
        "dice game: all 3 pairings of 3 bots, 15 deals in 2 rotations with the same dice: 90 games, seed 1"
    )
    assert " ".join(lines[2].split()) == "bot games win share margin points rating 95% forfeits a decision"
    assert [line.split()[0] for line in lines[3:6]] == ["gap:2,3", "gap:1,2", "random"]
    assert [line.split()[1] for line in lines[3:6]] == ["60", "60", "60"]
    assert "random = 0" in lines[-1]
    pairs = lines[lines.index(next(line for line in lines if line.startswith("How often"))) + 2 :][:3]
    assert [line.split()[1] for line in pairs] == ["gap:2,3", "gap:1,2", "random"]


@pytest.mark.parametrize(
    ("arguments", "head"),
    [
        (["random", "gap"], "dice game: one table of 2, 2 deals in 2 rotations with the same dice: 4 games"),
        (["random", "gap", "gap:2,3", "--full"], "one table of 3, 2 deals in 3 rotations"),
        (["random", "gap", "gap:0,1", "gap:2,3", "--players", 3], "all 4 tables of 3 out of 4 bots, 2 deals"),
        (
            ["random", "gap", "--game", "cards"],
            "card game: one table of 2, 2 deals in 2 rotations with the same cards",
        ),
        (["random", "gap", "--seed", "x"], "4 games, seed x"),
        (
            ["random", "gap", "--option", "first_player=first_six"],
            "dice game, first_player=first_six: one table",
        ),
    ],
)
def test_the_report_begins_with_a_description_of_the_games(
    run: Run, arguments: list[object], head: str
) -> None:
    ran = run("arena", *arguments, "--games", 4, "--jobs", 1)
    assert ran.status == 0
    assert head in ran.out.splitlines()[0]


def test_the_json_output(run: Run) -> None:
    ran = run("arena", "random", "gap:1,2", "--games", 40, "--json")
    message = json.loads(ran.out)
    assert message["complete"] is True
    assert (message["deals"], message["games"], message["players"]) == (20, 40, 2)
    best = message["bots"][0]
    assert (best["bot"], best["games"], best["forfeits"]) == ("gap:1,2", 40, 0)
    assert 0.9 < best["win_share"]["value"] <= 1
    assert best["win_share"]["low"] <= best["win_share"]["value"] <= best["win_share"]["high"]
    assert best["seconds_per_decision"] > 0
    assert message["rating_anchor"] == "random = 0"
    assert message["pairs"][0]["games"] == 40


def test_the_number_of_processes_does_not_change_the_report(run: Run) -> None:
    arguments = ["arena", "random", "gap:1,2", "gap:2,3", "--games", 20, "--json"]
    assert report(run(*arguments, "--jobs", 1).out) == report(run(*arguments, "--jobs", 2).out)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["random"], "a contest needs at least two players, such as 'random' and 'gap:1,2'"),
        (
            ["random", "gpa:1,2"],
            "exec:./mybot; did you mean gap?",
        ),
        (["random", "gap:1"], "gap takes two limits as in gap:1,2, not '1'"),
        (["random", "gap", "--games", "0"], "--games is 1 to 1,000,000, not 0"),
        (["random", "gap", "--jobs", "0"], "--jobs is 1 to 256, not 0"),
        (["random", "gap", "--time-limit", "nan"], "--time-limit is 0.001 to 3,600, not nan"),
        (
            ["random", "gap", "--game", "dcie"],
            "no game 'dcie': the games are dice, cards, cards_joker, solo; did you mean dice?",
        ),
        (["random", "gap", "--option", "closed=true"], "; did you mean closed_row_in_action_2?"),
        (
            ["random", "gap", "--option", "first_player=x"],
            "option first_player is random or first_six, not x",
        ),
        (
            ["random", "gap", "--players", "3"],
            "a table of 3 needs 3 bots, and there are 2; one may be named twice",
        ),
        (["random", "gap", "--players", "1"], "S13: the dice game is for 2 to 5 players, not 1"),
        (["random", "exec:/none/mybot"], "cannot run exec:/none/mybot: there is no program /none/mybot"),
        (
            ["random", "gap", "--plot", "x.pdf"],
            "cannot draw x.pdf: the name of a picture ends in .png or .svg, as in x.svg",
        ),
        (
            ["random", "gap", "--games", "18", "--ratings", "x"],
            "--ratings needs intervals: play --games 20 or more",
        ),
        (["random", "gap", "--results", "/none/x"], "cannot write /none/x: No such file or directory"),
    ],
)
def test_errors_are_reported_in_one_line(run: Run, arguments: list[str], problem: str) -> None:
    ran = run("arena", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert problem in ran.err
    assert ran.err.startswith("qwixx: ")
    assert len(ran.err.splitlines()) == 1


def test_options_for_the_place_of_results_exclude_each_other(run: Run) -> None:
    ran = run("arena", "random", "gap", "--results", "a", "--record", "b")
    assert ran.status == 2
    assert "not allowed with argument" in ran.err


def test_kept_games_are_not_played_again(run: Run, tmp_path: Path) -> None:
    arguments = ["arena", "random", "gap:1,2", "--games", 20, "--record", tmp_path / "games", "--json"]
    first = run(*arguments)
    records = list((tmp_path / "games").rglob("*.qwixx"))
    assert len(records) == 20
    assert all(parse_record(path.read_text(encoding="utf-8")).state.is_over for path in records)
    for path in records:
        path.unlink()
    again = run(*arguments)
    assert again.err == "resuming: 20 games are already played\n"
    assert again.out == first.out
    assert list((tmp_path / "games").rglob("*.qwixx")) == []


def test_more_games_can_be_added_later(run: Run, tmp_path: Path) -> None:
    arguments = ["arena", "random", "gap:1,2", "--json", "--games"]
    kept = ["--results", tmp_path / "results.jsonl"]
    run(*arguments, 10, *kept)
    assert report(run(*arguments, 30, *kept).out) == report(run(*arguments, 30).out)
    assert report(run(*arguments, 10, *kept).out) == report(run(*arguments, 10).out)


def test_results_of_another_command_are_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    run("arena", "random", "gap:1,2", "--games", 2, "--results", path)
    ran = run("arena", "random", "gap:2,3", "--games", 2, "--results", path)
    assert (ran.status, ran.err) == (
        2,
        f"qwixx: {path} holds the results of another command: its bots are random gap:1,2, not random gap:2,3;"
        " take another file\n",
    )


def test_forfeits_are_reported_and_counted(run: Run) -> None:
    ran = run("arena", "gap:1,2", rascal("crash at start"), "--games", 10, "--jobs", 1)
    assert ran.status == 0
    assert ran.err.splitlines()[:3] == [
        "crash_at_start forfeits deal 1, rotation 1: it crashed: exit status 3 (asked: hello)",
        "    no model found",
        "    at model.bin",
    ]
    assert (
        ran.err.splitlines()[-1] == "crash_at_start forfeits again; from now on its forfeits are only counted"
    )
    row = next(line for line in ran.out.splitlines() if line.startswith("crash_at_start"))
    assert " ".join(row.split()) == "crash_at_start 10 0.0% - - 1236 - 10 -"


def test_forfeits_in_json(run: Run) -> None:
    ran = run("arena", "gap:1,2", rascal("no JSON"), "--games", 2, "--json")
    message = json.loads(ran.out)
    assert [(each["bot"], each["deal"], each["rotation"]) for each in message["forfeits"]] == [
        ("no_JSON", 1, 1),
        ("no_JSON", 1, 2),
    ]
    assert message["forfeits"][0]["why"] == "answered 'I cross red seven', which is not JSON"


def test_a_plot_of_win_shares(run: Run, tmp_path: Path) -> None:
    ran = run("arena", "random", "gap", "--games", 20, "--plot", tmp_path / "a.svg")
    assert ran.status == 0
    assert "Win share" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_ratings_are_written_for_the_list_of_bots(run: Run, tmp_path: Path) -> None:
    import msgspec

    path = tmp_path / "ratings.json"
    for game in ("dice", "cards"):
        assert run("arena", "random", "gap:1,2", "--games", 20, "--game", game, "--ratings", path).status == 0
    measured = msgspec.json.decode(path.read_bytes(), type=Ratings)
    assert list(measured.games) == ["cards", "dice"]
    dice = measured.games["dice"]
    assert dice.command == "qwixx arena random gap:1,2 --game dice --games 20 --seed 1"
    assert (dice.games, dice.anchor, dice.ratings["random"]) == (20, "random = 0", Rating(0, 0, 0))
    assert dice.ratings["gap:1,2"].low <= dice.ratings["gap:1,2"].value <= dice.ratings["gap:1,2"].high
    unusual = ["--players", 3, "--option", "first_player=first_six", "--seed", "a b"]
    run("arena", "random", "gap", "gap:2,3", *unusual, "--games", 30, "--ratings", path)
    dice = msgspec.json.decode(path.read_bytes(), type=Ratings).games["dice"]
    assert dice.command == (
        "qwixx arena random gap gap:2,3 --game dice --option first_player=first_six --players 3"
        " --games 30 --seed 'a b'"
    )
    path.write_text("[]")
    refused = run("arena", "random", "gap", "--games", 20, "--ratings", path)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith("qwixx: cannot read ratings")


@contextmanager
def started(*arguments: object) -> Iterator[subprocess.Popen[str]]:
    """An arena in its own process group, as a terminal starts it."""
    words = [sys.executable, "-m", "qwixx", "arena", *map(str, arguments)]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_lines(path: Path, count: int) -> None:
    wait_until(lambda: path.exists() and len(path.read_bytes().splitlines()) >= count)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_arena_is_resumed_by_the_same_command(run: Run, tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "results.jsonl"
    arguments = ["random", "gap:1,2", "gap:2,3", "--games", 60, "--jobs", jobs, "--json"]
    with started(*arguments, "--results", path) as arena:
        wait_for_lines(path, 4)
        os.killpg(arena.pid, signal.SIGINT)
        out, err = arena.communicate(timeout=60)
    assert arena.returncode == 130
    assert err.startswith("interrupted after ")
    assert err.endswith(" of 180 games; the same command resumes it\n")
    assert "Traceback" not in err
    kept = len(path.read_bytes().splitlines()) - 1
    assert 3 <= kept < 90
    assert report(out)["complete"] is False
    assert report(out)["games"] == 2 * kept
    again = run("arena", *arguments, "--results", path)
    assert again.err == f"resuming: {2 * kept} games are already played\n"
    assert report(again.out) == report(run("arena", *arguments).out)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_programs_end_when_the_arena_is_interrupted(tmp_path: Path, jobs: int, end: signal.Signals) -> None:
    path = tmp_path / "results.jsonl"
    with started(
        "gap:1,2", f"{rascal('stay')} {tmp_path}/bot", "--games", 100000, "--jobs", jobs, "--results", path
    ) as arena:
        wait_for_lines(path, 3)
        # The command of the arena itself contains the word, too.
        assert len(with_word(f"{tmp_path}/bot")) > 1
        os.kill(arena.pid, end)
        _, err = arena.communicate(timeout=60)
    assert arena.returncode == 130
    assert "Traceback" not in err
    wait_until_none(lambda: with_word(f"{tmp_path}/bot"))
    wait_until_none(lambda: of_group(arena.pid))


def test_workers_and_programs_end_when_the_arena_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with started(
        "gap:1,2", f"{rascal('stay')} {tmp_path}/bot", "--games", 100000, "--jobs", 2, "--results", path
    ) as arena:
        wait_for_lines(path, 3)
        os.kill(arena.pid, signal.SIGKILL)
    wait_until_none(lambda: with_word(f"{tmp_path}/bot"))
    wait_until_none(lambda: of_group(arena.pid))


def test_an_interrupt_before_the_first_game(tmp_path: Path) -> None:
    with started("gap:1,2", f"{rascal('hang')} {tmp_path}", "--games", 10, "--time-limit", 60) as arena:
        wait_until(lambda: len(with_word(f"hang {tmp_path}")) >= 2)
        os.killpg(arena.pid, signal.SIGINT)
        out, err = arena.communicate(timeout=30)
    assert arena.returncode == 130
    assert err == "interrupted after 0 of 10 games; with --results FILE it could be resumed\n"
    assert " ".join(out.split()).endswith("10 games, seed 1")
