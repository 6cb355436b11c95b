"""Verification of the chance of a finished game: docs/fairness.md, implemented independently.

Nothing of ``derivation`` is used here, so that an error in one of the two is found by the other.
"""

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple, assert_never

from qwixx.fairness.tags import claim_of
from qwixx.notation.conversions import record_of
from qwixx.record import ChanceStep, Record
from qwixx.rules.chance import ChanceOutcome, FirstSeat, FirstSix, Roll, Shuffle
from qwixx.rules.errors import InputError

SUITS = "RYGBJ"


class Mismatch(NamedTuple):
    """A draw, numbered from 1, that differs from the seed."""

    draw: int
    expected: ChanceOutcome
    found: ChanceOutcome


@dataclass(frozen=True)
class Witness:
    """The values that a player noted before the game; seats count from 0."""

    commitment: bytes | None = None
    contributions: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """The result of verifying a record."""

    draws: int
    commitment: bytes
    contributions: Mapping[int, bytes]
    secret_fits: bool
    # None if the witness has no commitment.
    commitment_remembered: bool | None
    # Seats whose contribution in the record differs from the remembered one.
    changed_contributions: tuple[int, ...]
    mismatches: tuple[Mismatch, ...]

    @property
    def is_fair(self) -> bool:
        """Whether all checks passed."""
        return (
            self.secret_fits
            and self.commitment_remembered is not False
            and not self.changed_contributions
            and not self.mismatches
        )


def verify(record: Record | str, witness: Witness | None = None) -> Verdict:
    """Verify a record, or the record's text; InputError if it claims nothing about its chance."""
    record, witness = record_of(record), witness or Witness()
    if record.position is not None:
        raise InputError("this game begins at a position, and its seed says nothing of how that came about")
    claim = claim_of(record.tags, seats=len(record.names))
    key = _key_of_game(claim.secret, claim.contributions)
    outcomes = [step.outcome for step in record.steps if isinstance(step, ChanceStep)]
    return Verdict(
        draws=len(outcomes),
        commitment=claim.commitment,
        contributions=claim.contributions,
        secret_fits=sha256(b"qwixx/fairness/1/commitment" + claim.secret).digest() == claim.commitment,
        commitment_remembered=None if witness.commitment is None else witness.commitment == claim.commitment,
        changed_contributions=tuple(
            seat
            for seat, own in sorted(witness.contributions.items())
            if claim.contributions.get(seat) != own
        ),
        mismatches=tuple(_mismatches(key, outcomes, len(record.names))),
    )


def _mismatches(key: bytes, outcomes: list[ChanceOutcome], players: int) -> Iterator[Mismatch]:
    for number, found in enumerate(outcomes):
        expected = _Draw(key, number).like(found, players)
        if expected != found:
            yield Mismatch(number + 1, expected, found)


def _key_of_game(secret: bytes, contributions: Mapping[int, bytes]) -> bytes:
    mac = hmac.new(secret, b"qwixx/fairness/1/key", "sha256")
    mac.update(bytes((len(contributions),)))
    for seat, value in sorted(contributions.items()):
        mac.update(bytes((seat + 1,)))
        mac.update(value)
    return mac.digest()


class _Draw:
    """The bytes of one draw, block by block."""

    def __init__(self, key: bytes, number: int) -> None:
        self._key = key
        self._prefix = b"qwixx/fairness/1/draw" + number.to_bytes(4, "big")
        self._blocks = 0
        self._unused = b""

    def like(self, found: ChanceOutcome, players: int) -> ChanceOutcome:
        """The outcome of the seed in place of ``found``, whose type and values the rules have checked."""
        match found:
            case FirstSeat():
                return FirstSeat(self._below(players))
            case FirstSix():
                faces = [self._die()]
                while faces[-1] != 6:
                    faces.append(self._die())
                return FirstSix(tuple(faces))
            case Roll(_, colours):
                white = (self._die(), self._die())
                return Roll(white, tuple(None if die is None else self._die() for die in colours))
            case Shuffle(order):
                pile = sorted(order, key=lambda card: (SUITS.index(str(card)[0]), card.number))
                for unplaced in range(len(pile), 1, -1):
                    chosen = self._below(unplaced)
                    pile[chosen], pile[unplaced - 1] = pile[unplaced - 1], pile[chosen]
                return Shuffle(tuple(pile))
            case _:
                assert_never(found)

    def _die(self) -> int:
        return self._below(6) + 1

    def _below(self, limit: int) -> int:
        fair = 256 // limit * limit
        while (byte := self._byte()) >= fair:
            pass
        return byte % limit

    def _byte(self) -> int:
        if not self._unused:
            counter = self._blocks.to_bytes(4, "big")
            self._unused = hmac.new(self._key, self._prefix + counter, "sha256").digest()
            self._blocks += 1
        first, self._unused = self._unused[0], self._unused[1:]
        return first
