"""What a score pad remembers, beside who took a seat (facts.Sat). Its sheets are their replay."""

import msgspec

from qwixx.server.wire.protocol import Dice, PadGame, PadMark


class PadFact(msgspec.Struct, frozen=True, tag=True, tag_field="fact", gc=False):
    """Something that has happened at a pad for good."""


class PadOpened(PadFact, frozen=True):
    """The pad was made."""

    game: PadGame


class PadMarked(PadFact, frozen=True):
    """A seat wrote on its sheet, or took something back."""

    seat: int
    mark: PadMark


class PadRolled(PadFact, frozen=True):
    """Somebody entered what a seat has rolled."""

    seat: int
    dice: Dice


class PadFinished(PadFact, frozen=True):
    """Somebody said that the game is over and the sheets are complete."""

    seat: int


class PadReopened(PadFact, frozen=True):
    """Somebody went back to the sheets."""

    seat: int


class PadRenewed(PadFact, frozen=True):
    """Somebody began another game with the same people."""

    seat: int


AnyPadFact = PadOpened | PadMarked | PadRolled | PadFinished | PadReopened | PadRenewed
