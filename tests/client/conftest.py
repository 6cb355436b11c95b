from collections.abc import Iterator

import pytest

from tests.client.servers import Restartable, restartable


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Restartable]:
    """A server shared by all tests that leave it running."""
    with restartable(tmp_path_factory.mktemp("server")) as running:
        yield running
