"""Fair dice in a record: the tags with the seed of a finished game."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from qwixx.fairness.derivation import COMMITMENT_BYTES, CONTRIBUTION_BYTES, SECRET_BYTES, commitment
from qwixx.rules.errors import InputError

VERSION = "1"
FAIRNESS, COMMITMENT, SECRET, CONTRIBUTIONS = "Fairness", "Commitment", "Secret", "Contributions"


class Claim(NamedTuple):
    """The claim of a record about its chance; seats of contributions count from 0."""

    commitment: bytes
    secret: bytes
    contributions: dict[int, bytes]


def fairness_tags(secret: bytes, contributions: Mapping[int, bytes]) -> tuple[tuple[str, str], ...]:
    """The tags of a finished game."""
    added = (f"{seat + 1}={contributions[seat].hex()}" for seat in sorted(contributions))
    return (
        (FAIRNESS, VERSION),
        (COMMITMENT, commitment(secret).hex()),
        (SECRET, secret.hex()),
        (CONTRIBUTIONS, " ".join(added)),
    )


def claim_of(tags: Sequence[tuple[str, str]], seats: int) -> Claim:
    """The claim in the tags of a record; InputError if it is missing or cannot be read."""
    found = dict(tags)
    if FAIRNESS not in found:
        raise InputError(
            f"this record has no tag [{FAIRNESS} …], so its dice cannot be checked: it is not of a finished"
            " game with fair dice"
        )
    if found[FAIRNESS] != VERSION:
        raise InputError(f'expected [{FAIRNESS} "{VERSION}"], found version {found[FAIRNESS]!r}')
    for name in (COMMITMENT, SECRET, CONTRIBUTIONS):
        if name not in found:
            raise InputError(f"expected a tag [{name} …] beside [{FAIRNESS} …], found none")
    return Claim(
        from_hex(found[COMMITMENT], COMMITMENT_BYTES, f"[{COMMITMENT} …]"),
        from_hex(found[SECRET], SECRET_BYTES, f"[{SECRET} …]"),
        _contributions(found[CONTRIBUTIONS].split(), seats),
    )


def _contributions(words: Sequence[str], seats: int) -> dict[int, bytes]:
    read: dict[int, bytes] = {}
    for word in words:
        seat, value = contribution_of(word, seats, f"[{CONTRIBUTIONS} …]")
        if seat in read:
            raise InputError(f"[{CONTRIBUTIONS} …]: expected each seat once, found {seat + 1} again")
        read[seat] = value
    return read


def contribution_of(word: str, seats: int, place: str) -> tuple[int, bytes]:
    """A seat, counted from 0, and its contribution, from ``SEAT=HEX``; ``place`` is named in errors."""
    seat, equals, value = word.partition("=")
    if not equals or re.fullmatch("[1-9]", seat) is None or int(seat) > seats:
        raise InputError(f"{place}: expected SEAT=HEX with a seat from 1 to {seats}, found {word!r}")
    return int(seat) - 1, from_hex(value, CONTRIBUTION_BYTES, place)


def from_hex(text: str, size: int, place: str) -> bytes:
    """Bytes of this size from their hexadecimal digits; ``place`` is named in errors."""
    if re.fullmatch(f"[0-9a-fA-F]{{{2 * size}}}", text) is None:
        raise InputError(f"{place}: expected {2 * size} hexadecimal digits, found {text!r}")
    return bytes.fromhex(text)
