"""Chat: sanitised lines of text, and their limits."""

import unicodedata
from typing import Literal

from qwixx.record import UNSEEN

Reaction = Literal["well_done", "ouch", "lucky", "thinking", "thanks", "hurry"]

LONGEST_TEXT = 200
# In each game. Each message is a fact on disk and is replayed with its game.
MESSAGES_PER_SEAT = 100

# They join characters of some scripts, and parts of many emoji.
JOINERS = "\u200c\u200d"
# No language has more accents on one letter; piles of them reach into the lines above.
MARKS_ON_A_LETTER = 4


def one_line(text: str) -> str | None:
    r"""The text as others see it; None if nothing visible is left, or if it is too long.

    Line breaks become spaces. Invisible control characters, among them those that change the direction of
    text, are removed.

    >>> one_line(" well\n played ")
    'well played'
    """
    kept = "".join(each for each in text if each.isspace() or _is_text(each))
    line = limit_combining_marks(unicodedata.normalize("NFC", " ".join(kept.split())))
    is_seen = any(not each.isspace() and each not in JOINERS for each in UNSEEN.sub("", line))
    return line if is_seen and len(line) <= LONGEST_TEXT else None


def _is_text(character: str) -> bool:
    return character in JOINERS or unicodedata.category(character) not in ("Cc", "Cf", "Cs")


def limit_combining_marks(line: str) -> str:
    """The line without piles of combining marks on its letters."""
    kept: list[str] = []
    marks = 0
    for each in line:
        marks = marks + 1 if unicodedata.category(each) in ("Mn", "Me") else 0
        if marks <= MARKS_ON_A_LETTER:
            kept.append(each)
    return "".join(kept)
