"""Marks of a score pad, their logs, and the sheet that a log leads to."""

from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from qwixx.rules.colours import Colour, ColourName, colour_named
from qwixx.rules.sheet import Sheet

# A sheet takes 48 marks; the rest is for undone ones.
MOST_MARKS = 200


# Marks of these kinds are about players on paper, not about the sheet of their seat.
PAPER_KINDS = ("close", "end")


class Mark(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """An entry of a player on their own sheet, or its undoing: ``undone`` is the ``n`` of that mark.

    ``n`` counts the marks of a seat in a game from 1, so that a mark may be sent twice. ``seen`` is the last
    version of the pad that the device knew. ``late``: it belongs to the common action of the roll in which
    the row was locked or the game ended. A ``close`` says that a player on paper, who has no sheet here, has
    locked the row; an ``end``, that a player on paper has ended the game.
    """

    n: int
    kind: Literal["cross", "penalty", "undo", "close", "end"]
    seen: int
    colour: ColourName | None = None
    number: int | None = None
    undone: int | None = None
    late: bool = False


class Written(NamedTuple):
    """A mark in the log of its seat, and the version of the pad that it led to."""

    seq: int
    mark: Mark


Log = tuple[Written, ...]


def in_force(log: Log) -> Log:
    """The marks of a log that are not undone, without the undo marks."""
    undone = {written.mark.undone for written in log}
    return tuple(each for each in log if each.mark.kind != "undo" and each.mark.n not in undone)


def sheet_of_log(log: Log) -> Sheet:
    """The sheet that a log leads to; IllegalChoice if the sheet would be invalid."""
    sheet = Sheet()
    for _, mark in in_force(log):
        if mark.kind == "penalty":
            sheet = sheet.with_penalty()
        elif mark.kind == "cross":
            sheet = sheet.cross(*crossed_cell(mark))
    return sheet


def crossed_cell(mark: Mark) -> tuple[Colour, int]:
    """The colour and number of a cross."""
    assert mark.colour is not None
    assert mark.number is not None
    return colour_named(mark.colour), mark.number


def locked_by(mark: Mark) -> Colour | None:
    """The row that a mark locks: a cross on its last number, or a lock on paper."""
    if mark.colour is None:
        return None
    colour = colour_named(mark.colour)
    return colour if mark.kind == "close" or mark.number == colour.last else None


def undo_of(n: int, log: Log, seen: int) -> Mark:
    """The next mark of a log: it undoes the mark ``n``."""
    return Mark(len(log) + 1, "undo", seen, undone=n)


def is_same(mark: Mark, other: Mark) -> bool:
    """Whether two marks have the same effect, whenever they were made."""
    return replace(mark, seen=0, late=False) == replace(other, seen=0, late=False)
