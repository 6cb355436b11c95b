"""Spectators, and second windows of players."""

import asyncio
import random
import time

from tests.soak.connection import CUT_OFF, FLOODED, TOO_SLOW, Connection, connected
from tests.soak.gathering import Gathering, Seat
from tests.soak.host import Reached
from tests.soak.person import together
from tests.soak.story import Conversation
from tests.soak.whims import send_any_garbage

# Far above the rate limit of the server.
FLOOD = 500
# Longer than two ping timeouts of the server.
LONGEST_WITHOUT_READING = 45.0


class Watcher:
    """A window on a table. With a seat's cookie it shows the view of that seat."""

    def __init__(self, gathering: Gathering, seat: Seat | None, rng: random.Random) -> None:
        self._gathering = gathering
        self._seat = seat
        self._rng = rng
        self._version = 0
        self._since = 0
        self._is_reading = True

    async def live(self) -> None:
        while not self._gathering.is_over:
            await self._visit(await self._gathering.world.host.reach())
            await asyncio.sleep(self._rng.uniform(0.1, 2.0))

    async def _visit(self, server: Reached) -> None:
        gathering = self._gathering
        # A client with a seat's cookie may be a spectator too.
        is_watching = self._seat is None or self._rng.random() < 0.2
        seat = None if is_watching or self._seat is None else self._seat.number
        conversation = Conversation(_called(seat), seat, self._since, self._version, is_attentive=False)
        cookie = self._seat.cookie if self._seat is not None else ""
        query = "&watch=1" if is_watching else ""
        async with connected(
            gathering.world,
            server,
            gathering.story,
            conversation,
            cookie=cookie,
            address=gathering.web.address,
            query=query,
        ) as connection:
            if connection is not None:
                await together(self._look_on(connection, server), self._grow_tired(connection))

    async def _look_on(self, connection: Connection, server: Reached) -> None:
        while True:
            if self._rng.random() < 0.01:
                await self._stop_reading(connection, server)
            await connection.hear()
            if connection.now is not None:
                self._version = connection.now.version
                self._since = max(self._since, *(each.seq for each in connection.now.happened), 0)

    async def _stop_reading(self, connection: Connection, server: Reached) -> None:
        """Stop reading for a while, possibly until the server disconnects; less if the server ends before."""
        connection.may_be_closed |= {TOO_SLOW, CUT_OFF}
        self._gathering.world.figures.whims["stop_reading"] += 1
        end = time.monotonic() + self._rng.choice((1.0, 5.0, LONGEST_WITHOUT_READING))
        self._is_reading = False
        while time.monotonic() < end and server.is_alive:
            await asyncio.sleep(0.1)
        self._is_reading = True

    async def _grow_tired(self, connection: Connection) -> None:
        """Sometimes send commands that spectators may not use, and disconnect eventually."""
        while not self._is_reading or not self._wants_to_go():
            await asyncio.sleep(self._rng.uniform(0.2, 2.0))
            if self._is_reading:
                await self._say_something(connection)

    def _wants_to_go(self) -> bool:
        return self._gathering.is_over or self._rng.random() < 0.05

    async def _say_something(self, connection: Connection) -> None:
        chance = self._rng.random()
        if chance < 0.05:
            await send_any_garbage(self._rng, connection)
        elif chance < 0.15:
            await connection.command("ask", choice="r7")
        elif chance < 0.2 and connection.conversation.seat is None:
            kind = self._rng.choice(("start", "leave", "rematch", "withdraw", "hint", "choose"))
            await connection.command(kind, choice="-" if kind == "choose" else "")
        elif chance < 0.22:
            connection.may_be_closed.add(FLOODED)
            for _ in range(FLOOD):
                await connection.command("ask", choice="-")


def _called(seat: int | None) -> str:
    return "a spectator" if seat is None else "a second window"
