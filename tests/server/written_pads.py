"""Score pads for tests, and what people write on them."""

import pytest

from qwixx.rules.colours import Colour
from qwixx.server.pads.pad import Pad, new_pad
from qwixx.server.refusals import Refusal
from qwixx.server.wire import protocol
from qwixx.server.wire.protocol import PadGame, PadMark


def opened(*names: str, game: PadGame = "dice") -> Pad:
    pad, _ = new_pad("p", protocol.NewPad(game, names[0]))
    for name in names:
        planned, _ = pad.plan_join(name)
        pad.take(planned, 0.0)
    return pad


def do(pad: Pad, seat: int | None, message: protocol.Command) -> int:
    """Carry out a command; how many facts it led to."""
    planned = pad.plan(seat, message)
    pad.take(planned, 0.0)
    return len(planned)


def write(pad: Pad, seat: int, mark: PadMark) -> int:
    return do(pad, seat, protocol.Write(1, pad.now.games, mark))


def cross(
    pad: Pad, seat: int, colour: Colour, number: int, *, seen: int | None = None, late: bool = False
) -> None:
    """Cross as a device does that knows everything, or everything up to ``seen``."""
    known = pad.now.version if seen is None else seen
    write(pad, seat, PadMark(next_n(pad, seat), "cross", known, str(colour), number, late=late))  # type: ignore[arg-type]


def penalise(pad: Pad, seat: int) -> None:
    write(pad, seat, PadMark(next_n(pad, seat), "penalty", pad.now.version))


def undo(pad: Pad, seat: int, n: int) -> int:
    return write(pad, seat, PadMark(next_n(pad, seat), "undo", pad.now.version, undone=n))


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
