"""Positions of pads that exist only on one device, for the coach."""

import msgspec
import pytest

from qwixx.tables.pad.position import position_asked
from qwixx.tables.protocol import Dice, PadMark, PadQuestion
from tests.tables.pad.scenes import mixed_pad, question_of, refused


@pytest.mark.parametrize("seat", [0, 1])
def test_a_local_pad_has_the_same_position_as_a_shared_one(seat: int) -> None:
    pad = mixed_pad()
    assert position_asked(question_of(pad, seat)) == pad.to_advise(seat)


def cross_of(number: int) -> PadMark:
    return PadMark(1, "cross", 0, "red", number)


WHOLE = Dice((4, 3), (1, 2, 5, 6))


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"logs": ()}, "bad_message"),
        ({"logs": ((),) * 6}, "bad_message"),
        ({"seat": 3}, "bad_message"),
        ({"seat": -1}, "bad_message"),
        ({"active": 3}, "bad_message"),
        ({"rolled": -1}, "bad_message"),
        ({"dice": Dice((4, 3), (1, 2))}, "bad_message"),
        ({"dice": Dice((4, 7), (1, 2, 3, 4))}, "no_position"),
        ({"logs": ((cross_of(13),),), "active": 0}, "no_position"),
        ({"logs": ((cross_of(12),),), "active": 0}, "no_position"),
        ({"logs": ((cross_of(10**18),),), "active": 0}, "no_position"),
        ({"logs": ((cross_of(7), cross_of(6)),), "active": 0}, "no_position"),
        ({"logs": ((PadMark(1, "penalty", 0),) * 9,), "dice": WHOLE}, "no_position"),
        ({"logs": ((PadMark(1, "penalty", 0, "red"),),)}, "bad_message"),
        ({"logs": ((PadMark(1, "close", 0, "red"),),)}, "sheets_unknown"),
        ({"dice": Dice((4, 3), (None,) * 4)}, "no_roll"),
        ({"seat": 2}, "nothing_to_choose"),
    ],
)
def test_an_invalid_request_is_refused(changed: dict[str, object], code: str) -> None:
    question: PadQuestion = msgspec.structs.replace(question_of(mixed_pad(), 0), **changed)
    with refused(code):
        position_asked(question)
