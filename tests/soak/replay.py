"""The states of a table, replayed from its facts."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from qwixx.notation import format_record
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.state import TableState, after_fact, opened
from qwixx.tables.game.views import numbered


class Seal(NamedTuple):
    """The number and a digest of the facts of an abandoned table."""

    facts: int
    digest: bytes

    def is_unbroken(self, stored: Sequence[bytes]) -> bool:
        """Whether these facts are still the same."""
        digest = hashlib.sha256(b"".join(stored[: self.facts])).digest()
        return len(stored) >= self.facts and digest == self.digest


class Replay:
    """Every version of a table, replayed from its facts; ``problem`` describes the first invalid fact."""

    def __init__(self) -> None:
        self.facts: list[facts.AnyFact] = []
        self.states: list[TableState] = []
        # When each fact was stored, by the store's clock, if known.
        self.times: list[float] = []
        self.happenings: list[protocol.Happening] = []
        # For each finished game, the text of its record and its totals.
        self.games: dict[int, tuple[str, tuple[int, ...]]] = {}
        self.problem: str | None = None
        self._hash = hashlib.sha256()

    @property
    def version(self) -> int:
        return len(self.facts)

    def extend(self, stored: Sequence[bytes], times: Sequence[float] = ()) -> bool:
        """Replay new facts; returns whether the earlier ones are unchanged."""
        is_same = self.seal.is_unbroken(stored)
        self.times += times[self.version :]
        for data in stored[self.version :]:
            self._hash.update(data)
            self._take(facts.decode(data))
        return is_same

    @property
    def seal(self) -> "Seal":
        return Seal(self.version, self._hash.digest())

    def fact(self, number: int) -> facts.AnyFact | None:
        return self.facts[number - 1] if 0 < number <= self.version else None

    def state(self, version: int) -> TableState | None:
        """The state after ``version`` facts; None if they cannot be replayed."""
        return self.states[version - 1] if 0 < version <= len(self.states) else None

    def seconds_open(self, number: int) -> float | None:
        """How long a decision was open before a fact made it, if times are known."""
        before = self.state(number - 1)
        if before is None or not self.times:
            return None
        return self.times[number - 1] - self.times[before.decision - 1]

    def _take(self, fact: facts.AnyFact) -> None:
        self.facts.append(fact)
        if self.problem is not None:
            return
        try:
            now = self._after(fact)
        except Exception as error:
            self.problem = f"fact {self.version}, {fact}, cannot follow: {type(error).__name__}: {error}"
            return
        known = len(self.happenings)
        self.happenings += [numbered(each).what for each in now.happened_since(known)]
        self.states.append(now)
        if now.state is not None and now.state.is_over and now.games not in self.games:
            self.games[now.games] = format_record(now.record()), now.state.totals

    def _after(self, fact: facts.AnyFact) -> TableState:
        if self.states:
            return after_fact(self.states[-1], fact)
        assert isinstance(fact, facts.Opened), "the history of a table starts with Opened"
        return opened(fact)

    def is_loaded_as(self, loaded: TableState | None) -> bool:
        """Whether a restarted server loads the same state, apart from events it no longer keeps."""
        if loaded is None or not self.states:
            return loaded is None and not self.states
        mine = self.states[-1]
        kept = mine.happened[len(mine.happened) - len(loaded.happened) :]
        return loaded == replace(mine, happened=kept)
