"""Lines of the server's log: an event, then what belongs to it, and never anybody's name, secret or link."""

import hashlib
import json
import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

REPEATED_AFTER = 60.0
KEPT_SAYINGS = 100


@dataclass(frozen=True)
class Line:
    """One line of the log; ``str()`` is how people read it."""

    event: str
    fields: Mapping[str, object]

    def __str__(self) -> str:
        return " ".join([self.event, *(f"{name}={_value(value)}" for name, value in self.fields.items())])


def line(event: str, **fields: object) -> Line:
    """What is given to a logger.

    >>> print(line("clock_jumped", seconds=90, reason="it was set"))
    clock_jumped seconds=90 reason="it was set"
    """
    return Line(event, fields)


def _value(value: object) -> str:
    text = str(value)
    is_plain = text.isascii() and text.isprintable() and text and not set(text) & set(' "=\\')
    return text if is_plain else json.dumps(text)


def reason_of(error: BaseException) -> str:
    """An error in one line, with the place it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def tag(table: str) -> str:
    """What a table is called in the log: its name is its link, and would let readers in."""
    return hashlib.sha256(table.encode()).hexdigest()[:8]


class TextLines(logging.Formatter):
    """The log for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")


class JsonLines(logging.Formatter):
    """The log for programs: one JSON object for each record, also for those of libraries."""

    def format(self, record: logging.LogRecord) -> str:
        told = record.msg if isinstance(record.msg, Line) else line("message", text=record.getMessage())
        found: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": told.event,
            **told.fields,
        }
        if record.exc_info:
            found["traceback"] = self.formatException(record.exc_info)
        # Nothing that a line is told of may break it.
        return json.dumps(found, default=str)


class Sparing(logging.Filter):
    """Lets what a library says again and again through once a minute.

    Anybody can make it complain of a bad request, as often as they like.
    """

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[object, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, Line) or record.exc_info:
            return True
        if record.created - self._said.get(record.msg, 0.0) < REPEATED_AFTER:
            return False
        if len(self._said) >= KEPT_SAYINGS:
            self._said.clear()
        self._said[record.msg] = record.created
        return True
