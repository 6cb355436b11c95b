"""A simulated player: plays, misbehaves, disconnects and reconnects, and fetches the record after a game."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

from qwixx.tables import protocol
from tests.soak.connection import Connection, connected
from tests.soak.gathering import Gathering
from tests.soak.host import Reached
from tests.soak.story import Command, Conversation

RESTLESS_SECONDS = 1.0
OPEN_SECONDS = 2.0
# Requests after a flood are answered last.
ANSWER_SECONDS = 20.0
Whim = Callable[["Person", Connection], Awaitable[None]]


class Whims(NamedTuple):
    """Extra actions of players with their probabilities: while deciding, and while waiting."""

    deciding: list[tuple[float, Whim]]
    waiting: list[tuple[float, Whim]]


class Person:
    """A player with a seat, whose knowledge of the table survives reconnects."""

    def __init__(
        self, name: str, seat: int, cookie: str, gathering: Gathering, whims: Whims, rng: random.Random
    ) -> None:
        self.name = name
        self.seat = seat
        self.cookie = cookie
        self.link: str | None = None
        self.gathering = gathering
        self.rng = rng
        # Set by an action that makes this player disconnect, in seconds.
        self.away: float | None = None
        self._whims = whims
        self._since = self._version = 0
        self._visits = 0
        self._news = asyncio.Event()
        self._awaited: Command | None = None
        self._asked_at = 0.0
        self._wished_after = self._looked_after = 0

    async def live(self) -> None:
        """Reconnect to the table until it is finished."""
        gathering, world = self.gathering, self.gathering.world
        while not gathering.is_over:
            server = await world.host.reach()
            gathering.pulse.came()
            try:
                await self._visit(server)
            finally:
                gathering.pulse.went()
            await asyncio.sleep(self.away if self.away is not None else self.rng.uniform(0.02, 0.3))
            self.away = None

    async def _visit(self, server: Reached) -> None:
        gathering = self.gathering
        conversation = Conversation(self.name, self.seat, self._remembered(), self._version)
        place = {"cookie": self.cookie, "address": gathering.web.address}
        self._awaited = None
        # It is unknown whether an earlier rematch request arrived.
        self._wished_after = 0
        async with connected(gathering.world, server, gathering.story, conversation, **place) as connection:
            if connection is None:
                return
            gathering.world.figures.reconnects += self._visits > 0
            self._visits += 1
            await together(self._listen(connection), self._act(connection))

    def _remembered(self) -> int:
        """A last sequence number: the real one, none as after a page reload, or an invalid one."""
        return self.rng.choices((self._since, 0, 987654), (8, 1, 0.2))[0]

    # Receiving

    async def _listen(self, connection: Connection) -> None:
        while True:
            message = await connection.hear()
            match message:
                case protocol.Welcome(private_link=link):
                    self.link = link
                case protocol.Update():
                    self._take(message)
                case protocol.Done(id=number) | protocol.Refused(id=number):
                    if self._awaited is not None and number == self._awaited.id:
                        self._awaited = None
            self._news.set()

    def _take(self, update: protocol.Update) -> None:
        self._version = update.version
        if update.happened:
            self._since = update.happened[-1].seq
        self.gathering.felt(update)

    # Acting

    async def _act(self, connection: Connection) -> None:
        while self.away is None and not self.gathering.is_over:
            await self._wait_for_news()
            await asyncio.sleep(self.rng.uniform(*self.gathering.world.plan.think_seconds))
            if self._awaited is not None:
                self._check_answered(connection, self._awaited)
            elif connection.now is not None:
                await self._step(connection, connection.now)

    async def rest(self, least: float, most: float) -> None:
        await asyncio.sleep(self.rng.uniform(least, most))

    def _check_answered(self, connection: Connection, command: Command) -> None:
        if time.monotonic() - self._asked_at > ANSWER_SECONDS:
            told = f"{time.monotonic():.2f} {connection.conversation.tail()}"
            self.gathering.world.figures.violated(str(self.gathering.story), f"{self.name}: {command}", told)
            self.away = 0.0

    async def _wait_for_news(self) -> None:
        # Not `wait_for`, which may swallow a cancellation before Python 3.12.
        with suppress(TimeoutError):
            async with asyncio.timeout(RESTLESS_SECONDS):
                await self._news.wait()
        self._news.clear()

    async def _step(self, connection: Connection, now: protocol.Update) -> None:
        if now.info.state == "open":
            if self.gathering.has_waited(OPEN_SECONDS):
                await self.send(connection, "start")
        elif now.info.state == "over":
            await self._after_game(connection, now)
        elif now.view is not None and self.seat in now.view.public.to_act:
            await self._decide(connection)
        elif now.view is not None:
            await self._have_whim(connection, self._whims.waiting)

    async def _decide(self, connection: Connection) -> None:
        had_whim = await self._have_whim(connection, self._whims.deciding)
        if not had_whim and self.away is None:
            await self.choose(connection)

    async def _have_whim(self, connection: Connection, whims: list[tuple[float, Whim]]) -> bool:
        chance = self.rng.random()
        for likelihood, whim in whims:
            chance -= likelihood
            if chance < 0:
                self.gathering.world.figures.whims[getattr(whim, "__name__", "whim")] += 1
                await whim(self, connection)
                self._news.set()
                return True
        return False

    async def choose(self, connection: Connection) -> None:
        choice = self.any_choice(connection)
        if choice is not None:
            await self.send(connection, "choose", choice=choice)

    def any_choice(self, connection: Connection) -> str | None:
        """A random legal choice, with a bias to one that crosses something."""
        view = connection.now.view if connection.now is not None else None
        if view is None or not view.choices:
            return None
        return view.choices[-1].text if self.rng.random() < 0.4 else self.rng.choice(view.choices).text

    async def send(self, connection: Connection, kind: str, *, choice: str = "") -> None:
        """Send a command, and do nothing else until the reply."""
        self._awaited = await connection.command(kind, choice=choice)
        self._asked_at = time.monotonic()

    # After a game

    async def _after_game(self, connection: Connection, now: protocol.Update) -> None:
        game = now.info.games_played
        if game > self._looked_after:
            self._looked_after = game
            await self.gathering.look_back(self.rng, now)
        elif not self.gathering.wants_more(game):
            self.gathering.is_over = True
        elif game > self._wished_after:
            self._wished_after = game
            await self.send(connection, "rematch")


async def together(*parts: Awaitable[None]) -> None:
    """Run several tasks until one of them ends, then cancel the others."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
