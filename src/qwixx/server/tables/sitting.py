"""Sitting down: the secret of a seat, whom it belongs to, and which names people may have."""

import hashlib
import hmac
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


class NewSecret(NamedTuple):
    """A seat's secret: shown once to its owner, remembered as its hash."""

    seat: int
    secret: str


def new_secret(seat: int) -> NewSecret:
    return NewSecret(seat, secrets.token_urlsafe(SECRET_BYTES))


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
