from dataclasses import replace

import pytest

from qwixx.fairness.verification import Witness, verify
from qwixx.record import ChanceStep, Record
from qwixx.rules.chance import FACES, Roll
from qwixx.rules.errors import InputError
from tests.fairness.vectors import fair_game, seed

SECRET, ADDED = seed("dice", (0, 1))
GAME = fair_game("dice", 3).record


def with_tag(record: Record, name: str, value: str) -> Record:
    return replace(record, tags=tuple((tag, value if tag == name else old) for tag, old in record.tags))


def test_a_witness_with_the_same_commitment_and_contributions_confirms_fairness() -> None:
    commitment = bytes.fromhex(dict(GAME.tags)["Commitment"])
    verdict = verify(GAME, Witness(commitment, ADDED))
    assert verdict.is_fair
    assert verdict.commitment_remembered


def test_a_changed_secret_is_detected() -> None:
    verdict = verify(with_tag(GAME, "Secret", "00" * 32))
    assert not verdict.is_fair
    assert not verdict.secret_fits
    assert verdict.mismatches


def test_a_secret_that_was_chosen_later_does_not_match_the_commitment() -> None:
    later = fair_game("solo", 1).record
    assert verify(later).is_fair
    verdict = verify(later, Witness(commitment=bytes(32)))
    assert verdict.commitment_remembered is False
    assert not verdict.is_fair


@pytest.mark.parametrize("remembered", [{0: bytes(16)}, {2: bytes(16)}], ids=["changed", "left out"])
def test_a_contribution_that_is_not_in_the_record_is_detected(remembered: dict[int, bytes]) -> None:
    verdict = verify(GAME, Witness(contributions=remembered))
    assert verdict.changed_contributions == tuple(remembered)
    assert not verdict.is_fair


def test_omitting_a_contribution_changes_nearly_every_draw() -> None:
    first_only = f"1={ADDED[0].hex()}"
    verdict = verify(with_tag(GAME, "Contributions", first_only))
    assert verdict.secret_fits
    assert len(verdict.mismatches) > verdict.draws * 0.9


def test_a_changed_die_is_reported_at_its_draw() -> None:
    step = 5
    numbers = [number for number, each in enumerate(GAME.steps) if isinstance(each, ChanceStep)]
    chance = GAME.steps[numbers[step]]
    assert isinstance(chance, ChanceStep)
    assert isinstance(chance.outcome, Roll)
    first, second = chance.outcome.white
    turned = ChanceStep(replace(chance.outcome, white=(FACES[first % 6], second)))
    steps = (*GAME.steps[: numbers[step]], turned, *GAME.steps[numbers[step] + 1 :])
    (mismatch,) = verify(replace(GAME, steps=steps)).mismatches
    assert mismatch == (step + 1, chance.outcome, turned.outcome)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("Fairness", "2", "expected [Fairness \"1\"], found version '2'"),
        ("Commitment", "abc", "[Commitment …]: expected 64 hexadecimal digits, found 'abc'"),
        ("Secret", "g" * 64, "[Secret …]: expected 64 hexadecimal digits"),
        ("Contributions", "4=" + "00" * 16, "expected SEAT=HEX with a seat from 1 to 3, found '4=00"),
        ("Contributions", "1=00", "[Contributions …]: expected 32 hexadecimal digits, found '00'"),
        ("Contributions", " ".join(["1=" + "00" * 16] * 2), "expected each seat once, found 1 again"),
    ],
)
def test_malformed_tags_are_rejected(name: str, value: str, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        verify(with_tag(GAME, name, value))
    assert problem in str(caught.value)


def test_a_missing_tag_is_rejected() -> None:
    without = replace(GAME, tags=tuple(tag for tag in GAME.tags if tag[0] != "Secret"))
    with pytest.raises(InputError, match=r"expected a tag \[Secret …\]"):
        verify(without)
    with pytest.raises(InputError, match=r"has no tag \[Fairness …\]"):
        verify(replace(GAME, tags=()))
