"""Facts of a score pad. Its sheets are their replay. The stored format changes only with a migration."""

from collections.abc import Callable

import msgspec

from qwixx.rules.ruleset import PadGame
from qwixx.tables.aggregate import Fact, read_fact
from qwixx.tables.pad.marks import Mark


class PadOpened(Fact, frozen=True):
    """The pad was opened."""

    game: PadGame


class SheetTaken(Fact, frozen=True):
    """A person took the next sheet."""

    seat: int
    name: str
    secret_hash: str


class PadMarked(Fact, frozen=True):
    """A seat wrote on its sheet, or undid something."""

    seat: int
    mark: Mark


class PadRetracted(Fact, frozen=True):
    """A seat undid what another, the owner of the mark ``n``, had written about players on paper."""

    seat: int
    owner: int
    n: int


class PadRolled(Fact, frozen=True):
    """A player entered what a seat has rolled; null for a coloured die that was not entered, or is out."""

    seat: int
    white: tuple[int, int]
    coloured: tuple[int | None, ...]


class PadFinished(Fact, frozen=True):
    """The game has ended and the sheets are complete."""

    seat: int


class PadReopened(Fact, frozen=True):
    """The sheets are open again."""

    seat: int


class PadRenewed(Fact, frozen=True):
    """Another game with the same people began."""

    seat: int


class PadRestored(Fact, frozen=True):
    """The pad returned to the previous game."""

    seat: int


# Facts that are sent to all at the pad.
PadHappening = (
    SheetTaken | PadMarked | PadRetracted | PadRolled | PadFinished | PadReopened | PadRenewed | PadRestored
)
AnyPadFact = PadOpened | PadHappening

encode: Callable[[object], bytes] = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder[AnyPadFact](AnyPadFact).decode


def decode(data: bytes) -> AnyPadFact:
    """The fact of a stored form; FactFormatError if it is not one of this version."""
    fact: AnyPadFact = read_fact(_decode, data)
    return fact
