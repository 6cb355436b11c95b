"""What people tell each other at a table: lines of text that do no harm, and how many there may be."""

import unicodedata
from collections import defaultdict

from qwixx.record import UNSEEN
from qwixx.server.limits import Bucket

LONGEST_TEXT = 200
# In a game. Each is a fact on disk, and is replayed with its game; nobody can use up what others may say.
WORDS_PER_SEAT = 100
# Of a seat, and of all seats of a table together.
SEAT_PER_SECOND, SEAT_AT_ONCE = 0.5, 5.0
TABLE_PER_SECOND, TABLE_AT_ONCE = 1.5, 12.0

# They join signs of some scripts, and those of many emoji.
JOINERS = "\u200c\u200d"
# More accents on one letter are no language, and reach into the lines above.
MARKS_ON_A_LETTER = 4


def one_line(text: str) -> str | None:
    r"""A text as others are shown it; None if nothing is left to be seen, or too much.

    Line breaks are spaces. Characters that control something and are not seen, among them those that turn
    the direction of what follows, are left out.

    >>> one_line(" well\n played ")
    'well played'
    """
    kept = "".join(each for each in text if each.isspace() or _is_text(each))
    line = without_piles(unicodedata.normalize("NFC", " ".join(kept.split())))
    is_seen = any(not each.isspace() and each not in JOINERS for each in UNSEEN.sub("", line))
    return line if is_seen and len(line) <= LONGEST_TEXT else None


def _is_text(character: str) -> bool:
    return character in JOINERS or unicodedata.category(character) not in ("Cc", "Cf", "Cs")


def without_piles(line: str) -> str:
    """A line with no more marks on any of its letters than languages have."""
    kept: list[str] = []
    marks = 0
    for each in line:
        marks = marks + 1 if unicodedata.category(each) in ("Mn", "Me") else 0
        if marks <= MARKS_ON_A_LETTER:
            kept.append(each)
    return "".join(kept)


class Pace:
    """How fast people talk: nobody too fast, and all together not either."""

    def __init__(self) -> None:
        self._seats: defaultdict[int, Bucket] = defaultdict(lambda: Bucket(SEAT_PER_SECOND, SEAT_AT_ONCE))
        self._table = Bucket(TABLE_PER_SECOND, TABLE_AT_ONCE)

    def take(self, seat: int, at: float) -> bool:
        """Whether a seat may say one more thing now."""
        return self._seats[seat].take(at) and self._table.take(at)
