"""Who is at a table: people connected to this process, and to others that serve the same table."""

from collections.abc import Mapping


class Presence:
    """The seats whose people are here or elsewhere, and since when the others are gone."""

    def __init__(self) -> None:
        self.here: set[int] = set()
        self._elsewhere: Mapping[str, frozenset[int]] = {}
        self._gone_since: dict[int, float] = {}

    def __contains__(self, seat: int) -> bool:
        return seat in self.here or any(seat in seats for seats in self._elsewhere.values())

    def arrive(self, seat: int) -> None:
        self.here.add(seat)
        self._gone_since.pop(seat, None)

    def leave(self, seat: int, at: float) -> None:
        self.here.discard(seat)
        if seat not in self:
            self._gone_since[seat] = at

    def hear(self, elsewhere: Mapping[str, frozenset[int]], at: float) -> None:
        """Other processes have these people at the table, by their names."""
        before = frozenset().union(*self._elsewhere.values())
        self._elsewhere = elsewhere
        for seat in before.union(*elsewhere.values()):
            if seat in self:
                self._gone_since.pop(seat, None)
            else:
                self._gone_since.setdefault(seat, at)

    def seconds_away(self, seat: int, at: float) -> float:
        """For how long a person is known to be gone."""
        return 0.0 if seat in self else at - self._gone_since.setdefault(seat, at)

    def leads(self, process: str) -> bool:
        """Whether this process, of that name, comes first among those that have people at the table."""
        return not self._elsewhere or (bool(self.here) and process < min(self._elsewhere))
