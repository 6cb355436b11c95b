"""Whether a mark and a roll, as a device sends them, mean something at all."""

from qwixx.rules.chance import Roll
from qwixx.server import refusals
from qwixx.server.refusals import Refusal
from qwixx.server.wire import protocol

COLOURED_DICE = 4


def check_mark(mark: protocol.PadMark) -> None:
    """Refuse a mark that lacks what its kind needs, or has what others need."""
    cell = mark.colour is not None and mark.number is not None
    bare = mark.colour is None and mark.number is None and not mark.late
    fits = {
        "cross": cell and mark.undone is None,
        "penalty": bare and mark.undone is None,
        "undo": bare and mark.undone is not None,
        "close": mark.colour is not None and mark.number is None and mark.undone is None and not mark.late,
    }
    if not fits[mark.kind]:
        needs = (
            "a cross has a colour and a number, a close a colour, an undo what is undone, a penalty nothing"
        )
        raise Refusal(refusals.BAD_MESSAGE(problem=needs))


def check_sheet(seat: int, sheets: int) -> None:
    """Refuse a sheet that is not there."""
    if not 0 <= seat < sheets:
        raise Refusal(refusals.BAD_MESSAGE(problem=f"there is no sheet {seat}"))


def roll_of(dice: protocol.Dice) -> Roll:
    """The roll as the rules know it; IllegalChoice if it shows what no die has."""
    if len(dice.coloured) != COLOURED_DICE:
        raise Refusal(refusals.BAD_MESSAGE(problem="there are four coloured dice, null for one that is out"))
    return Roll(dice.white, dice.coloured)
