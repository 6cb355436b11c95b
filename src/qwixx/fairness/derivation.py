"""Chance derived from a seed: the server's committed secret and the contributions of players.

``verification`` is an independent implementation of the same, so keep the two apart.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping
from itertools import count

from qwixx.rules.cards import Card, in_pack_order
from qwixx.rules.chance import FACES
from qwixx.rules.colours import COLOURS, Colour

SECRET_BYTES = 32
COMMITMENT_BYTES = 32
CONTRIBUTION_BYTES = 16

_COMMITMENT = b"qwixx/fairness/1/commitment"
_KEY = b"qwixx/fairness/1/key"
_DRAW = b"qwixx/fairness/1/draw"
_BYTE_VALUES = 256


def commitment(secret: bytes) -> bytes:
    """The commitment shown before the first draw: it fixes the secret without revealing it."""
    return hashlib.sha256(_COMMITMENT + secret).digest()


def game_key(secret: bytes, contributions: Mapping[int, bytes]) -> bytes:
    """The key of a game, from the secret and the contribution of each seat, counted from 0."""
    parts = [bytes([seat + 1]) + contributions[seat] for seat in sorted(contributions)]
    return _hmac(secret, _KEY + bytes([len(parts)]) + b"".join(parts))


class DerivedSource:
    """The chance of one draw of a game; draws are numbered from 0, and none depends on another."""

    def __init__(self, key: bytes, draw: int) -> None:
        self._bytes = _stream(key, draw)

    def randrange(self, stop: int) -> int:
        """A number from 0 to ``stop`` - 1; bytes that would make some more likely are skipped."""
        limit = _BYTE_VALUES - _BYTE_VALUES % stop
        while (byte := next(self._bytes)) >= limit:
            pass
        return byte % stop

    def dice(self, rolled: tuple[Colour, ...]) -> list[int]:
        """Faces of all six dice; one that is not rolled takes no byte."""
        white = [self._face(), self._face()]
        return white + [self._face() if colour in rolled else 0 for colour in COLOURS]

    def shuffled(self, pile: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in a new order, which does not depend on their old one."""
        order = list(in_pack_order(pile))
        for last in range(len(order) - 1, 0, -1):
            other = self.randrange(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _face(self) -> int:
        return FACES[self.randrange(len(FACES))]


def _stream(key: bytes, draw: int) -> Iterator[int]:
    for block in count():
        yield from _hmac(key, _DRAW + draw.to_bytes(4, "big") + block.to_bytes(4, "big"))


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")
