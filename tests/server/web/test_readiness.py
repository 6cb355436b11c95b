"""Readiness probes of a process, and draining."""

import asyncio
import signal
from collections.abc import Awaitable
from contextlib import closing
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed

from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.stores.store import StoredFact
from qwixx.server.web import readiness
from qwixx.server.web.readiness import ENDING, NO_STORE, Readiness
from tests.server.listening_server import hear, listening, wait_until
from tests.server.running_server import RemotePlayer, RunningServer, free_port


@pytest.fixture
def asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the cache of readiness."""
    monkeypatch.setattr(readiness, "READINESS_CACHE_SECONDS", 0.0)


@pytest.mark.usefixtures("asked_each_time")
def test_a_process_without_its_store_is_not_ready(tmp_path: Path) -> None:
    async def ask_twice() -> tuple[str | None, str | None]:
        with closing(SqliteStore.open(tmp_path / "tables.sqlite")) as store:
            ready = Readiness(store)
            before = await ready.why_not()
        return before, await ready.why_not()

    assert asyncio.run(ask_twice()) == (None, NO_STORE)


class SilentStore(SqliteStore):
    """A store that never answers."""

    async def first(self, table: str) -> StoredFact | None:
        forever: Awaitable[None] = asyncio.get_running_loop().create_future()
        await forever
        return None


def test_readiness_does_not_wait_for_a_store_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "STORE_SECONDS", 0.01)
    with closing(SilentStore.open(tmp_path / "tables.sqlite")) as store:
        assert asyncio.run(Readiness(store).why_not()) == NO_STORE


def test_only_health_endpoints_accept_any_host(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        for path, status in (("/healthz", 200), ("/readyz", 200), ("/metrics", 404)):
            assert httpx.get(server.url + path).status_code == status
        strange = {"Host": "no address at all"}
        assert httpx.get(f"{server.url}/readyz", headers=strange).status_code == 200
        assert httpx.get(f"{server.url}/", headers=strange).status_code == 421


def test_a_request_without_its_upgrade_header_explains_the_remedy(tmp_path: Path) -> None:
    with listening(tmp_path) as server:
        table, _ = server.open_table(None)
        answer = httpx.get(f"{server.url}/ws/{table}", headers={"Upgrade": "websocket"})
    assert answer.status_code == 426
    assert "has to pass the headers Connection and Upgrade on" in answer.text
    assert answer.headers["upgrade"] == "websocket"


def readiness_of(server: RunningServer) -> tuple[int, str]:
    answer = httpx.get(f"{server.url}/readyz")
    return answer.status_code, answer.text.strip()


def test_a_draining_process_continues_its_games_and_loses_nothing(tmp_path: Path) -> None:
    data = tmp_path / "tables.sqlite"
    server = RunningServer(data, free_port(), None, "--drain-seconds", "600")
    player = RemotePlayer(server, "dice")
    with player.connect(server) as connection:
        player.play(connection, 1)
        assert readiness_of(server) == (200, "ready")
        server.send_signal(signal.SIGTERM)
        wait_until(lambda: readiness_of(server) == (503, ENDING))
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        player.play(connection, 3)
        newcomer = RemotePlayer(server, "dice")
        assert server.stop(signal.SIGTERM) == 0, "a second signal ends the drain"
        with pytest.raises(ConnectionClosed) as closed:
            player.play(connection, 100)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    assert len(player.acknowledged) >= 3
    again = RunningServer(data, free_port())
    with player.connect(again) as connection:
        assert hear(connection, "update")["version"] >= player.version > 3
    with newcomer.connect(again) as connection:
        assert hear(connection, "welcome")["seat"] == 0
    again.kill()
