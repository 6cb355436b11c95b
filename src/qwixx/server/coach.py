"""The coach of a server: hints, reviews and puzzles, from its worker processes.

A game is judged once, and the latest answers are cached. A client that would wait for long is refused, and
may ask again: a job that has started goes on.
"""

import asyncio
import hashlib
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from qwixx.coach.findings import Advice
from qwixx.notation import format_record
from qwixx.record import Record
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO
from qwixx.server import jobs
from qwixx.server.limits import CACHE_SIZE, PUZZLE_STOCK
from qwixx.server.queues import QueueFull, WorkerPool
from qwixx.server.single_flight import BackgroundTask, SingleFlightCache
from qwixx.tables import refusals
from qwixx.tables.refusals import Refusal, with_problem
from qwixx.worker import WorkerError

# Shorter than the timeouts of browsers and proxies.
HINT_SECONDS = 8.0
ANSWER_SECONDS = 20.0
SEEDS = 2**31
# The owner of jobs that this process starts by itself.
SERVER = "this server"

Answers = SingleFlightCache[tuple[str, int], bytes]


class Coach:
    """Answers clients' questions about their games."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._reviews = Answers(CACHE_SIZE)
        self._puzzles = Answers(CACHE_SIZE)
        self._pars = Answers(CACHE_SIZE)
        self._ready: dict[str, PuzzleStock] = {}
        # While code is compiled, in the background, bots are interpreted and hints wait.
        self._is_compiling = False

    async def prepare(self) -> None:
        """Load, and on a new machine compile, what is slow to begin with, first of all for bots."""
        # The first question fails in the same way, and its client learns why.
        with suppress(WorkerError, QueueFull):
            interactive, background = self._pool.interactive, self._pool.background
            if not await interactive.ask(SERVER, jobs.are_bots_compiled):
                self._is_compiling = True
                await background.ask(SERVER, jobs.prepare_bots)
                await background.ask(SERVER, jobs.prepare_coach)
            # Where nothing can be cached, everything that is compiled stays in the background.
            if await interactive.ask(SERVER, jobs.are_bots_compiled):
                await interactive.ask(SERVER, jobs.prepare_bots)
                await interactive.ask(SERVER, jobs.prepare_coach)
                self._is_compiling = False

    async def advise(self, owner: str, state: State, seat: int) -> Advice:
        """What a seat could choose, the best first."""
        # Bots do not wait for the compiler, nor for the solo game, which is solved when first needed.
        is_slow = self._is_compiling or state.ruleset == SOLO
        queue = self._pool.background if is_slow else self._pool.interactive
        with _as_refusals():
            async with asyncio.timeout(HINT_SECONDS):
                return await queue.ask(owner, jobs.advise_seat, state, seat)

    async def review(self, owner: str, table: str, game: int, record: Record) -> bytes:
        """A table's game judged, as compressed JSON."""
        ask = self._pool.background.ask
        return await _answer(self._reviews, (table, game), lambda: ask(owner, jobs.game_review, record))

    async def review_of(self, owner: str, record: Record) -> bytes:
        """The game of a record from a client judged, as compressed JSON."""
        key = hashlib.sha256(format_record(record).encode()).hexdigest()
        return await self.review(owner, key, 0, record)

    async def puzzle(self, owner: str, game: str, seed: int | None) -> bytes:
        """The puzzle of a seed, or any, as JSON."""
        if seed is not None:
            ask = self._pool.background.ask
            return await _answer(
                self._puzzles, (game, seed), lambda: ask(owner, jobs.posed_puzzle, game, seed)
            )
        if game not in self._ready:
            self._ready[game] = PuzzleStock(self._pool, game)
        ready = self._ready[game].take()
        puzzle = ready if ready is not None else await self.puzzle(owner, game, secrets.randbelow(SEEDS))
        self._ready[game].refill()
        return puzzle

    async def daily_par(self, owner: str, day: str) -> bytes:
        """What best play makes of the dice of a day, as JSON."""
        ask = self._pool.background.ask
        return await _answer(self._pars, (day, 0), lambda: ask(owner, jobs.par_of_day, day))

    def close(self) -> None:
        for ready in self._ready.values():
            ready.close()


class PuzzleStock:
    """A stock of puzzles of a game, made in advance."""

    def __init__(self, pool: WorkerPool, game: str) -> None:
        self._pool = pool
        self._game = game
        self._ready: deque[bytes] = deque()
        self._making = BackgroundTask(self._make)

    def take(self) -> bytes | None:
        return self._ready.popleft() if self._ready else None

    def refill(self) -> None:
        """Make as many as were taken, in the background."""
        self._making.start()

    def close(self) -> None:
        self._making.cancel()

    async def _make(self) -> None:
        ask = self._pool.background.ask
        while len(self._ready) < PUZZLE_STOCK:
            try:
                puzzle = await ask(SERVER, jobs.posed_puzzle, self._game, secrets.randbelow(SEEDS))
            except (WorkerError, QueueFull):
                return
            self._ready.append(puzzle)


async def _answer(
    answers: Answers, key: tuple[str, int], ask: Callable[[], Coroutine[Any, Any, bytes]]
) -> bytes:
    """An answer, computed once for all clients; Refusal if it fails, or takes long."""
    with _as_refusals():
        return await answers.get(key, ask, ANSWER_SECONDS)


@contextmanager
def _as_refusals() -> Iterator[None]:
    """Turn errors of jobs into refusals."""
    try:
        yield
    except (TimeoutError, QueueFull) as error:
        raise Refusal(refusals.COACH_BUSY) from error
    except WorkerError as error:
        raise Refusal(with_problem(refusals.NO_COACH, error)) from error
