"""The server's log: events with fields, which never hold a name, a secret or a link."""

import hashlib
import json
import logging
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

REPEAT_SECONDS = 60.0
REMEMBERED_MESSAGES = 100


@dataclass(frozen=True)
class LogEvent:
    """An event of the log; ``str()`` is its form for people."""

    name: str
    fields: Mapping[str, object]

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{name}={_value(value)}" for name, value in self.fields.items())])


def event(name: str, /, **fields: object) -> LogEvent:
    """An event, as the message of a logger.

    >>> print(event("clock_jumped", seconds=90, reason="it was set"))
    clock_jumped seconds=90 reason="it was set"
    """
    return LogEvent(name, fields)


def _value(value: object) -> str:
    text = str(value)
    is_plain = text.isascii() and text.isprintable() and text and not set(text) & set(' "=\\')
    return text if is_plain else json.dumps(text)


def reason_of(error: BaseException) -> str:
    """An error in one line, with the place it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


def short_hash(table: str) -> str:
    """The name of a table in the log: the real name is its link, and would let readers in."""
    return hashlib.sha256(table.encode()).hexdigest()[:8]


class TextLines(logging.Formatter):
    """The log for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")


class JsonLines(logging.Formatter):
    """The log for programs: one JSON object for each record, also for those of libraries."""

    def format(self, record: logging.LogRecord) -> str:
        logged = (
            record.msg if isinstance(record.msg, LogEvent) else event("message", text=record.getMessage())
        )
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": logged.name,
            **logged.fields,
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        # No value of a field may break the line.
        return json.dumps(line, default=str)


class RepeatFilter(logging.Filter):
    """Passes a message of a library once a minute, however often it is repeated.

    Any client can make libraries complain of bad requests. Our own events always pass.
    """

    def __init__(self) -> None:
        super().__init__()
        self._passed_at: dict[object, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, LogEvent) or record.exc_info:
            return True
        if record.created - self._passed_at.get(record.msg, 0.0) < REPEAT_SECONDS:
            return False
        if len(self._passed_at) >= REMEMBERED_MESSAGES:
            self._passed_at.clear()
        self._passed_at[record.msg] = record.created
        return True
