"""A table on a device: its facts, the aggregate that they make, and the connections of pages to it."""

import random
from collections.abc import Sequence

from qwixx.device.effects import KeptFact
from qwixx.rules.errors import OperationalError
from qwixx.tables.game import facts
from qwixx.tables.game.state import TableState, after, opened, resumed
from qwixx.tables.game.table import Table


class HostedTable:
    """A table in memory. A seat needs no secret: all people at the device share one browser."""

    def __init__(self, name: str, past: Sequence[KeptFact], rng: random.Random) -> None:
        self.past: list[KeptFact] = list(past)
        # For each connection of a page, the last happening that it knows; and whether it only watches.
        self.connections: dict[int, int] = {}
        self.spectators: set[int] = set()
        state, opened_at = _state_after(self.past)
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

    def game(self, number: int) -> tuple[TableState, float] | None:
        """The table as one of its games left it, numbered from 1, and when that game began."""
        starts = [place for place, each in enumerate(self.past) if _is_start(each)]
        if not 1 <= number <= len(starts):
            return None
        first = starts[number - 1]
        end = starts[number] if number < len(starts) else len(self.past)
        state, _ = _state_after(self.past[:end])
        return state, self.past[first].at


def _is_start(stored: KeptFact) -> bool:
    return isinstance(facts.decode(stored.fact.encode()), facts.Started)


def _state_after(past: Sequence[KeptFact]) -> tuple[TableState, float]:
    """The state after facts, and when its decisions were opened; only the last game is replayed."""
    every = [facts.decode(each.fact.encode()) for each in past]
    opening = every[0]
    if not isinstance(opening, facts.Opened):
        raise OperationalError("a table begins with its opening")
    state, opened_at, first = opened(opening), past[0].at, 1
    for place, fact in enumerate(every):
        if isinstance(fact, facts.Started):
            state, first = resumed(opening, fact.before, version=place), place
    for stored, fact in zip(past[first:], every[first:], strict=True):
        before, state = state, after(state, fact)
        if state.decision != before.decision:
            opened_at = stored.at
    return state, opened_at
