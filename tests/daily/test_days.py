"""Days in UTC: which ones are available, and when they end."""

from dataclasses import replace

import pytest

from qwixx.daily import FIRST_DAY, check_day, day_at, puzzle_of, seconds_left
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import DICE, RULESETS
from qwixx.server.coach import SEEDS

TODAY = "2026-11-16"
MIDNIGHT = 1794787200


def test_a_day_ends_at_midnight_utc() -> None:
    assert (day_at(MIDNIGHT - 1), day_at(MIDNIGHT)) == ("2026-11-15", TODAY)
    assert seconds_left(MIDNIGHT) == 24 * 3600
    assert seconds_left(MIDNIGHT - 60) == 60
    assert seconds_left(MIDNIGHT - 0.25) == 1


@pytest.mark.parametrize("day", [FIRST_DAY, "2026-02-28", TODAY])
def test_today_and_past_days_are_available(day: str) -> None:
    check_day(day, TODAY)


@pytest.mark.parametrize(
    "day", ["2026-11-17", "2025-12-31", "2026-02-29", "2026-11-1", "20261116", "today", "", "\uff12026-11-16"]
)
def test_invalid_and_future_days_are_rejected_with_the_valid_range(day: str) -> None:
    with pytest.raises(InputError, match=f"as in 2026-11-16 and go from {FIRST_DAY} to {TODAY}, by UTC"):
        check_day(day, TODAY)


def test_the_puzzles_of_four_days_cover_all_four_games() -> None:
    puzzles = [puzzle_of(f"2026-11-{day}") for day in range(16, 20)]
    assert [game for game, _ in puzzles] == ["dice", "cards", "cards_joker", "solo"]
    assert all(0 <= seed < SEEDS for _, seed in puzzles)
    assert puzzles[0] == ("dice", 191283946)
    assert puzzle_of("2026-01-01") == ("cards", 283158246)


def test_adding_a_game_does_not_change_past_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    days = [f"2026-11-{day}" for day in range(10, 20)]
    before = [puzzle_of(day) for day in days]
    monkeypatch.setitem(RULESETS, "big", replace(DICE, title="the big game", max_players=8))
    assert [puzzle_of(day) for day in days] == before
