"""What must not be: a promise of the server that was broken, with what was told and what is on disk."""

from dataclasses import dataclass

# A view is longer than anybody wants to read.
LONGEST = 4000


@dataclass(frozen=True)
class Violation:
    """``number`` is the fact of the table that it is about, as far as it is about one."""

    where: str
    what: str
    told: str = ""
    disk: str = ""
    number: int = 0

    def __str__(self) -> str:
        place = f"{self.where}, fact {self.number}" if self.number else self.where
        details = [("told", self.told), ("disk", self.disk)]
        lines = [f"    {name}: {_shortened(text)}" for name, text in details if text]
        return "\n".join([f"{place}: {self.what}", *lines])


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} … ({len(text)} characters)"
