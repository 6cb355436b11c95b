"""The results of a soak test in numbers."""

from collections import Counter
from dataclasses import dataclass, field

from tests.soak.violation import Violation


@dataclass
class Figures:
    """Counters of everything, and the violations."""

    games: Counter[str] = field(default_factory=Counter)
    tables: Counter[str] = field(default_factory=Counter)
    acknowledged: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    closed: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    whims: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    connections: int = 0
    reconnects: int = 0
    messages_checked: int = 0
    facts_checked: int = 0
    floods_closed: int = 0
    let_go: int = 0
    longest_silence: float = 0.0
    longest_restart: float = 0.0
    violations: list[Violation] = field(default_factory=list)

    def violated(self, where: str, what: str, told: str = "") -> None:
        self.violations.append(Violation(where, what, told))

    def lines(self) -> list[str]:
        return [
            f"games finished: {_counted(self.games)}; tables opened: {_counted(self.tables)}",
            f"commands acknowledged: {_counted(self.acknowledged)}",
            f"refused: {_counted(self.refused)}",
            f"ends of a server and other faults: {_counted(self.ends)}; slowest start {self.longest_restart:.1f} s",
            f"connections: {self.connections}, of them {self.reconnects} again; closed: {_counted(self.closed)}",
            f"messages checked: {self.messages_checked}; facts checked: {self.facts_checked}",
            f"floods closed: {self.floods_closed}; clients that did not read let go: {self.let_go}",
            f"whims: {_counted(self.whims)}",
            f"records and reviews: {_counted(self.seen)}; requests answered: {_counted(self.answers)}",
            f"longest silence of a table after an end or a fault: {self.longest_silence:.1f} s",
        ]


def _counted(counts: Counter[str]) -> str:
    parts = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    return f"{counts.total()} ({parts})" if parts else "0"
