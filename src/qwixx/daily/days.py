"""Days: they begin and end at midnight of UTC, and are written as in 2026-11-16."""

import re
from datetime import UTC, date, datetime, timedelta

from qwixx.rules.errors import InputError

FIRST_DAY = "2026-01-01"
# What says in a record of which day its dice are.
DAILY_TAG = "Daily"


def day_at(unix: float) -> str:
    """The day of a moment, in seconds since 1970.

    >>> day_at(1794787199), day_at(1794787200)
    ('2026-11-15', '2026-11-16')
    """
    return datetime.fromtimestamp(unix, UTC).date().isoformat()


def seconds_left(unix: float) -> int:
    """How long the day of a moment still is, in whole seconds; never none."""
    now = datetime.fromtimestamp(unix, UTC)
    midnight = datetime(now.year, now.month, now.day, tzinfo=UTC) + timedelta(days=1)
    return max(1, int((midnight - now).total_seconds()))


def check_day(day: str, today: str) -> None:
    """InputError if there is nothing for this day: it is none, or before the first, or yet to come."""
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
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is None:
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
