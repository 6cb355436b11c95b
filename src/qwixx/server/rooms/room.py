"""A table, or a score pad, with those who listen to it."""

import asyncio

from qwixx.server import refusals
from qwixx.server.pads.pad import Pad
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.any_room import AnyRoom
from qwixx.server.stores.store import Store, StoreError
from qwixx.server.tables import facts
from qwixx.server.tables.sitting import NewSecret
from qwixx.server.tables.table import Table
from qwixx.server.tables.talk import Pace
from qwixx.server.thinking.worker_pool import InTime
from qwixx.server.wire import protocol


class Room(AnyRoom[Table]):
    """A table with those who listen to it."""

    def __init__(self, table: Table, store: Store, thinker: InTime) -> None:
        super().__init__(table, store, thinker)
        self._talking = Pace()
        self._counting: asyncio.Task[None] | None = None

    async def join(self, name: str, contributes: bool = False, key: str | None = None) -> NewSecret:
        """A person takes a seat; Refusal if there is none or the name will not do."""
        return await self._seat(lambda: self.table.plan_join(name, contributes, key))

    async def say(self, seat: int | None, message: protocol.Word) -> int:
        """Tell everybody what somebody says; the version after it. A Refusal changes nothing."""
        async with self._alone():
            if seat is not None and not self._talking.take(seat, self._clock()):
                raise Refusal(refusals.TOO_FAST)
            await self._carry_out(lambda: self.table.plan_word(seat, message))
            return self.table.now.version

    def close(self) -> None:
        super().close()
        if self._counting is not None:
            self._counting.cancel()

    @property
    def _is_listed(self) -> bool:
        return self.table.now.settings.public

    def _take_own(self, planned: list[facts.AnyFact], at: float) -> None:
        """Whoever writes the end of a game counts it, so that nobody else does."""
        was_over = self.table.now.stage == "over"
        super()._take_own(planned, at)
        if self.table.now.stage == "over" and not was_over:
            self._counting = asyncio.create_task(self._count_game())

    async def _count_game(self) -> None:
        """Keep how often each face came, beside everything else: nobody waits for that."""
        counted = self.table.tally()
        if counted is None:
            return
        try:
            await self._store.count(counted)
        except StoreError:
            return  # one game is missing in the figures of all


class PadRoom(AnyRoom[Pad]):
    """A score pad with those who listen to it."""

    async def join(self, name: str, key: str | None = None) -> NewSecret:
        """A person gets a sheet; Refusal if there is none left or the name will not do."""
        return await self._seat(lambda: self.table.plan_join(name, key))
