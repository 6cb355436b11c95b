"""The seed of a game: a secret that is revealed at its end, and the contributions of players."""

import secrets
from collections.abc import Mapping
from functools import cached_property

import msgspec

from qwixx.fairness.derivation import SECRET_BYTES, DerivedSource, commitment, game_key
from qwixx.fairness.tags import fairness_tags


def new_secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


class GameSeed(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """The seed of a game, as hexadecimal digits. The secret reveals all future rolls."""

    secret: str
    contributions: Mapping[int, str] = {}

    def __repr__(self) -> str:
        """Without the secret, in case it is logged."""
        return f"GameSeed of {self.commitment}"

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.secret)).hex()

    def with_contribution(self, seat: int, value: str) -> "GameSeed":
        return GameSeed(self.secret, {**self.contributions, seat: value})

    def with_swapped(self, seat: int, other: int) -> "GameSeed":
        """The seed after two seats changed places: contributions stay with their people."""
        swap = {seat: other, other: seat}
        moved = {swap.get(each, each): value for each, value in self.contributions.items()}
        return GameSeed(self.secret, dict(sorted(moved.items())))

    def without(self, seat: int) -> "GameSeed":
        """The seed after a person left the seat."""
        return GameSeed(
            self.secret, {each: value for each, value in self.contributions.items() if each != seat}
        )

    def source(self, draw: int) -> DerivedSource:
        """The chance of a draw, numbered from 0 in its game."""
        return DerivedSource(self._key, draw)

    @cached_property
    def _key(self) -> bytes:
        """Cached, since every draw of the game needs it."""
        return game_key(bytes.fromhex(self.secret), self._contributed())

    def tags(self) -> tuple[tuple[str, str], ...]:
        """The tags of the record of the finished game."""
        return fairness_tags(bytes.fromhex(self.secret), self._contributed())

    def _contributed(self) -> dict[int, bytes]:
        return {seat: bytes.fromhex(value) for seat, value in self.contributions.items()}
