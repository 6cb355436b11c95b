"""Fixtures for the engines other than Chromium, if they are installed."""

import os
from collections.abc import Iterator

import pytest

from tests.caches import cache_of_this_run, environment_with
from tests.engines.visits import open_server
from tests.server.running_server import RunningServer

REQUIRED = os.environ.get("QWIXX_ENGINES") == "required"


def demand(engine: str, installed: bool) -> None:
    """Without the engine, fail if engines are required, and skip the test otherwise."""
    if installed:
        return
    missing = f"{engine} is not installed; see CONTRIBUTING.md"
    if REQUIRED:
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    cache = environment_with(cache_of_this_run(tmp_path_factory))
    running = open_server(tmp_path_factory.mktemp("server"), cache)
    yield running
    running.stop()
