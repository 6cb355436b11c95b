"""Driver processes, which run the players of the server benchmark."""

import asyncio
import multiprocessing
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection as Pipe
from typing import Literal, NamedTuple

import httpx2 as httpx

from tests.bench.load import (
    ADDRESSES,
    ANSWER_SECONDS,
    DRIVERS,
    OPENING_AT_ONCE,
    SEATS,
    TABLES,
    GamePlayer,
    Load,
    Place,
    Player,
    RoomPlayer,
)


class Routes(NamedTuple):
    """The servers that players connect to: one for all seats of a table, or different ones if spread."""

    ports: tuple[int, ...]
    is_spread: bool = False

    def port(self, table: int, seat: int = 0) -> int:
        return self.ports[(table + seat * self.is_spread) % len(self.ports)]


class Answer(NamedTuple):
    """A driver's result of a command."""

    seconds: float = 0.0
    delays: Sequence[float] = ()
    late: Sequence[float] = ()
    update_bytes: float = 0.0


class Driver:
    """The players of some tables, in their own process."""

    def __init__(self, kind: Literal["game", "room"], routes: Routes, tables: range) -> None:
        self._kind = kind
        self._routes = routes
        self._tables = tables
        self._places: list[Place] = []
        self._players: list[Player] = []
        self._load = Load()

    async def open(self) -> Answer:
        """Open the tables and take all seats, so that games begin."""
        addresses = {_address(table) for table in self._tables}
        await asyncio.gather(*map(self._open_from, sorted(addresses)))
        return Answer()

    async def _open_from(self, address: str) -> None:
        tables = [table for table in self._tables if _address(table) == address]
        if self._kind == "room":
            for table in tables:
                for seat in range(SEATS):
                    self._add_place(table, seat, f"{table}/{seat}", "")
            return
        transport = httpx.AsyncHTTPTransport(local_address=address)
        async with httpx.AsyncClient(transport=transport, timeout=ANSWER_SECONDS) as client:
            for table in tables:
                await self._open_table(client, table)

    async def _open_table(self, client: httpx.AsyncClient, table: int) -> None:
        # Nobody is connected yet, and no bot may take over.
        new = {"game": "dice", "seats": [{}] * SEATS, "settings": {"patience": 86400}}
        tables = f"http://127.0.0.1:{self._routes.port(table)}/api/tables"
        answer = await client.post(tables, json={**new, "name": "Player 0"})
        name = answer.raise_for_status().json()["table"]
        for seat in range(SEATS):
            if seat:
                answer = await client.post(f"{tables}/{name}/join", json={"name": f"Player {seat}"})
            cookie = answer.raise_for_status().headers["set-cookie"].split(";")[0]
            client.cookies.clear()
            self._add_place(table, seat, name, cookie)

    def _add_place(self, table: int, seat: int, path: str, cookie: str) -> None:
        url = f"ws://127.0.0.1:{self._routes.port(table, seat)}/ws/{path}"
        self._places.append(Place(url, _address(table), cookie, seat))

    async def connect(self) -> Answer:
        kind = GamePlayer if self._kind == "game" else RoomPlayer
        self._players = [kind(place, self._load) for place in self._places]
        gate = asyncio.Semaphore(OPENING_AT_ONCE)

        async def enter(player: Player) -> None:
            async with gate:
                await player.connect()

        async with asyncio.timeout(ANSWER_SECONDS):
            await asyncio.gather(*map(enter, self._players))
        return Answer()

    async def play(self, seconds: float, moves: int) -> Answer:
        """All players move as soon as they can, for this many seconds or moves."""
        load = self._load
        load.begin(eager=True)
        began = time.perf_counter()
        while load.ready:
            await load.ready.popleft().move(time.perf_counter())
        while time.perf_counter() - began < seconds and len(load.delays) < moves:
            await asyncio.sleep(0.02)
        await load.settle()
        return self._answer(began, [])

    async def pace(self, rate: float, moves: int) -> Answer:
        """Make moves at a fixed rate, by the longest waiting players, for at most twice the planned time."""
        load = self._load
        load.begin(eager=False)
        began = time.perf_counter()
        late: list[float] = []
        for due in (began + number / rate for number in range(moves)):
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            while not load.ready:
                await asyncio.sleep(0.001)
            late.append(time.perf_counter() - due)
            await load.ready.popleft().move(due)
            if time.perf_counter() - began > 2 * moves / rate:
                break
        await load.settle()
        return self._answer(began, late)

    def _answer(self, began: float, late: list[float]) -> Answer:
        sizes = self._load.update_sizes
        mean = statistics.fmean(sizes) if sizes else 0.0
        return Answer(time.perf_counter() - began, self._load.delays, late, mean)

    async def close(self) -> Answer:
        await asyncio.gather(*(player.close() for player in self._players))
        return Answer()


def _address(table: int) -> str:
    return f"127.0.0.{2 + table % ADDRESSES}"


def drive(pipe: Pipe, driver: Driver) -> None:
    """Execute commands until the pipe is closed: the main function of a driver process."""

    async def obey() -> None:
        while True:
            name, *values = await asyncio.to_thread(pipe.recv)
            pipe.send(await getattr(driver, name)(*values))

    with suppress(EOFError):
        asyncio.run(obey())


class Drivers:
    """All driver processes; a command goes to all of them."""

    def __init__(self, kind: Literal["game", "room"], routes: Routes) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Pipe] = []
        self._processes = []
        for number in range(DRIVERS):
            ours, theirs = context.Pipe()
            driver = Driver(kind, routes, range(number, TABLES, DRIVERS))
            process = context.Process(target=drive, args=(theirs, driver), daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def tell(self, name: str, *values: float) -> list[Answer]:
        for pipe in self._pipes:
            pipe.send((name, *values))
        return [self._receive(pipe, name) for pipe in self._pipes]

    def _receive(self, pipe: Pipe, name: str) -> Answer:
        if not pipe.poll(2 * ANSWER_SECONDS):
            raise SystemExit(f"a driver did not finish {name!r}")
        try:
            answer: Answer = pipe.recv()
        except EOFError:
            raise SystemExit(f"a driver failed at {name!r}") from None
        return answer

    def end(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(10)
            process.kill()


@contextmanager
def driving(kind: Literal["game", "room"], routes: Routes) -> Iterator[Drivers]:
    drivers = Drivers(kind, routes)
    try:
        yield drivers
    finally:
        drivers.end()
