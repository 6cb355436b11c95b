"""A violation: a broken invariant of the server, with the message received and the facts on disk."""

from dataclasses import dataclass

# The longest text to print; views are longer.
LONGEST = 4000


@dataclass(frozen=True)
class Violation:
    """``number`` is the number of the fact concerned, if any."""

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
