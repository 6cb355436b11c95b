"""Settings for all tests."""

import os

import pytest
from hypothesis import settings

# How long an example takes is a matter of the machine, and no test is about it.
# Where a result must be repeatable, the examples are.
settings.register_profile("qwixx", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("qwixx")

# Files that take longest are handed out first, so that no worker begins one when the others are done.
# The tests of the coach in the browser follow on those that solve the solo game.
LONGEST = (
    "solver/test_printed_sheet.py",
    "browser/",
    "nets/",
    "server/test_openapi.py",
    "browser/test_coach.py",
    "sim/",
    "bots/test_levels.py",
    "arena/",
    "coach/",
    "server/test_kill.py",
    "rules/test_whole_games.py",
    "notation/",
    "envs/",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        path = item.path.as_posix()
        return max(
            (place for place, part in enumerate(LONGEST) if f"tests/{part}" in path), default=len(LONGEST)
        )

    items.sort(key=rank)
