"""The players of the server benchmark: their messages and moves."""

import asyncio
import json
import time
from abc import ABC, abstractmethod
from collections import deque
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

TABLES = 250
SEATS = 4
CONNECTIONS = TABLES * SEATS
DRIVERS = 2
# The server rate-limits each address, so players use several; all of 127/8 is loopback.
ADDRESSES = 20
OPENING_AT_ONCE = 25
OPEN_FILES = 4096

# The server and the broadcast alternate, so that other load on the machine affects both.
ROUNDS, ROUND_SECONDS, ROUND_MOVES = 3, 4.0, 30_000
WARM_SECONDS = 2.0
PACED_RATE, PACED_MOVES = 500.0, 6_000
SETTLE_SECONDS = 1.0
ANSWER_SECONDS = 60.0


# The parts of the server's messages that players decode


class Choice(msgspec.Struct):
    text: str


class PublicView(msgspec.Struct):
    to_act: list[int]


class View(msgspec.Struct):
    choices: list[Choice]
    public: PublicView


class Info(msgspec.Struct):
    state: str
    games_played: int


class Welcome(msgspec.Struct, tag="welcome"):
    seat: int


class Update(msgspec.Struct, tag="update"):
    version: int
    info: Info
    view: View | None


class Done(msgspec.Struct, tag="done"):
    id: int


class Refused(msgspec.Struct, tag="refused"):
    reason: dict[str, Any]


decode = msgspec.json.Decoder[Welcome | Update | Done | Refused](Welcome | Update | Done | Refused).decode


# Players


@dataclass
class Load:
    """The shared state of the players of a process: their mode, pending moves and measurements."""

    eager: bool = False
    ready: "deque[Player]" = field(default_factory=deque)
    in_flight: int = 0
    delays: list[float] = field(default_factory=list)
    update_sizes: list[int] = field(default_factory=list)

    def begin(self, eager: bool) -> None:
        self.eager = eager
        self.delays, self.update_sizes = [], []

    async def settle(self) -> None:
        """Stop new moves, and wait for those in flight."""
        self.eager = False
        async with asyncio.timeout(ANSWER_SECONDS):
            while self.in_flight:
                await asyncio.sleep(0.005)


class Place(NamedTuple):
    """A player's URL, local address, cookie and seat."""

    url: str
    address: str
    cookie: str
    seat: int


class Player(ABC):
    """A connection with at most one move in flight."""

    def __init__(self, place: Place, load: Load) -> None:
        self.load = load
        self.seat = place.seat
        self._place = place
        self._due: float | None = None
        self._queued = False
        self._connection: ClientConnection
        self._listening: asyncio.Task[None]

    async def connect(self) -> None:
        self._connection = await connect(
            self._place.url,
            local_addr=(self._place.address, 0),
            additional_headers={"Cookie": self._place.cookie},
            compression=None,
            ping_interval=None,
            proxy=None,
        )
        self._listening = asyncio.create_task(self._listen())

    async def close(self) -> None:
        self._listening.cancel()
        await self._connection.close()

    async def _listen(self) -> None:
        await self._go_on()
        try:
            async for text in self._connection:
                await self.hear(str(text))
                await self._go_on()
        except ConnectionClosed as closed:
            raise SystemExit(f"the server closed a connection: {closed}") from closed

    async def _go_on(self) -> None:
        """If a move is possible, make it now (eager) or queue for it."""
        if self._due is None and not self._queued and self.owes():
            if self.load.eager:
                await self.move(time.perf_counter())
            else:
                self._queued = True
                self.load.ready.append(self)

    async def move(self, due: float) -> None:
        """Make a move; its delay counts from ``due``."""
        self._queued = False
        self._due = due
        self.load.in_flight += 1
        await self.say(self.command())

    async def say(self, text: str) -> None:
        await self._connection.send(text)

    def answered(self) -> None:
        """Record that the move in flight has been acknowledged."""
        assert self._due is not None
        self.load.delays.append(time.perf_counter() - self._due)
        self.load.in_flight -= 1
        self._due = None

    @property
    def is_waiting(self) -> bool:
        return self._due is not None

    @abstractmethod
    def owes(self) -> bool: ...

    @abstractmethod
    def command(self) -> str: ...

    @abstractmethod
    async def hear(self, text: str) -> None: ...


class GamePlayer(Player):
    """Makes the first legal cross, or passes if there is none; after a game, asks for a rematch."""

    def __init__(self, place: Place, load: Load) -> None:
        super().__init__(place, load)
        self._now: Update | None = None
        self._number = 0
        self._wished_after = 0

    def owes(self) -> bool:
        view = self._now.view if self._now is not None else None
        return view is not None and self.seat in view.public.to_act

    def command(self) -> str:
        assert self._now is not None
        assert self._now.view is not None
        passing, *crosses = self._now.view.choices
        choice = crosses[0] if crosses else passing
        self._number += 1
        return _json(type="choose", id=self._number, version=self._now.version, choice=choice.text)

    async def hear(self, text: str) -> None:
        match decode(text):
            case Update() as update:
                self.load.update_sizes.append(len(text))
                self._now = update
                await self._wish(update.info)
            case Done(number) if number == self._number and self.is_waiting:
                self.answered()
            case Refused(reason):
                raise SystemExit(f"the server refused a move: {reason}")

    async def _wish(self, info: Info) -> None:
        if info.state == "over" and self._wished_after != info.games_played:
            self._wished_after = info.games_played
            await self.say(_json(type="rematch", id=0))


class RoomPlayer(Player):
    """Sends as often as a player of the dice game: in each turn all four once, then one of them again."""

    def __init__(self, place: Place, load: Load) -> None:
        super().__init__(place, load)
        self._heard = 0
        self._spoke_in = -1

    def owes(self) -> bool:
        turn, step = divmod(self._heard, SEATS + 1)
        return self.seat == turn % SEATS if step == SEATS else self._spoke_in != turn

    def command(self) -> str:
        self._spoke_in = self._heard // (SEATS + 1)
        return _json(type="choose", id=self._heard, version=self._heard, choice="r5")

    async def hear(self, text: str) -> None:
        self._heard += 1
        if self.is_waiting and int(text[0]) == self.seat:
            self.answered()


def _json(**fields: object) -> str:
    return json.dumps(fields, separators=(",", ":"))
