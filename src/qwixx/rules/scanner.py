"""Reading text piece by piece, knowing at every moment where a mistake would be."""

import re
from collections.abc import Callable
from typing import TypeVar

from qwixx.rules.errors import InputError

T = TypeVar("T")

_BLANK = re.compile(r"(?:\s+|\{[^{}]*\})*")
_COMMENT = re.compile(r"\{([^{}]*)\}")


class ParseError(InputError):
    """A text that cannot be read: where, and what was expected there."""

    def __init__(self, line: int, column: int, problem: str) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.line = line
        self.column = column
        self.problem = problem


def checked_text(text: str) -> str:
    """The text; InputError if it is something else."""
    if not isinstance(text, str):
        raise InputError(f"this reads a text, not {text!r}")
    return text


class Scanner:
    """A place in a text. Blanks between the pieces are passed over, and {comments} kept apart."""

    def __init__(self, text: str, line: int = 1) -> None:
        self.text = checked_text(text)
        self.line = line
        self.at: int = 0
        self.comments: list[str] = []
        self._skip()

    def _skip(self) -> None:
        blank = _BLANK.match(self.text, self.at)
        assert blank is not None  # it matches nothing at all, too
        if blank.end() > self.at and "{" in blank.group():
            self.comments += _COMMENT.findall(blank.group())
        self.at = blank.end()

    @property
    def done(self) -> bool:
        return self.at >= len(self.text)

    def sees(self, pattern: str) -> bool:
        return re.compile(pattern).match(self.text, self.at) is not None

    def accept(self, pattern: str) -> str | None:
        """The piece that matches here, passed over, or None."""
        found = re.compile(pattern).match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        self._skip()
        return found.group()

    def expect(self, pattern: str, expected: str) -> str:
        """The piece that matches here, or a ParseError that names the expected one."""
        piece = self.accept(pattern)
        if piece is None:
            raise self.error(f"expected {expected}, found {self.rest()}")
        return piece

    def expect_end(self) -> None:
        if not self.done:
            raise self.error(f"expected the end, found {self.rest()}")

    def rest(self) -> str:
        """The next word, quoted for a message."""
        word = re.compile(r"\S+").match(self.text, self.at)
        return f"{word.group()[:20]!r}" if word else "the end"

    def error(self, problem: str, at: int | None = None) -> ParseError:
        place = self.at if at is None else at
        line = self.line + self.text.count("\n", 0, place)
        return ParseError(line, place - self.text.rfind("\n", 0, place), problem)

    def located(self, read: Callable[[], T]) -> T:
        """The result of ``read``; errors of the rules are located where reading began."""
        began = self.at
        try:
            return read()
        except ParseError:
            raise
        except InputError as error:
            raise self.error(str(error), began) from error
