"""A table on a device: its facts, the aggregate that they make, and the connections of pages to it."""

import random
from collections.abc import Sequence

from qwixx.device.effects import KeptFact
from qwixx.tables.game import facts
from qwixx.tables.game.loaded import LoadedTable, before_game, newly_opened
from qwixx.tables.game.table import Table


class HostedTable:
    """A table in memory. A seat needs no secret: all people at the device share one browser."""

    def __init__(self, name: str, past: Sequence[KeptFact], rng: random.Random) -> None:
        self.past: list[KeptFact] = list(past)
        # For each connection of a page, the last happening that it knows; and whether it only watches.
        self.connections: dict[int, int] = {}
        self.spectators: set[int] = set()
        state, opened_at = _loaded(self.past)
        self.table: Table = Table(name, state, rng, opened_at=opened_at)

    @property
    def seat(self) -> int:
        """The seat of the person at the device."""
        return self.table.now.people[0]

    def seat_of(self, connection: int) -> int | None:
        return None if connection in self.spectators else self.seat

    @property
    def next_number(self) -> int:
        return self.table.now.version + 1

    def catch_up(self, newer: Sequence[KeptFact]) -> bool:
        """Apply facts that another page has stored; whether there were any."""
        for each in newer:
            self.past.append(each)
            self.table.apply([facts.decode(each.fact.encode())], each.at)
        return bool(newer)

    def add(self, planned: list[facts.AnyFact], encoded: Sequence[str], at: float) -> None:
        """Apply own facts, now that they are stored."""
        self.past += [KeptFact(each, at) for each in encoded]
        self.table.apply(planned, at)

    def game(self, number: int) -> LoadedTable | None:
        """The table as one of its games left it, numbered from 1, and when that game began."""
        starts = [place for place, each in enumerate(self.past) if _is_start(each)]
        if not 1 <= number <= len(starts):
            return None
        first = starts[number - 1]
        end = starts[number] if number < len(starts) else len(self.past)
        return LoadedTable(_loaded(self.past[:end]).state, self.past[first].at)


def _is_start(stored: KeptFact) -> bool:
    return isinstance(facts.decode(stored.fact.encode()), facts.Started)


def _loaded(past: Sequence[KeptFact]) -> LoadedTable:
    """The table after facts; only the last game is replayed."""
    every = [facts.decode(each.fact.encode()) for each in past]
    first = max((place for place, fact in enumerate(every) if isinstance(fact, facts.Started)), default=0)
    if first == 0:
        table, first = newly_opened(every[0], past[0].at), 1
    else:
        table = before_game(every[0], every[first], first + 1, past[first].at)
    for stored, fact in zip(past[first:], every[first:], strict=True):
        table = table.after(fact, stored.at)
    return table
