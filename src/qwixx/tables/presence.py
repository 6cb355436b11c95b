"""Presence at a table: people connected to this process, and to others that serve the same table."""

from collections.abc import Iterable, Mapping

# A shorter absence is a reload of the page, or a change of networks.
AWAY_SECONDS = 8.0


class Presence:
    """The seats connected to any process, and since when the others are disconnected."""

    def __init__(self) -> None:
        self.here: set[int] = set()
        # The seats connected here or to another process.
        self.seats: frozenset[int] = frozenset()
        self._remote: Mapping[str, frozenset[int]] = {}
        self._gone_since: dict[int, float] = {}
        # The seats that counted as away at the last tick.
        self.away: frozenset[int] = frozenset()

    def __contains__(self, seat: int) -> bool:
        return seat in self.seats

    def _combine(self) -> None:
        self.seats = frozenset(self.here).union(*self._remote.values())

    def arrive(self, seat: int) -> None:
        self.here.add(seat)
        self._combine()
        self._forget_absence(seat)

    def leave(self, seat: int, at: float) -> None:
        self.here.discard(seat)
        self._combine()
        if seat not in self:
            self._gone_since[seat] = at

    def reseat(self, here: Iterable[int]) -> None:
        """People changed seats: these are the seats connected to this process now."""
        self.here = set(here)
        self._combine()
        self._gone_since.clear()
        self.away = frozenset()

    def set_remote(self, remote: Mapping[str, frozenset[int]], at: float) -> None:
        """The seats connected to other processes, by the name of each process."""
        before = frozenset().union(*self._remote.values())
        self._remote = remote
        self._combine()
        for seat in before.union(*remote.values()):
            if seat in self:
                self._forget_absence(seat)
            else:
                self._gone_since.setdefault(seat, at)

    def _forget_absence(self, seat: int) -> None:
        self._gone_since.pop(seat, None)
        self.away -= {seat}

    def notice(self, seats: Iterable[int], at: float) -> bool:
        """Update which of these seats are away; whether that has changed."""
        before = self.away
        self.away = frozenset(seat for seat in seats if self.seconds_away(seat, at) >= AWAY_SECONDS)
        return self.away != before

    def seconds_away(self, seat: int, at: float) -> float:
        """For how long a person is known to be disconnected."""
        return 0.0 if seat in self else at - self._gone_since.setdefault(seat, at)

    def leads(self, process: str) -> bool:
        """Whether this process, of that name, comes first among those that have people at the table."""
        return not self._remote or (bool(self.here) and process < min(self._remote))
