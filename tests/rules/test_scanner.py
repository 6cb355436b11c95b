import pytest

from qwixx.rules.colours import colour_named
from qwixx.rules.scanner import ParseError, Scanner


def test_an_error_from_the_rules_gets_the_start_position_of_the_token() -> None:
    scanner = Scanner("r5 {a comment} pink")
    scanner.expect(r"r5", "r5")
    with pytest.raises(ParseError, match="line 1, column 16: no colour 'pink'") as caught:
        scanner.located(lambda: colour_named(scanner.expect(r"\w+", "a colour")))
    assert (caught.value.line, caught.value.column) == (1, 16)


def test_an_error_with_a_position_keeps_it() -> None:
    scanner = Scanner("r5\nr6", line=3)
    scanner.expect("r5", "r5")
    with pytest.raises(ParseError, match=r"^line 4, column 1: expected a cross, found 'r6'$"):
        scanner.located(lambda: scanner.expect("y", "a cross"))
