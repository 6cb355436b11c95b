"""Whoever listens in a room."""

from typing import Protocol


class Listener(Protocol):
    """A connection: somebody who is told about a table."""

    seat: int | None
    since: int

    def send(self, data: bytes) -> None: ...
    def turn_away(self) -> None: ...
