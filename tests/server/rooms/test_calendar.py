"""The calendar trusts a clock once it has run steadily."""

import pytest

from qwixx.server.rooms.calendar import AFTER_JUMP_SECONDS, DAY, STEADY_SECONDS, Calendar


class Clocks:
    """A wall clock, which can be set, and a monotonic clock."""

    def __init__(self, wall: float) -> None:
        self.wall = wall
        self.steady = 50.0

    def pass_time(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def calendar(self) -> Calendar:
        return Calendar(lambda: self.wall, lambda: self.steady)


NOW = 1_800_000_000.0


def test_a_steady_clock_is_trusted_after_a_while() -> None:
    clocks = Clocks(NOW)
    calendar = clocks.calendar()
    calendar.begin(NOW - 3600)
    assert not calendar.is_trusted()
    for _ in range(int(STEADY_SECONDS / 10)):
        clocks.pass_time(10)
        calendar.watch()
    assert calendar.is_trusted()


@pytest.mark.parametrize("days", [15, -15])
def test_a_clock_that_is_far_off_at_the_start_is_not_trusted_for_a_day(
    days: float, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks(NOW)
    calendar = clocks.calendar()
    calendar.begin(NOW - days * DAY)
    clocks.pass_time(AFTER_JUMP_SECONDS - 1)
    calendar.watch()
    assert not calendar.is_trusted()
    clocks.pass_time(2)
    assert calendar.is_trusted()
    assert f"clock_far_from_last_fact days={days}.0" in caplog.text


@pytest.mark.parametrize("seconds", [20 * DAY, -20 * DAY, 120])
def test_a_clock_that_jumps_is_logged_once_and_not_trusted_for_a_day(
    seconds: float, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks(NOW)
    calendar = clocks.calendar()
    calendar.begin(None)
    clocks.pass_time(STEADY_SECONDS)
    assert calendar.is_trusted()
    clocks.wall += seconds
    for _ in range(3):
        calendar.watch()
    assert not calendar.is_trusted()
    clocks.pass_time(AFTER_JUMP_SECONDS)
    calendar.watch()
    assert calendar.is_trusted()
    assert caplog.text.count("clock_jumped") == 1


def test_small_corrections_do_not_count_as_jumps(caplog: pytest.LogCaptureFixture) -> None:
    clocks = Clocks(NOW)
    calendar = clocks.calendar()
    clocks.pass_time(STEADY_SECONDS)
    clocks.wall += 5
    calendar.watch()
    assert calendar.is_trusted()
    assert caplog.text == ""
