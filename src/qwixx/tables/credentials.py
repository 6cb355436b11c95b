"""Credentials of seats: a secret for each, of which only the hash is stored."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from typing import NamedTuple

from qwixx.tables import refusals
from qwixx.tables.refusals import Refusal

SEAT_SECRET_BYTES = 24
# The alphabet of secrets and table names: both appear in links and headers.
SECRET = TABLE_NAME = re.compile("[A-Za-z0-9_-]{1,64}")
# Of the name of a table or a pad, so that it cannot be guessed.
NAME_BYTES = 12
# 16 random bytes, as hexadecimal digits.
KEY = re.compile("[0-9a-f]{32}")


class NewSecret(NamedTuple):
    """A seat's secret, shown once to its owner."""

    seat: int
    secret: str


def derive_name(key: str | None) -> str:
    """The table name derived from an idempotency key, or a random one without a key."""
    return (
        secrets.token_urlsafe(NAME_BYTES) if key is None else _derived(f"table {_checked(key)}", NAME_BYTES)
    )


def derive_secret(key: str | None, table: str) -> str:
    """The seat secret derived from an idempotency key, or a random one without a key.

    A client that opens or joins again because the answer was lost is recognised by its key.
    """
    if key is None:
        return secrets.token_urlsafe(SEAT_SECRET_BYTES)
    return _derived(f"seat {table} {_checked(key)}", hashlib.sha256().digest_size)


def _checked(key: str) -> str:
    if KEY.fullmatch(key) is None:
        raise Refusal(refusals.BAD_MESSAGE(problem="a key is 32 hexadecimal digits, in small letters"))
    return key


def _derived(text: str, size: int) -> str:
    digest = hashlib.sha256(text.encode()).digest()[:size]
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def seat_with(secret: str, hashes: Iterable[str | None]) -> int | None:
    """The number of the seat that a secret belongs to."""
    digest = hashed(secret)
    found = None
    for number, secret_hash in enumerate(hashes):
        # Every hash is compared, in constant time, so that timing reveals nothing.
        if secret_hash is not None and hmac.compare_digest(secret_hash, digest):
            found = number
    return found
