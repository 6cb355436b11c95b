"""Replays of games of tables, which are cached, and of records that clients send.

A replay takes some hundredths of a second in a thread, so one is made at a time, in turn by address.
"""

import asyncio
import gzip
import logging
from collections.abc import Hashable
from typing import TypeVar

from qwixx.notation import format_record
from qwixx.record import Record
from qwixx.server.failures import TableFailed
from qwixx.server.limits import CACHE_SIZE, Limits
from qwixx.server.logs import event, reason_of, short_hash
from qwixx.server.queues import Job, JobQueue, QueueFull
from qwixx.server.rooms.loader import load_game
from qwixx.server.single_flight import SingleFlightCache
from qwixx.server.stores.store import Store, StoreError
from qwixx.tables import protocol, refusals
from qwixx.tables.credentials import TABLE_NAME
from qwixx.tables.game.loaded import CompletedGame, finished_game
from qwixx.tables.refusals import Refusal
from qwixx.tables.replay import bots_of, record_of_text, replay_of

log: logging.Logger = logging.getLogger(__name__)

T = TypeVar("T")


class Replays:
    """Builds replays as compressed JSON."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._queue = JobQueue(limits)
        self._games = SingleFlightCache[tuple[str, int], bytes](CACHE_SIZE)

    async def of_game(self, owner: Hashable, table: str, number: int) -> bytes:
        """A finished game of a table, by its number from 1; Refusal if the table has none."""
        await self._check_kept(table)

        async def pack() -> bytes:
            return await asyncio.to_thread(_packed, await self._finished(table, number))

        return await self._games.get((table, number), lambda: self._run(owner, pack))

    async def of_text(self, owner: Hashable, text: str) -> bytes:
        """A record from a client; Refusal with the place of a mistake in it."""
        return await self._run(owner, lambda: asyncio.to_thread(_packed_text, text))

    async def record_of(self, owner: Hashable, text: str) -> Record:
        """A record from a client, as the rules read it; Refusal with the place of a mistake in it."""
        return await self._run(owner, lambda: asyncio.to_thread(record_of_text, text))

    async def text(self, owner: Hashable, table: str, number: int) -> str:
        """The record of a finished game of a table."""
        await self._check_kept(table)

        async def format_game() -> str:
            return await asyncio.to_thread(_text_of, await self._finished(table, number))

        return await self._run(owner, format_game)

    async def _check_kept(self, table: str) -> None:
        """Refusal unless the table is in the store: a replay in the cache may have outlived it."""
        if TABLE_NAME.fullmatch(table) is None or not await self._store.last_versions([table]):
            raise Refusal(refusals.NO_TABLE)

    async def _finished(self, table: str, number: int) -> CompletedGame:
        try:
            loaded = await load_game(self._store, table, number)
        except StoreError:
            raise
        except Exception as error:
            log.error(event("table_failed", table=short_hash(table), game=number, reason=reason_of(error)))
            raise TableFailed from error
        return finished_game(loaded, number)

    async def _run(self, owner: Hashable, job: Job[T]) -> T:
        """The result of a job in the queue; Refusal if that is full."""
        try:
            return await self._queue.run(owner, job)
        except QueueFull as error:
            raise Refusal(refusals.TOO_FAST) from error


def _text_of(game: CompletedGame) -> str:
    return format_record(game.state.record())


def _packed(game: CompletedGame) -> bytes:
    return _compressed(game.replay())


def _packed_text(text: str) -> bytes:
    record = record_of_text(text)
    return _compressed(replay_of(record, bots_of(record), None, None))


def _compressed(replay: protocol.Replay) -> bytes:
    return gzip.compress(protocol.encode(replay), mtime=0)
