"""Sanitising of chat messages."""

import pytest

from qwixx.tables.chat import LONGEST_TEXT, one_line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (" well \n\t played\u2028now ", "well played now"),
        ("<b>hi</b> & {name}", "<b>hi</b> & {name}"),
        ("\x1b[31mred\x07", "[31mred"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("e\u0301", "\u00e9"),
        ("a" + "\u0336" * 50, "a" + "\u0336" * 4),
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),
        ("x" * LONGEST_TEXT, "x" * LONGEST_TEXT),
        ("x" * (LONGEST_TEXT + 1), None),
        ("", None),
        (" \n ", None),
        ("\u200b\u202e\u200d", None),
        ("\u2800\u3164", None),
    ],
)
def test_a_text_is_sanitised_to_one_line(text: str, line: str | None) -> None:
    assert one_line(text) == line
