"""Settings for all tests."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.postgres import PostgresServer

# The time of an example depends on the machine, so there is no deadline. In CI examples are repeatable.
settings.register_profile("qwixx", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("qwixx")

# Set where several workers run the tests; output is compared without line wrapping.
os.environ.pop("COLUMNS", None)

# The slowest files are scheduled first, so that no worker starts one when the others are done.
LONGEST = (
    "solver/test_printed_sheet.py",
    "browser/",
    "engines/",
    "nets/",
    "test_tutorials.py",
    "test_packaging.py",
    "docsite/",
    "test_interrupts.py",
    "compiled/",
    "bots/test_cold_start.py",
    "soak/",
    "server/web/test_openapi.py",
    "browser/test_coach.py",
    "browser/test_daily.py",
    "sim/",
    "bots/test_levels.py",
    "arena/",
    "coach/",
    "cluster/",
    "server/stores/sqlite/test_kill.py",
    "rules/test_whole_games.py",
    "notation/",
    "envs/",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two more workers than cores: a test that waits for a browser, a process or a clock leaves a core idle."""
    return (os.cpu_count() or 1) + 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        path = item.path.as_posix()
        return max(
            (place for place, part in enumerate(LONGEST) if f"tests/{part}" in path), default=len(LONGEST)
        )

    items.sort(key=rank)


@pytest.fixture(scope="session")
def postgres() -> "Iterator[PostgresServer]":
    """A real PostgreSQL server, shared by all tests of this process."""
    # Most tests need no driver.
    from tests.postgres import running_postgres

    with running_postgres() as server:
        yield server


@pytest.fixture(scope="module")
def database(postgres: "PostgresServer") -> str:
    """The URL of a database for the tests of one file."""
    return postgres.new_database()


@pytest.fixture
def url(postgres: "PostgresServer", database: str) -> str:
    """The URL of the same database, emptied."""
    return postgres.emptied(database)
