"""Waiting for the coach: addresses take turns, and requests of disconnected clients are dropped."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from websockets.sync.client import ClientConnection

from qwixx.server.limits import Limits
from qwixx.server.queues import JobQueue, WorkerPool
from qwixx.server.web.context import Settings
from qwixx.worker import Worker, WorkerError
from tests.server.listening_server import Listening, hear, listening, read_all, wait_until

P = ParamSpec("P")
T = TypeVar("T")


class Patient(Worker):
    """A worker whose questions block until released, and then fail."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[object, ...]] = []
        self.go_on = asyncio.Semaphore(0)

    async def ask(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        self.asked.append(args)
        await self.go_on.acquire()
        raise WorkerError("no idea")


@pytest.fixture
def thinker() -> Patient:
    return Patient()


@pytest.fixture
def server(tmp_path: Path, thinker: Patient) -> Iterator[Listening]:
    limits = Limits(questions_per_address=2)
    with listening(tmp_path, Settings(limits=limits), pool=WorkerPool(thinker, thinker, limits)) as found:
        yield found


def begin_puzzle(server: Listening, seed: int, source: str = "127.0.0.2") -> socket.socket:
    """Send a request without waiting for the response."""
    connection = server.raw(source)
    request = f"GET /api/puzzle?game=dice&seed={seed} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    connection.sendall(request.encode())
    return connection


def let_go(server: Listening, thinker: Patient, times: int) -> None:
    async def release() -> None:
        for _ in range(times):
            thinker.go_on.release()

    server.call(release)


def test_questions_per_address_are_limited_and_addresses_take_turns(
    server: Listening, thinker: Patient
) -> None:
    held = [begin_puzzle(server, 0)]
    wait_until(lambda: len(thinker.asked) == 1)
    held += [begin_puzzle(server, seed) for seed in (1, 2)]
    wait_until(lambda: waiting(server) == 2)
    with begin_puzzle(server, 3) as one_too_many:
        assert b"coach_busy" in read_all(one_too_many)
    with begin_puzzle(server, 99, "127.0.0.3") as other:
        wait_until(lambda: waiting(server) == 3)
        let_go(server, thinker, 4)
        assert b"no_coach" in read_all(other)
    wait_until(lambda: len(thinker.asked) == 4)
    order = [args[1] for args in thinker.asked]
    assert order.index(99) < 3, "an address with one question does not wait behind all questions of another"
    for connection in held:
        connection.close()


def waiting(server: Listening) -> int:
    queue: JobQueue = server.app.state.context.pool.background
    return queue.waiting


def test_a_job_whose_client_has_disconnected_is_dropped(server: Listening, thinker: Patient) -> None:
    first = begin_puzzle(server, 1)
    wait_until(lambda: len(thinker.asked) == 1)
    for seed in range(10, 30):
        gone = begin_puzzle(server, seed)
        wait_until(lambda: waiting(server) == 1)
        gone.close()
        wait_until(lambda: waiting(server) == 0)
    assert len(thinker.asked) == 1
    first.close()


def hinted(connection: ClientConnection, number: int) -> None:
    connection.send(json.dumps({"type": "hint", "id": number}))


def test_hints_requested_by_disconnected_clients_are_dropped(server: Listening, thinker: Patient) -> None:
    table, cookie = server.open_table("gap:1,2")
    for _ in range(20):
        with server.connected(table, cookie) as player:
            hear(player, "update")
            hinted(player, 1)
            player.send(json.dumps({"type": "ask", "id": 2, "choice": "-"}))
            hear(player, "answer")
    queue: JobQueue = server.app.state.context.pool.interactive
    wait_until(lambda: queue.waiting == 0)
    assert len(thinker.asked) == 1, "only the first one was started"


def test_one_hint_at_a_time_per_connection(server: Listening, thinker: Patient) -> None:
    table, cookie = server.open_table("gap:1,2")
    with server.connected(table, cookie) as player:
        hinted(player, 1)
        hinted(player, 2)
        refused = hear(player, "refused")
        assert (refused["id"], refused["reason"]["code"]) == (2, "coach_busy")


def test_a_shutdown_answers_waiting_clients_with_coach_busy(
    tmp_path: Path, thinker: Patient, caplog: pytest.LogCaptureFixture
) -> None:
    with listening(tmp_path, pool=WorkerPool(thinker, thinker)) as server:
        waiting = begin_puzzle(server, 1)
        wait_until(lambda: len(thinker.asked) == 1)
    with waiting:
        answer = read_all(waiting)
    assert b" 503 " in answer
    assert b"coach_busy" in answer
    assert not any(record.exc_info for record in caplog.records)
