"""Replays for all who ask: games of tables, put together once, and records from elsewhere.

To replay a game takes some hundredths of a second, in a thread and one after the other. Whoever asks for more
than a few at once is told to wait.
"""

import asyncio
import gzip
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from qwixx.notation import format_record, parse_record
from qwixx.notation.scanner import ParseError
from qwixx.server import refusals
from qwixx.server.journal import line, reason_of, tag
from qwixx.server.limits import KEPT_ANSWERS, Limits
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.loader import Loaded, load_game
from qwixx.server.rooms.replay import bots_of, replay_of
from qwixx.server.rooms.trouble import TableFailed
from qwixx.server.stores.store import Store, StoreError
from qwixx.server.wire import protocol

log = logging.getLogger(__name__)

T = TypeVar("T")


class Finished(NamedTuple):
    """A finished game of a table: the table as it left it, when it began, and which game it was."""

    table: Loaded
    number: int


class Replays:
    """Games to look at again, as compressed JSON."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._limits = limits
        self._known: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._waiting: Counter[str] = Counter()
        self._one = asyncio.Lock()

    async def of_game(self, who: str, table: str, number: int) -> bytes:
        """A finished game of a table, by its number from 1; Refusal if there is none."""
        await self._check_kept(table)
        known = self._known.get((table, number))
        if known is not None:
            self._known.move_to_end((table, number))
            return known
        with self._place_for(who):
            game = await self._finished(table, number)
            data = await self._worked_out(lambda: _packed(game))
        self._known[table, number] = data
        while len(self._known) > KEPT_ANSWERS:
            self._known.popitem(last=False)
        return data

    async def of_text(self, who: str, text: str) -> bytes:
        """A record from elsewhere; Refusal with the place of what is wrong in it."""
        with self._place_for(who):
            return await self._worked_out(lambda: _packed_text(text))

    async def text(self, who: str, table: str, number: int) -> str:
        """The record of a finished game of a table."""
        await self._check_kept(table)
        with self._place_for(who):
            game = await self._finished(table, number)
            return await self._worked_out(lambda: format_record(game.table.state.record()))

    async def _check_kept(self, table: str) -> None:
        """Refusal unless there still is such a table: what is known of it may have outlived it."""
        if not await self._store.heads([table]):
            raise Refusal(refusals.NO_TABLE)

    async def _finished(self, table: str, number: int) -> Finished:
        try:
            loaded = await load_game(self._store, table, number)
        except StoreError:
            raise
        except Exception as error:
            log.error(line("table_failed", table=tag(table), game=number, reason=reason_of(error)))
            raise TableFailed from error
        if loaded is None:
            raise Refusal(refusals.NO_GAME(number=number))
        if loaded.state.is_playing:
            # Its record would give hidden cards away.
            raise Refusal(refusals.NOT_OVER)
        return Finished(loaded, number)

    @contextmanager
    def _place_for(self, who: str) -> Iterator[None]:
        """A place among those who wait; Refusal if there is none."""
        limits = self._limits
        if self._waiting[who] >= limits.questions_per_address or self._waiting.total() >= limits.questions:
            raise Refusal(refusals.TOO_FAST)
        self._waiting[who] += 1
        try:
            yield
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]

    async def _worked_out(self, work: Callable[[], T]) -> T:
        async with self._one:
            return await asyncio.to_thread(work)


def _packed(game: Finished) -> bytes:
    state, began_at = game.table
    bots = [seat.bot for seat in state.seats]
    return _compressed(replay_of(state.record(), bots, began_at, game.number))


def _packed_text(text: str) -> bytes:
    try:
        record = parse_record(text)
    except ParseError as error:
        reason = refusals.BAD_RECORD(line=error.line, column=error.column, problem=error.problem.rstrip("."))
        raise Refusal(reason) from error
    return _compressed(replay_of(record, bots_of(record), None, None))


def _compressed(replay: protocol.Replay) -> bytes:
    return gzip.compress(protocol.encode(replay), mtime=0)
