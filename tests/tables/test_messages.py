"""Decoding of client messages, and reasons of refusals as messages."""

from collections.abc import Callable

import pytest

from qwixx.rules import reasons
from qwixx.rules.cards import Card
from qwixx.rules.colours import Colour
from qwixx.tables import protocol
from qwixx.tables.views import LONGEST_DETAIL, reason_message


@pytest.mark.parametrize("read", [protocol.read_table_message, protocol.read_pad_message])
def test_an_invalid_message_is_refused_with_the_problem(read: Callable[[str], object]) -> None:
    with pytest.raises(protocol.ProtocolError, match="not a message of protocol 4: Invalid value 'dance'"):
        read('{"type": "dance"}')


def test_tables_and_pads_refuse_each_others_commands() -> None:
    renew, leave = '{"type":"renew","id":1,"game":1}', '{"type":"leave","id":1}'
    assert protocol.read_pad_message(renew) == protocol.Renew(1, 1)
    assert protocol.read_table_message(leave) == protocol.Leave(1)
    with pytest.raises(protocol.ProtocolError, match="Invalid value 'renew'"):
        protocol.read_table_message(renew)
    with pytest.raises(protocol.ProtocolError, match="Invalid value 'leave'"):
        protocol.read_pad_message(leave)


@pytest.mark.parametrize(
    ("data", "found"), [('{"type":"dance","id":7}', 7), ('{"id":"7"}', None), ("{", None), (b"\xff", None)]
)
def test_the_id_of_a_refused_message_is_found_if_there_is_one(data: str | bytes, found: int | None) -> None:
    assert protocol.message_id(data) == found


def test_reasons_name_cards_and_colours_and_count_numbers() -> None:
    card = reason_message(reasons.NOT_IN_HAND(card=Card(Colour.RED, 4)))
    assert card.details == {"card": "R4"}
    joker = reason_message(reasons.NOT_IN_HAND(card=Card(None, 4)))
    assert joker.details == {"card": "J4"}
    no_sum = reason_message(reasons.NOT_A_SUM(colour=Colour.GREEN, number=9, possible=(4, 6)))
    assert no_sum.details == {"colour": "green", "number": 9, "possible": (4, 6)}


def test_a_reason_quotes_the_beginning_and_the_end_of_long_details() -> None:
    message = reason_message(reasons.NOT_IN_HAND(card="begin" + "x" * 10_000 + "end"))
    quoted = message.details["card"]
    assert isinstance(quoted, str)
    assert quoted.startswith("begin")
    assert quoted.endswith("end")
    assert len(quoted) < LONGEST_DETAIL + 5
    assert len(message.text) < LONGEST_DETAIL + 50
