"""Speed, delay and memory of the server under 1,000 players at 250 tables. ``python -m tests.bench.server``

Real rules, real sockets on loopback, every move on disk before it is acknowledged. Figures depend on the
machine, so the same load also goes to a bare broadcast (``tests.bench.broadcast``) in the same run: that
ratio carries over. A move is one acknowledged ``choose``; at the broadcast, one message that came back.
"""

import asyncio
import gzip
import json
import multiprocessing
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, Literal, NamedTuple

import httpx2 as httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from qwixx.server.app import STATIC
from tests.server.running import free_port

TABLES = 250
SEATS = 4
CONNECTIONS = TABLES * SEATS
DRIVERS = 2
# The server bounds what one address may do, so players come from several; all of 127/8 is loopback.
ADDRESSES = 20
OPENING_AT_ONCE = 25
OPEN_FILES = 4096

# The server and the broadcast take turns, so that a machine that slows down slows both.
ROUNDS, ROUND_SECONDS, ROUND_MOVES = 3, 4.0, 30_000
WARM_SECONDS = 2.0
PACED_RATE, PACED_MOVES = 500.0, 6_000
SETTLE_SECONDS = 1.0
ANSWER_SECONDS = 60.0


# What a player reads of the server's messages; the rest is skipped


class Choice(msgspec.Struct):
    text: str


class View(msgspec.Struct):
    to_act: list[int]
    choices: list[Choice]


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
    """What the players of one process share: whether they move at once, and what came of it."""

    eager: bool = False
    ready: "deque[Player]" = field(default_factory=deque)
    in_flight: int = 0
    delays: list[float] = field(default_factory=list)
    update_sizes: list[int] = field(default_factory=list)

    def begin(self, eager: bool) -> None:
        self.eager = eager
        self.delays, self.update_sizes = [], []

    async def settle(self) -> None:
        """Let nobody begin a move, and wait for those that are under way."""
        self.eager = False
        async with asyncio.timeout(ANSWER_SECONDS):
            while self.in_flight:
                await asyncio.sleep(0.005)


class Place(NamedTuple):
    """Where a player connects, from which address, and with which cookie."""

    url: str
    address: str
    cookie: str
    seat: int


class Player(ABC):
    """One connection, which has one move at most under way."""

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
        """Move now if that is wanted, or wait for one's turn to be called."""
        if self._due is None and not self._queued and self.owes():
            if self.load.eager:
                await self.move(time.perf_counter())
            else:
                self._queued = True
                self.load.ready.append(self)

    async def move(self, due: float) -> None:
        """Make a move, whose delay counts from the moment it was due."""
        self._queued = False
        self._due = due
        self.load.in_flight += 1
        await self.say(self.command())

    async def say(self, text: str) -> None:
        await self._connection.send(text)

    def answered(self) -> None:
        """The move under way has come to its end."""
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
    """Makes the first legal cross, or passes where there is none; after a game, wants another."""

    def __init__(self, place: Place, load: Load) -> None:
        super().__init__(place, load)
        self._now: Update | None = None
        self._number = 0
        self._wished_after = 0

    def owes(self) -> bool:
        view = self._now.view if self._now is not None else None
        return view is not None and self.seat in view.to_act

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
    """Speaks as often as a player of the dice game: in each turn all four once, then one of them again."""

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


# Processes that drive players


class Answer(NamedTuple):
    """What a driver has to tell after an order."""

    seconds: float = 0.0
    delays: Sequence[float] = ()
    late: Sequence[float] = ()
    update_bytes: float = 0.0


class Driver:
    """The players of some tables, in a process of its own."""

    def __init__(self, kind: Literal["game", "room"], port: int, tables: range) -> None:
        self._kind = kind
        self._port = port
        self._tables = tables
        self._places: list[Place] = []
        self._players: list[Player] = []
        self._load = Load()

    async def open(self) -> Answer:
        """Open the tables and take all seats; games begin."""
        addresses = {_address(table) for table in self._tables}
        await asyncio.gather(*map(self._open_from, sorted(addresses)))
        return Answer()

    async def _open_from(self, address: str) -> None:
        tables = [table for table in self._tables if _address(table) == address]
        if self._kind == "room":
            for table in tables:
                self._places += [self._place(f"{table}/{seat}", address, "", seat) for seat in range(SEATS)]
            return
        transport = httpx.AsyncHTTPTransport(local_address=address)
        base = f"http://127.0.0.1:{self._port}/api"
        async with httpx.AsyncClient(base_url=base, transport=transport, timeout=ANSWER_SECONDS) as client:
            for _ in tables:
                await self._open_table(client, address)

    async def _open_table(self, client: httpx.AsyncClient, address: str) -> None:
        # Nobody is there yet, and no bot shall step in.
        new = {"game": "dice", "seats": [{}] * SEATS, "patience": 86400}
        answer = await client.post("/tables", json={**new, "name": "Player 0"})
        table = answer.raise_for_status().json()["table"]
        for seat in range(SEATS):
            if seat:
                answer = await client.post(f"/tables/{table}/join", json={"name": f"Player {seat}"})
            cookie = answer.raise_for_status().headers["set-cookie"].split(";")[0]
            client.cookies.clear()
            self._places.append(self._place(table, address, cookie, seat))

    def _place(self, path: str, address: str, cookie: str, seat: int) -> Place:
        return Place(f"ws://127.0.0.1:{self._port}/ws/{path}", address, cookie, seat)

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
        """Everybody moves as soon as they owe a move, for so long or so many."""
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
        """So many moves a second, each by whoever owes one longest, for twice the time that takes at most."""
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
    """Carry out orders until the pipe is closed: the body of a driver's process."""

    async def obey() -> None:
        while True:
            name, *values = await asyncio.to_thread(pipe.recv)
            pipe.send(await getattr(driver, name)(*values))

    with suppress(EOFError):
        asyncio.run(obey())


class Drivers:
    """All driver processes; an order goes to all at once."""

    def __init__(self, kind: Literal["game", "room"], port: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipes: list[Pipe] = []
        self._processes = []
        for number in range(DRIVERS):
            ours, theirs = context.Pipe()
            driver = Driver(kind, port, range(number, TABLES, DRIVERS))
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
def driving(kind: Literal["game", "room"], port: int) -> Iterator[Drivers]:
    drivers = Drivers(kind, port)
    try:
        yield drivers
    finally:
        drivers.end()


# Processes that serve


@contextmanager
def serving(port: int, *command: str) -> Iterator[int]:
    """The number of a process that serves at the port."""
    process = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + ANSWER_SECONDS
    while process.poll() is None and time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise SystemExit("the server did not start")


def cpu_seconds(pid: int) -> float:
    """User and system time of all threads of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_bytes(pid: int) -> int:
    """What a process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# Figures


class Target(NamedTuple):
    """A server under load: those who load it, and the number of its process."""

    drivers: Drivers
    pid: int


@contextmanager
def target(kind: Literal["game", "room"], port: int, *command: str) -> Iterator[Target]:
    with serving(port, *command) as pid, driving(kind, port) as drivers:
        drivers.tell("open")
        yield Target(drivers, pid)
        drivers.tell("close")


class Throughput(NamedTuple):
    """As many moves as the machine carries."""

    moves: int
    seconds: float
    cpu: float
    update_bytes: float

    @property
    def per_cpu_second(self) -> float:
        return self.moves / self.cpu

    def line(self, name: str) -> str:
        return (
            f"{name:15} {self.moves:8} {self.moves / self.seconds:9.0f} {self.cpu:8.2f}"
            f" {self.cpu / self.seconds:8.0%} {self.per_cpu_second:12.0f} {self.update_bytes:12.0f}"
        )


HEADINGS = (
    f"{'':15} {'moves':>8} {'moves/s':>9} {'CPU s':>8} {'CPU':>8} {'moves/CPU s':>12} {'update bytes':>12}"
)


def throughput(target: Target, seconds: float = ROUND_SECONDS) -> Throughput:
    before = cpu_seconds(target.pid)
    answers = target.drivers.tell("play", seconds, ROUND_MOVES // DRIVERS)
    return Throughput(
        moves=sum(len(answer.delays) for answer in answers),
        seconds=max(answer.seconds for answer in answers),
        cpu=cpu_seconds(target.pid) - before,
        update_bytes=statistics.fmean(answer.update_bytes for answer in answers),
    )


def together(rounds: Sequence[Throughput]) -> Throughput:
    moves, seconds, cpu, update_bytes = zip(*rounds, strict=True)
    return Throughput(sum(moves), sum(seconds), sum(cpu), statistics.fmean(update_bytes))


def compared(game: Target) -> str:
    """Moves per CPU second of the server and of the broadcast, round by round."""
    size = round(throughput(game, WARM_SECONDS).update_bytes)
    port = free_port()
    with target("room", port, "tests.bench.broadcast", str(port), str(size)) as room:
        room.drivers.tell("connect")
        throughput(room, WARM_SECONDS)
        rounds = [(throughput(game), throughput(room)) for _ in range(ROUNDS)]
    ours, theirs = map(together, zip(*rounds, strict=True))
    theirs = theirs._replace(update_bytes=size)
    ratio = ours.per_cpu_second / theirs.per_cpu_second
    lines = (HEADINGS, ours.line("qwixx, on disk"), theirs.line("bare broadcast"))
    return "\n".join((*lines, f"moves per CPU second, qwixx to broadcast: {ratio:.3f}"))


def paced(game: Target) -> str:
    before = cpu_seconds(game.pid)
    answers = game.drivers.tell("pace", PACED_RATE / DRIVERS, PACED_MOVES // DRIVERS)
    seconds = max(answer.seconds for answer in answers)
    delays = [delay for answer in answers for delay in answer.delays]
    late = [each for answer in answers for each in answer.late]
    return (
        f"paced at {PACED_RATE:.0f} moves/s: {len(delays)} moves, {len(delays) / seconds:.0f} a second,"
        f" server CPU {(cpu_seconds(game.pid) - before) / seconds:.0%}\n"
        f"  from due to acknowledged: {_percentiles(delays)}\n"
        f"  of that, before it was sent: {_percentiles(late)}"
    )


def _percentiles(values: Sequence[float]) -> str:
    cuts = statistics.quantiles(values, n=100)
    return f"p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms"


def connected(game: Target) -> str:
    """Connect everybody, and tell what that takes in memory."""
    time.sleep(SETTLE_SECONDS)
    empty = memory_bytes(game.pid)
    game.drivers.tell("connect")
    time.sleep(SETTLE_SECONDS)
    full = memory_bytes(game.pid)
    return (
        f"memory with 0 and {CONNECTIONS} idle connections: {empty / 1e6:.1f} MB, {full / 1e6:.1f} MB;"
        f" {(full - empty) / CONNECTIONS / 1e3:.1f} kB for each connection"
    )


def client_size() -> str:
    files = [file for file in sorted((STATIC / "assets").glob("*")) if file.suffix in (".js", ".css")]
    if not files:
        return "client: not built"
    size = sum(len(gzip.compress(file.read_bytes())) for file in files)
    return f"client: {size} bytes of JavaScript and CSS in {len(files)} files, gzipped"


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(OPEN_FILES, most), most))
    print(f"{CONNECTIONS} connections at {TABLES} tables of {SEATS}, dice game, {DRIVERS} driver processes")
    print(f"{os.cpu_count()} processors, load before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        port, data = free_port(), f"{folder}/tables.sqlite"
        command = (
            "qwixx",
            "serve",
            "--host",
            "127.0.0.1",
            "--no-browser",
            "--port",
            str(port),
            "--data",
            data,
        )
        with target("game", port, *command) as game:
            print(connected(game), flush=True)
            print(compared(game), flush=True)
            print(paced(game), flush=True)
    print(client_size())


if __name__ == "__main__":
    main()
