import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwixx.rules import reasons
from qwixx.rules.cards import Card
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.reasons import Reason
from qwixx.rules.sheet import Row, crossable_after
from qwixx.server import refusals
from qwixx.server.client.typescript import gone, typescript
from qwixx.server.wire import reading
from qwixx.server.wire.messages import reason_message
from tests.messages import LANGUAGES

WEB = Path(__file__).parent.parent.parent / "web" / "src"


@pytest.mark.parametrize("name", typescript())
def test_what_the_client_was_told_by_python_still_holds(name: str) -> None:
    text = (WEB / name).read_text(encoding="utf-8")
    assert text == typescript()[name], f"{name} is stale: make types"


def rows_of(colour: Colour) -> Iterator[Row]:
    """Every content of a row that play can lead to."""
    found: list[Row] = [()]
    for row in found:
        found += [(*row, number) for number in crossable_after(colour, row)]
    yield from found[1:]


@pytest.mark.parametrize("colour", COLOURS)
def test_the_client_knows_what_can_no_longer_be_crossed_in_any_row(colour: Colour) -> None:
    lost = gone(colour)
    for row in rows_of(colour):
        # The last number has to wait for its crosses, and is not lost.
        open_still = {*crossable_after(colour, row), colour.last} - {*row}
        assert set(colour.numbers) - set(lost[row[-1]]) == open_still


def codes() -> set[str]:
    found = [*vars(reasons).values(), *vars(refusals).values()]
    return {each.code for each in found if isinstance(each, Reason)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words_in_every_language(language: str) -> None:
    files = (WEB / "messages" / language).glob("*.ts")
    known = {
        code for path in files for code in re.findall(r"['\"]reason\.(\w+)['\"]:", path.read_text("utf-8"))
    }
    assert codes() - known == set()


def test_a_message_that_is_none_says_what_is_wrong() -> None:
    with pytest.raises(reading.ProtocolError, match="not a message of protocol 3: Invalid value 'dance'"):
        reading.decode('{"type": "dance"}')


def test_refusals_name_cards_and_colours_and_count_numbers() -> None:
    card = reason_message(reasons.NOT_IN_HAND(card=Card(Colour.RED, 4)))
    assert card.details == {"card": "R4"}
    joker = reason_message(reasons.NOT_IN_HAND(card=Card(None, 4)))
    assert joker.details == {"card": "J4"}
    no_sum = reason_message(reasons.NOT_A_SUM(colour=Colour.GREEN, number=9, possible=(4, 6)))
    assert no_sum.details == {"colour": "green", "number": 9, "possible": (4, 6)}
