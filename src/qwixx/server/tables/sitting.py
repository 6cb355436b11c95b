"""Sitting down: the secret of a seat, whom it belongs to, and which names people may have."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from qwixx.record import LONGEST_NAME, checked_names
from qwixx.rules.errors import QwixxError
from qwixx.server import refusals
from qwixx.server.refusals import Refusal
from qwixx.server.tables import facts
from qwixx.server.tables.talk import without_piles

SECRET_BYTES = 24
# 16 random bytes, as hexadecimal digits.
JOIN_KEY = re.compile("[0-9a-f]{32}")


class NewSecret(NamedTuple):
    """A seat's secret: shown once to its owner, remembered as its hash."""

    seat: int
    secret: str


def secret_by(key: str | None, table: str) -> str:
    """A new secret; with a key the one that it always leads to.

    Whoever joins again because the answer was lost is known by it, and nothing but its hash is remembered.
    """
    if key is None:
        return secrets.token_urlsafe(SECRET_BYTES)
    if JOIN_KEY.fullmatch(key) is None:
        raise Refusal(refusals.BAD_MESSAGE(problem="a key is 32 hexadecimal digits, in small letters"))
    digest = hashlib.sha256(f"seat {table} {key}".encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def seat_with(secret: str, seats: Sequence[facts.Seat]) -> int | None:
    """The number of the seat that a secret belongs to."""
    digest = hashed(secret)
    found = None
    for number, seat in enumerate(seats):
        # Every seat is compared, in constant time, so that timing tells nothing.
        if seat.secret_hash is not None and hmac.compare_digest(seat.secret_hash, digest):
            found = number
    return found


def check_new_name(name: str, people: Sequence[str]) -> None:
    """Refuse a name that is none, or that looks like one of somebody who is there."""
    try:
        checked_names([name])
    except QwixxError as error:
        raise Refusal(refusals.BAD_NAME(longest=LONGEST_NAME)) from error
    if without_piles(name) != name:
        raise Refusal(refusals.BAD_NAME(longest=LONGEST_NAME))
    try:
        checked_names([*people, name])
    except QwixxError as error:
        raise Refusal(refusals.NAME_TAKEN(name=name)) from error
