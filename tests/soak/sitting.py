"""One slot of the soak test: tables are opened, played and left there one after the other."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from qwixx.rules.ruleset import GameName
from tests.soak.gathering import Gathering, Seat
from tests.soak.person import Person, Whims
from tests.soak.plan import GAMES, Party, party
from tests.soak.watcher import Watcher
from tests.soak.whims import USUAL
from tests.soak.world import Web, World


class Habits(NamedTuple):
    """The kind of tables that players open, and their extra actions."""

    party: Callable[[random.Random, GameName], Party]
    whims: Whims


UNRULY = Habits(party, USUAL)


class Sitting:
    """A slot with its own address and one table at a time."""

    def __init__(self, world: World, number: int, habits: Habits = UNRULY) -> None:
        self.gathering: Gathering | None = None
        self.habits = habits
        self._world = world
        # The number of the next game; all games take turns.
        self._next = number
        self._rng = random.Random(f"{world.plan.seed} {number}")
        self._web = Web(world, f"127.0.0.{number + 2}")

    async def run(self) -> None:
        """Open one table after the other. Spectators may stay longer than players."""
        try:
            async with asyncio.TaskGroup() as group:
                while self._world.figures.tables.total() < self._world.plan.most_tables:
                    await self._sit(group)
        finally:
            await self._web.close()

    async def _sit(self, watching: asyncio.TaskGroup) -> None:
        game = GAMES[self._next % len(GAMES)]
        found = await Gathering.opened(self._world, self.habits.party(self._rng, game), self._web)
        if found is None:
            await asyncio.sleep(0.1)
            return
        self._next += 1
        self.gathering, first = found
        for watcher in self._watchers(self.gathering, first):
            watching.create_task(watcher.live())
        # Players abandon a table when it takes too long.
        with suppress(TimeoutError):
            async with asyncio.timeout(self._world.plan.table_seconds):
                await self._gather(self.gathering, first)
        self.gathering.is_over = True
        self.gathering = None

    async def _gather(self, gathering: Gathering, first: Seat) -> None:
        async with asyncio.TaskGroup() as group:
            opener, *others = gathering.party.people
            group.create_task(self._person(opener, first, gathering).live())
            for name in others:
                group.create_task(self._come(name, gathering))

    async def _come(self, name: str, gathering: Gathering) -> None:
        await asyncio.sleep(self._rng.uniform(0.0, 0.5))
        seat = await gathering.join(name)
        if seat is not None:
            await self._person(name, seat, gathering).live()

    def _person(self, name: str, seat: Seat, gathering: Gathering) -> Person:
        rng = random.Random(self._rng.random())
        return Person(name, seat.number, seat.cookie, gathering, self.habits.whims, rng)

    def _watchers(self, gathering: Gathering, first: Seat) -> list[Watcher]:
        seats = self._rng.choice(([], [None], [first], [None, first]))
        return [Watcher(gathering, seat, random.Random(self._rng.random())) for seat in seats]
