"""The coach of a server: hints, reviews and puzzles, worked out by processes that think.

A game is judged once, and what was judged lately is kept. Whoever would have to wait for long is told so,
and may ask again: what was begun goes on.
"""

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from qwixx.coach.findings import Advice
from qwixx.record import Record
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO
from qwixx.server import refusals
from qwixx.server.limits import KEPT_ANSWERS, PUZZLES_READY
from qwixx.server.refusals import Refusal
from qwixx.server.thinking import jobs
from qwixx.server.thinking.line import TooManyWait
from qwixx.server.thinking.worker import WorkerError
from qwixx.server.thinking.worker_pool import WorkerPool

# Less than what a browser, or a proxy before this server, waits for an answer.
HINT_SECONDS = 8.0
ANSWER_SECONDS = 20.0
SEEDS = 2**31
# Who asks for what is made ready, beside the addresses of people.
SERVER = "this server"

T = TypeVar("T")
Key = tuple[str, int]


class Question:
    """Something that is worked out once for all who ask it."""

    def __init__(self, find: Coroutine[Any, Any, bytes]) -> None:
        self.task = asyncio.create_task(find)
        self.is_dropped = False
        self._asking = 0

    async def answer(self) -> bytes:
        """Wait for the answer; Refusal if that takes long. Where nobody waits any more, it is dropped."""
        self._asking += 1
        try:
            return await in_time(self.task, ANSWER_SECONDS)
        except asyncio.CancelledError:
            if self._asking == 1:
                self.is_dropped = True
                self.task.cancel()
            raise
        finally:
            self._asking -= 1


class Answers:
    """Answers by what was asked: each is worked out once, and the latest are kept."""

    def __init__(self) -> None:
        self._known: OrderedDict[Key, bytes] = OrderedDict()
        self._running: dict[Key, Question] = {}

    async def get(self, key: Key, find: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """The answer, which is found now if it is not known; Refusal if that takes long."""
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        question = self._running.get(key)
        if question is None or question.is_dropped:
            asked = question = self._running[key] = Question(find())
            asked.task.add_done_callback(lambda done: self._keep(key, asked, done))
        return await question.answer()

    def _keep(self, key: Key, question: Question, done: asyncio.Task[bytes]) -> None:
        if self._running.get(key) is question:
            del self._running[key]
        if not done.cancelled() and done.exception() is None:
            self._known[key] = done.result()
        while len(self._known) > KEPT_ANSWERS:
            self._known.popitem(last=False)


class Coach:
    """Answers what players ask about their games."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._reviews = Answers()
        self._puzzles = Answers()
        self._pars = Answers()
        self._ready: dict[str, deque[bytes]] = {}
        self._stocking: dict[str, asyncio.Task[None]] = {}

    async def prepare(self) -> None:
        """Have ready what is slow to begin with, first of all for bots."""
        for what in (jobs.prepare_bots, jobs.prepare_coach):
            try:
                await self._pool.quick.ask(SERVER, what)
            except WorkerError:
                return  # whoever asks for it is told why it does not work

    async def advise(self, who: str, state: State, seat: int) -> Advice:
        """What a seat could choose, the best first, for somebody at an address."""
        # The solo game is solved when it is first asked about. Bots do not wait for that.
        alone = state.ruleset == SOLO
        worker = self._pool.unhurried if alone else self._pool.quick
        asked = asyncio.create_task(worker.ask(who, jobs.advice, state, seat))
        try:
            return await in_time(asked, HINT_SECONDS)
        finally:
            asked.cancel()  # nobody waits for it any more

    async def review(self, who: str, table: str, game: int, record: Record) -> bytes:
        """A table's game judged, as compressed JSON."""
        ask = self._pool.unhurried.ask
        return await self._reviews.get((table, game), lambda: ask(who, jobs.game_review, record))

    async def puzzle(self, who: str, game: str, seed: int | None) -> bytes:
        """The puzzle of a seed, or any, as JSON."""
        if seed is not None:
            ask = self._pool.unhurried.ask
            return await self._puzzles.get((game, seed), lambda: ask(who, jobs.posed_puzzle, game, seed))
        ready = self._ready.setdefault(game, deque())
        puzzle = ready.popleft() if ready else await self.puzzle(who, game, secrets.randbelow(SEEDS))
        if game not in self._stocking or self._stocking[game].done():
            self._stocking[game] = asyncio.create_task(self._stock(game))
        return puzzle

    async def daily_par(self, who: str, day: str) -> bytes:
        """What best play makes of the dice of a day, as JSON."""
        ask = self._pool.unhurried.ask
        return await self._pars.get((day, 0), lambda: ask(who, jobs.daily_par, day))

    async def _stock(self, game: str) -> None:
        """Have a few puzzles ready for whoever asks next."""
        ready = self._ready[game]
        while len(ready) < PUZZLES_READY:
            try:
                ask = self._pool.unhurried.ask
                ready.append(await ask(SERVER, jobs.posed_puzzle, game, secrets.randbelow(SEEDS)))
            except WorkerError:
                return

    def close(self) -> None:
        for task in self._stocking.values():
            task.cancel()


async def in_time(task: asyncio.Future[T], seconds: float) -> T:
    """The answer of a coach; Refusal if it fails, or takes longer. It goes on then."""
    try:
        return await asyncio.wait_for(asyncio.shield(task), seconds)
    except (TimeoutError, TooManyWait) as error:
        raise Refusal(refusals.COACH_BUSY) from error
    except WorkerError as error:
        raise Refusal(refusals.NO_COACH(problem=str(error).rstrip("."))) from error
