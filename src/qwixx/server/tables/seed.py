"""What the chance of one game comes from: a secret that nobody sees before its end, and what players add."""

import secrets
from collections.abc import Mapping
from functools import cached_property

import msgspec

from qwixx.fairness.derivation import SECRET_BYTES, DerivedLuck, commitment, game_key
from qwixx.fairness.tags import fairness_tags


def new_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


class Seed(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """Bytes are hexadecimal digits, as on disk. Whoever knows the secret knows every roll to come."""

    secret: str
    contributions: Mapping[int, str] = {}

    def __repr__(self) -> str:
        """Nothing that would give a game away in a log."""
        return f"Seed of {self.commitment}"

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.secret)).hex()

    def with_contribution(self, seat: int, value: str) -> "Seed":
        return Seed(self.secret, {**self.contributions, seat: value})

    def luck(self, draw: int) -> DerivedLuck:
        """The chance of a draw, numbered from 0 in its game."""
        return DerivedLuck(self._key, draw)

    @cached_property
    def _key(self) -> bytes:
        """Every draw of the game needs it."""
        return game_key(bytes.fromhex(self.secret), self._contributed())

    def tags(self) -> tuple[tuple[str, str], ...]:
        """What the record of the game says of it, once the game is over."""
        return fairness_tags(bytes.fromhex(self.secret), self._contributed())

    def _contributed(self) -> dict[int, bytes]:
        return {seat: bytes.fromhex(value) for seat, value in self.contributions.items()}
