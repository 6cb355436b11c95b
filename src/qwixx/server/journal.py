"""Lines of the server's log: an event, then what belongs to it, and never anybody's name, secret or link."""

import hashlib
import json
import traceback
from pathlib import Path


def line(event: str, **fields: object) -> str:
    """One line of the log, as people read it and programs do.

    >>> line("clock_jumped", seconds=90, reason="it was set")
    'clock_jumped seconds=90 reason="it was set"'
    """
    return " ".join([event, *(f"{name}={_value(value)}" for name, value in fields.items())])


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
