"""The normal load of the flood benchmark: players at tables of two who think for a moment before each move.

It also opens the tables that flooders use, before any flood.
"""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import httpx2 as httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.bench.load import GamePlayer, Load, Place, Update, decode

TABLES, SEATS = 10, 2
# Together these lead to about 85 moves a second.
SHORTEST_THOUGHT, LONGEST_THOUGHT = 0.1, 0.2
HOME = "127.0.0.1"
# The rate limit of an address is 60 new tables an hour.
OPENER = "127.0.0.3"
NEWCOMER_SECONDS = 0.25
# A request without an answer by then counts with this delay.
PATIENCE = 10.0


@dataclass
class Move:
    """When a choice was sent, and the delay until it was acknowledged as stored."""

    sent: float
    delay: float | None = None


class Person(GamePlayer):
    """A player who thinks before each move, records the delay, and reconnects when disconnected."""

    def __init__(self, place: Place, moves: list[Move], rng: random.Random) -> None:
        super().__init__(place, Load())
        self.cut_off = 0
        self._moves = moves
        self._rng = rng
        self._last: Move
        self._thinking: asyncio.Task[None] | None = None

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self._connection:
                await self.hear(str(text))
                await self._go_on()
        self.cut_off += 1
        await self.connect()
        if self.is_waiting:  # the delay of a move in flight ends with the reconnect
            self.answered()

    async def _go_on(self) -> None:
        is_thinking = self._thinking is not None and not self._thinking.done()
        if not self.is_waiting and not is_thinking and self.owes():
            self._thinking = asyncio.create_task(self._think_and_move())

    async def _think_and_move(self) -> None:
        await asyncio.sleep(self._rng.uniform(SHORTEST_THOUGHT, LONGEST_THOUGHT))
        self._last = Move(time.perf_counter())
        self._moves.append(self._last)
        with suppress(ConnectionClosed):
            await self.move(self._last.sent)

    def answered(self) -> None:
        self._last.delay = time.perf_counter() - self._last.sent
        super().answered()


class FloodTable(NamedTuple):
    """A table of two in its first common action: one seat has two choices, the other never chooses."""

    name: str
    choosing_cookie: str
    asking_cookie: str
    version: int
    choices: tuple[str, ...]


class Measured(NamedTuple):
    """Delays in seconds of moves, and of first answers to new visitors."""

    moves: list[float]
    newcomers: list[float]


class NormalGame:
    """All players of the normal load, in their own process."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._moves: list[Move] = []
        self._people: list[Person] = []
        self._newcomers = (f"127.1.{block}.{host}" for block in range(256) for host in range(1, 255))

    async def begin(self) -> None:
        """Open the tables, seat all players and start playing."""
        rng = random.Random(1)
        async with self._client(HOME) as client:
            for _ in range(TABLES):
                table, cookies = await _opened(client)
                places = [Place(self._url(table), HOME, cookie, seat) for seat, cookie in enumerate(cookies)]
                self._people += [Person(place, self._moves, rng) for place in places]
        for person in self._people:
            await person.connect()

    async def open_flood_tables(self, count: int) -> list[FloodTable]:
        async with self._client(OPENER) as client:
            return [await self._flood_table(client) for _ in range(count)]

    async def _flood_table(self, client: httpx.AsyncClient) -> FloodTable:
        table, (choosing, asking) = await _opened(client)
        update = await self._first_update(table, choosing)
        assert update.view is not None
        choices = [choice.text for choice in update.view.choices]
        return FloodTable(table, choosing, asking, update.version, tuple(choices[:2]))

    async def _first_update(self, table: str, cookie: str) -> Update:
        headers = {"Cookie": cookie}
        async with connect(self._url(table), additional_headers=headers, local_addr=(OPENER, 0)) as socket:
            async for text in socket:
                message = decode(text)
                if isinstance(message, Update):
                    return message
        raise SystemExit("the server closed a connection before it told anything")

    def _client(self, address: str) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=address)
        base = f"http://127.0.0.1:{self._port}/api"
        return httpx.AsyncClient(base_url=base, transport=transport, timeout=30)

    def _url(self, table: str) -> str:
        return f"ws://127.0.0.1:{self._port}/ws/{table}"

    async def measure(self, seconds: float) -> Measured:
        """The delays of all moves sent in this many seconds, and of new visitors meanwhile."""
        first = len(self._moves)
        newcomers = []
        for _ in range(round(seconds / NEWCOMER_SECONDS)):
            newcomers.append(asyncio.create_task(self._answer_to_newcomer()))
            await asyncio.sleep(NEWCOMER_SECONDS)
        moves = self._moves[first:]
        await _all_answered(moves)
        now = time.perf_counter()
        delays = [move.delay if move.delay is not None else now - move.sent for move in moves]
        return Measured(delays, await asyncio.gather(*newcomers))

    async def _answer_to_newcomer(self) -> float:
        """The delay of the first answer to a new address."""
        began = time.perf_counter()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                origin = next(self._newcomers), 0
                reader, writer = await asyncio.open_connection(HOME, self._port, local_addr=origin)
                writer.write(b"GET /api/tables/none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                if await reader.read(1):
                    writer.close()
                    return time.perf_counter() - began
        return PATIENCE

    async def cut_off(self) -> int:
        """How often the server closed the connection of a normal player."""
        return sum(person.cut_off for person in self._people)


async def _opened(client: httpx.AsyncClient) -> tuple[str, list[str]]:
    """A full table, and the players' cookies. Its patience is so long that no bot takes over."""
    new = {"game": "dice", "seats": [{}] * SEATS, "settings": {"patience": 86400, "hints": True}}
    answer = await client.post("/tables", json={**new, "name": "Player 0"})
    table = msgspec.json.decode(answer.raise_for_status().content)["table"]
    cookies = [_cookie(answer)]
    for seat in range(1, SEATS):
        client.cookies.clear()
        answer = await client.post(f"/tables/{table}/join", json={"name": f"Player {seat}"})
        cookies.append(_cookie(answer))
    client.cookies.clear()
    return table, cookies


def _cookie(answer: httpx.Response) -> str:
    cookie: str = answer.raise_for_status().headers["set-cookie"]
    return cookie.split(";")[0]


async def _all_answered(moves: Sequence[Move]) -> None:
    end = time.perf_counter() + PATIENCE
    while any(move.delay is None for move in moves) and time.perf_counter() < end:
        await asyncio.sleep(0.02)
