"""Score pads, for people with real dice or cards: marks, happenings, commands, and the public information."""

from typing import Literal

import msgspec

from qwixx.rules.colours import ColourName
from qwixx.rules.ruleset import PadGame
from qwixx.tables.protocol.happenings import Joined
from qwixx.tables.protocol.values import Dice, Struct


class PadMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a player wrote on their own sheet, or undid: ``undone`` is the ``n`` of that mark.

    ``n`` counts the marks of a seat in a game from 1, so that a mark may be sent twice. ``seen`` is the last
    ``seq`` that the device knew. ``late``: it belongs to the common action of the roll in which the row was
    locked or the game ended. A ``close`` says that a player on paper, who has no sheet here, has locked the
    row; an ``end``, that a player on paper has ended the game.
    """

    n: int
    kind: Literal["cross", "penalty", "undo", "close", "end"]
    seen: int
    colour: ColourName | None = None
    number: int | None = None
    undone: int | None = None
    late: bool = False


class Marked(Struct, tag="marked"):
    seat: int
    mark: PadMark


class Retracted(Struct, tag="retracted"):
    """A player undid what ``owner`` wrote about paper: it is an undo mark, the next one of ``owner``."""

    seat: int
    owner: int
    n: int


class RollEntered(Struct, tag="roll_entered"):
    """A player entered the roll of ``seat``; a coloured die that is null was not entered, or is out."""

    seat: int
    dice: Dice


class Finished(Struct, tag="finished"):
    """The game has ended, and all sheets are complete."""

    seat: int


class Reopened(Struct, tag="reopened"):
    """The sheets are open again, to be corrected."""

    seat: int


class Renewed(Struct, tag="renewed"):
    """Another game with the same people, on empty sheets."""

    seat: int


class Restored(Struct, tag="restored"):
    """The new game was undone: the sheets are those of the game before it."""

    seat: int


PadHappening = Joined | Marked | Retracted | RollEntered | Finished | Reopened | Renewed | Restored


class PadHappeningWithSeq(Struct):
    """A happening at a pad with its number there; only the last roll is sent."""

    seq: int
    what: PadHappening


class PadSeat(Struct):
    """The owner of a sheet, and whether their device is connected."""

    name: str
    present: bool


class PadInfo(Struct):
    """The public information about a pad, without its log.

    ``games`` is the number of the running game; ``can_restore``: an earlier one can be restored.
    """

    pad: str
    game: PadGame
    seats: tuple[PadSeat, ...]
    games: int
    can_restore: bool = False


# Commands. ``game`` says which game of the pad is meant.


class Write(Struct, tag="write"):
    """Write a mark on your own sheet."""

    id: int
    game: int
    mark: PadMark


class Retract(Struct, tag="retract"):
    """Undo the mark ``n`` of ``seat``: a lock or an end on paper, which anyone at the pad may undo."""

    id: int
    game: int
    seat: int
    n: int


class EnterRoll(Struct, tag="enter_roll"):
    """Enter the roll of ``seat``."""

    id: int
    game: int
    seat: int
    dice: Dice


class Finish(Struct, tag="finish"):
    """All sheets are complete: show the result."""

    id: int
    game: int


class Reopen(Struct, tag="reopen"):
    """Reopen the sheets."""

    id: int
    game: int


class Renew(Struct, tag="renew"):
    """Another game with the same people."""

    id: int
    game: int


class Restore(Struct, tag="restore"):
    """Undo the new game: return to the sheets of the previous one."""

    id: int
    game: int


PadCommand = Write | Retract | EnterRoll | Finish | Reopen | Renew | Restore
