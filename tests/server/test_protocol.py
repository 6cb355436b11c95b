import re
from pathlib import Path

import pytest

from qwixx.rules import reasons
from qwixx.rules.reasons import Reason
from qwixx.server import refusals, wire
from qwixx.server.typescript import typescript

WEB = Path(__file__).parent.parent.parent / "web" / "src"


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    text = (WEB / "protocol.ts").read_text(encoding="utf-8")
    assert text == typescript(), "the types are stale: make types"


def codes() -> set[str]:
    found = [*vars(reasons).values(), *vars(refusals).values()]
    return {each.code for each in found if isinstance(each, Reason)}


@pytest.mark.parametrize("language", ["en", "es", "pt", "de"])
def test_every_refusal_has_words_in_every_language(language: str) -> None:
    text = (WEB / "messages" / f"app.{language}.ts").read_text(encoding="utf-8")
    known = set(re.findall(r"['\"]reason\.(\w+)['\"]:", text))
    assert codes() - known == set()


def test_a_message_that_is_none_says_what_is_wrong() -> None:
    with pytest.raises(wire.ProtocolError, match="not a message of protocol 2: Invalid value 'dance'"):
        wire.decode('{"type": "dance"}')
