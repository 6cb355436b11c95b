"""Days, and the daily games, which are the same for all: the dice of a solo game, and a puzzle.

docs/daily.md has every byte of it. Days begin and end at midnight of UTC, and are written as in 2026-11-16.
"""

import hashlib
import re
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from qwixx.fairness.derivation import DerivedSource
from qwixx.gameplay import Game
from qwixx.record import Record
from qwixx.rules.chance import ChanceNode, Roll, RollNode
from qwixx.rules.colours import COLOURS
from qwixx.rules.errors import InputError, SetupError
from qwixx.rules.ruleset import SOLO, GameName

if TYPE_CHECKING:
    from qwixx.solver.solved import Solution

__all__ = ["DailyDealer", "Par", "PuzzleOfDay", "check_day", "day_at", "par_of", "puzzle_of"]

FIRST_DAY = "2026-01-01"
# The tag of a record whose dice are those of a day.
DAILY_TAG = "Daily"
BEST_PLAY = "Best play"
# In the order of docs/daily.md, and without games that come later: puzzles of past days stay what they were.
PUZZLE_GAMES: tuple[GameName, ...] = ("dice", "cards", "cards_joker", "solo")

_KEY = b"qwixx/daily/1/key"
_SEED = b"qwixx/daily/1/puzzle"


def day_at(unix: float) -> str:
    """The day of a moment, in seconds since 1970.

    >>> day_at(1794787199), day_at(1794787200)
    ('2026-11-15', '2026-11-16')
    """
    return datetime.fromtimestamp(unix, UTC).date().isoformat()


def seconds_left(unix: float) -> int:
    """The rest of the day of a moment, in whole seconds, and at least one."""
    now = datetime.fromtimestamp(unix, UTC)
    midnight = datetime(now.year, now.month, now.day, tzinfo=UTC) + timedelta(days=1)
    return max(1, int((midnight - now).total_seconds()))


def check_day(day: str, today: str) -> None:
    """InputError for a text that is not a date, and for a day before the first one or in the future."""
    if not (is_day(day) and FIRST_DAY <= day <= today):
        raise InputError(
            f"there is nothing daily for {day!r}: days are written as in 2026-11-16 and go from {FIRST_DAY}"
            f" to {today}, by UTC"
        )


def is_day(text: str) -> bool:
    """Whether this is a day of the calendar.

    >>> is_day("2026-02-28"), is_day("2026-02-29"), is_day("20261116")
    (True, False, False)
    """
    if not isinstance(text, str) or re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is None:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def checked_date(day: str) -> str:
    """The day; InputError if it is not one of the calendar."""
    if not is_day(day):
        raise InputError(f"a day is a date as in 2026-11-16, not {day!r}")
    return day


# The dice of a day


def key_of(day: str) -> bytes:
    """The key that all dice of a day are derived from."""
    return hashlib.sha256(_KEY + day.encode()).digest()


def faces(day: str, draw: int) -> tuple[int, ...]:
    """The six dice of a draw, numbered from 0: white, white, red, yellow, green, blue.

    >>> faces("2026-11-16", 0)
    (1, 5, 1, 5, 3, 6)
    """
    return tuple(DerivedSource(key_of(day), draw).dice(COLOURS))


class DailyDealer:
    """Rolls the dice of a day, from one of its draws on.

    Every die has its place in a draw, also one that has left the game: whichever rows are closed, the other
    dice show the same for everyone.
    """

    def __init__(self, day: str, draw: int = 0) -> None:
        self._day = checked_date(day)
        self._draw = draw

    def __repr__(self) -> str:
        return f"DailyDealer({self._day!r}, {self._draw})"

    def draw(self, node: ChanceNode) -> Roll:
        """The next roll; a daily game has no other chance."""
        if not isinstance(node, RollNode):
            raise SetupError(f"the dice of a day are for games in which only dice are rolled, not for {node}")
        roll = node.roll(faces(self._day, self._draw))
        self._draw += 1
        return roll


class Par(NamedTuple):
    """The benchmark of a day: the exact mean of best play over all dice, and its game with these."""

    expected: float
    record: Record


def par_of(day: str, solved: "Solution") -> Par:
    """Best play through the dice of a day, without knowing them in advance.

    Of equally good choices it makes the first, in the order of the rules.
    """
    game = Game(SOLO, [BEST_PLAY], dealer=DailyDealer(day), tags=[(DAILY_TAG, day)])
    while not game.advance().is_over:
        for choice in solved.rank(game.state)[0].choices:
            game.apply(0, choice)
    return Par(solved.empty_sheet[0], game.record)


# The puzzle of a day


class PuzzleOfDay(NamedTuple):
    """A puzzle by its game and its seed."""

    game: GameName
    seed: int


def puzzle_of(day: str) -> PuzzleOfDay:
    """The puzzle of a day: games take turns, and the seed is derived from the date.

    >>> puzzle_of("2026-11-16")
    PuzzleOfDay(game='dice', seed=191283946)
    """
    digest = hashlib.sha256(_SEED + checked_date(day).encode()).digest()
    # 31 bits, the range of the seeds of puzzles.
    seed = int.from_bytes(digest[:4], "big") >> 1
    return PuzzleOfDay(PUZZLE_GAMES[date.fromisoformat(day).toordinal() % len(PUZZLE_GAMES)], seed)
