"""Score pads for tests, and helpers to write on them."""

import pytest

from qwixx.rules.colours import Colour
from qwixx.rules.ruleset import PadGame
from qwixx.tables import protocol
from qwixx.tables.pad.marks import in_force
from qwixx.tables.pad.pad import Pad, new_pad
from qwixx.tables.pad.views import mark_message
from qwixx.tables.protocol import Dice, PadMark, PadQuestion
from qwixx.tables.refusals import Refusal


def opened(*names: str, game: PadGame = "dice") -> Pad:
    pad, _ = new_pad("p", protocol.NewPad(game, names[0]))
    for name in names:
        join(pad, name)
    return pad


def join(pad: Pad, name: str) -> None:
    planned, _ = pad.plan_join(name)
    pad.apply(planned, 0.0)


def do(pad: Pad, seat: int | None, command: protocol.PadCommand) -> int:
    """Execute a command; the number of resulting facts."""
    planned = pad.plan(seat, command)
    pad.apply(planned, 0.0)
    return len(planned)


def write(pad: Pad, seat: int, mark: PadMark) -> int:
    return do(pad, seat, protocol.Write(1, pad.now.games, mark))


def cross(
    pad: Pad, seat: int, colour: Colour, number: int, *, seen: int | None = None, late: bool = False
) -> None:
    """Cross a number from a device that knows the current version, or the version ``seen``."""
    known = pad.now.version if seen is None else seen
    write(pad, seat, PadMark(next_n(pad, seat), "cross", known, str(colour), number, late=late))  # type: ignore[arg-type]


def penalise(pad: Pad, seat: int) -> None:
    write(pad, seat, PadMark(next_n(pad, seat), "penalty", pad.now.version))


def undo(pad: Pad, seat: int, n: int) -> int:
    return write(pad, seat, PadMark(next_n(pad, seat), "undo", pad.now.version, undone=n))


def retract(pad: Pad, seat: int, owner: int, n: int) -> int:
    return do(pad, seat, protocol.Retract(1, pad.now.games, owner, n))


def next_n(pad: Pad, seat: int) -> int:
    return len(pad.now.logs[seat]) + 1


def fill(pad: Pad, seat: int, colour: Colour, crosses: int = 5) -> None:
    for number in colour.numbers[:crosses]:
        cross(pad, seat, colour, number)


def lock(pad: Pad, seat: int, colour: Colour) -> None:
    fill(pad, seat, colour)
    cross(pad, seat, colour, colour.last)


def refused(code: str) -> "pytest.RaisesExc[Refusal]":
    return pytest.raises(Refusal, check=lambda error: error.reason.code == code)


def close(pad: Pad, seat: int, colour: Colour, *, seen: int | None = None) -> int:
    known = pad.now.version if seen is None else seen
    return write(pad, seat, PadMark(next_n(pad, seat), "close", known, str(colour)))  # type: ignore[arg-type]


def end(pad: Pad, seat: int, *, seen: int | None = None) -> int:
    """Enter that a player on paper has ended the game."""
    known = pad.now.version if seen is None else seen
    return write(pad, seat, PadMark(next_n(pad, seat), "end", known))


def rolled(pad: Pad, active: int = 0, dice: Dice | None = None) -> None:
    """Enter a complete roll of the active player."""
    do(pad, 0, protocol.EnterRoll(1, pad.now.games, active, dice or Dice((4, 3), (1, 2, 5, 6))))


def finish(pad: Pad) -> int:
    return do(pad, 0, protocol.Finish(1, pad.now.games))


def mixed_pad() -> Pad:
    """A pad with a closed row and an undone penalty, on which Ann crossed the sum of her roll."""
    pad = opened("Ann", "Ben", "Cem")
    lock(pad, 1, Colour.GREEN)
    cross(pad, 2, Colour.BLUE, 9)
    penalise(pad, 2)
    undo(pad, 2, 1)
    rolled(pad, dice=Dice((4, 3), (1, 2, None, 6)))
    cross(pad, 0, Colour.RED, 7)
    cross(pad, 2, Colour.YELLOW, 7)
    return pad


def question_of(pad: Pad, seat: int) -> PadQuestion:
    """The coach's request for this pad if it were kept offline on one device."""
    roll = pad.now.roll
    assert roll is not None
    logs = tuple(tuple(mark_message(written.mark) for written in in_force(log)) for log in pad.now.logs)
    return PadQuestion(logs, seat, roll.seat, Dice(roll.dice.white, roll.dice.colours), roll.seq)


def rolled_white(pad: Pad, active: int, white: tuple[int, int], red: int = 1) -> None:
    """Enter a roll with these white dice."""
    do(pad, 0, protocol.EnterRoll(1, pad.now.games, active, Dice(white, (red, 1, 1, 1))))


def row(pad: Pad, seat: int, colour: Colour) -> tuple[int, ...]:
    return pad.now.sheets[seat].rows[colour]
