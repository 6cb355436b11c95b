import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from qwixx.notation import format_record, parse_record
from tests.command_line import Run
from tests.fairness.vectors import fair_game, seed
from tests.golden.regenerate import path_of

GAME = fair_game("dice", 3)
TEXT = format_record(GAME.record)
COMMITMENT = dict(GAME.record.tags)["Commitment"]


def test_a_fair_game_is_verified(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.qwixx"
    file.write_text(TEXT)
    _, added = seed("dice", (0, 1))
    ran = run("verify", file, "--commitment", COMMITMENT.upper(), "--contribution", f"2={added[1].hex()}")
    assert (ran.status, ran.err) == (0, "")
    first, *others = ran.out.splitlines()
    assert first == f"{file}: fair"
    assert "  the commitment is the one that you saw" in others
    assert "  seats 1, 2 added to the seed" in others


def test_verifying_standard_input_as_json(run: Run) -> None:
    ran = run("verify", "-", "--json", typed=TEXT)
    (game,) = json.loads(ran.out)["games"]
    assert ran.status == 0
    assert game["fair"]
    assert game["commitment"] == COMMITMENT
    assert game["mismatches"] == []


def test_an_unfair_game_is_reported_and_fails(run: Run) -> None:
    secret = dict(GAME.record.tags)["Secret"]
    ran = run("verify", "-", typed=TEXT.replace(secret, "00" * 32))
    assert ran.status == 1
    assert ran.out.startswith("standard input: NOT FAIR\n")
    assert "the secret is NOT the one that the server was committed to" in ran.out
    assert "draw 1: the seed gives " in ran.out
    other = run("verify", "-", "--commitment", "00" * 32, typed=TEXT)
    assert other.status == 1
    assert "the commitment is NOT the one that you saw" in other.out
    mine = run("verify", "-", "--contribution", f"3={'00' * 16}", typed=TEXT)
    assert mine.status == 1
    assert "what seat 3 added is not in the record as you gave it" in mine.out


@pytest.mark.parametrize("result", ["", '[Result "unfinished"]\n'])
def test_a_truncated_record_is_not_reported_as_fair(run: Run, result: str) -> None:
    cut = re.sub(r"\[Result.*\n", result, "".join(TEXT.splitlines(keepends=True)[:-3]))
    ran = run("verify", "-", typed=cut)
    assert (ran.status, ran.out) == (2, "")
    assert "standard input: the record ends before the game does, so it was cut off" in ran.err
    told = json.loads(run("verify", "-", "--json", typed=cut).out)
    assert told["games"] == []
    assert "it was cut off" in told["unverifiable"][0]


def test_a_record_without_fairness_tags_does_not_stop_the_others(run: Run) -> None:
    ran = run("verify", path_of("dice-2"), "-", typed=TEXT)
    assert ran.status == 2
    assert f"{path_of('dice-2')}: this record has no tag [Fairness …]" in ran.err
    assert "standard input: fair" in ran.out


def test_inconsistent_arguments_are_refused(run: Run) -> None:
    one_game = "belong to one game: give one record"
    assert one_game in run("verify", "a", "b", "--commitment", COMMITMENT).err
    assert "give - once" in run("verify", "-", "-").err
    assert "expected 64 hexadecimal digits" in run("verify", "-", "--commitment", "0").err
    twice = ("--contribution", f"1={'00' * 16}") * 2
    assert "expected each seat once" in run("verify", "-", *twice).err


def test_every_game_of_a_file_is_verified(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.qwixx"
    secret = dict(GAME.record.tags)["Secret"]
    file.write_text(f"{TEXT}\n{TEXT.replace(secret, '00' * 32)}")
    ran = run("verify", file)
    assert ran.status == 1
    assert f"{file}, game 1: fair\n" in ran.out
    assert f"{file}, game 2: NOT FAIR\n" in ran.out


def test_a_game_from_a_position_is_not_verified(run: Run) -> None:

    record = parse_record(TEXT)
    rigged = replace(record, position=record.start)
    ran = run("verify", "-", typed=format_record(rigged))
    assert ran.status == 2
    assert "begins at a position, and its seed says nothing of how that came about" in " ".join(
        ran.err.split()
    )
