"""Both Python implementations match the test vectors; web/tests/fairness.test.ts checks the third one."""

import json
from typing import Any

import pytest

from qwixx.fairness.verification import verify
from qwixx.notation import format_record, parse_outcome, parse_record
from qwixx.record import ChanceStep, Record
from qwixx.rules.chance import FACES, Roll, RollNode
from qwixx.rules.colours import COLOURS
from qwixx.rules.ruleset import ruleset
from tests.fairness import vectors
from tests.strategies import NAMES

STORED = json.loads(vectors.PATH.read_text(encoding="utf-8"))


def test_the_vectors_file_matches_the_dealer() -> None:
    stale = "write them anew: python -m tests.fairness.vectors"
    assert vectors.PATH.read_text(encoding="utf-8") == vectors.text(), stale


@pytest.mark.parametrize("vector", STORED["derivations"], ids=lambda vector: vector["name"])
def test_verification_matches_the_vectors(vector: dict[str, Any]) -> None:
    added = " ".join(f"{seat}={value}" for seat, value in vector["contributions"].items())
    tags = (
        ("Fairness", "1"),
        ("Commitment", vector["commitment"]),
        ("Secret", vector["secret"]),
        ("Contributions", added),
    )
    # The last draw of a vector has a number that no record of a game reaches.
    outcomes = [parse_outcome(draw["outcome"]) for draw in vector["draws"][:-1]]
    record = Record(ruleset("dice"), NAMES[:5], tuple(map(ChanceStep, outcomes)), tags)
    verdict = verify(record)
    assert verdict.secret_fits
    # The first seat depends on the number of players; the first six does not.
    assert verdict.mismatches == ()
    assert verdict.draws == len(outcomes)


@pytest.mark.parametrize("text", STORED["games"], ids=lambda text: text.splitlines()[0])
def test_whole_games_verify_as_fair(text: str) -> None:
    record = parse_record(text)
    assert format_record(record) == text
    assert verify(record).is_fair


def test_all_faces_are_equally_frequent() -> None:
    dealer = vectors.DerivedDealer(vectors.some_bytes("faces", 32))
    counts = dict.fromkeys(FACES, 0)
    for _ in range(3000):
        roll = dealer.draw(RollNode(COLOURS))
        assert isinstance(roll, Roll)
        for face in (*roll.white, *roll.coloured.values()):
            counts[face] += 1
    expected = sum(counts.values()) / 6
    # The 99.9 % quantile of the chi-squared distribution with five degrees of freedom.
    assert sum((found - expected) ** 2 / expected for found in counts.values()) < 20.52
