"""The history of clients: the messages they sent to a table and received from it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from qwixx.server.logs import short_hash
from qwixx.tables import protocol


class Heard(NamedTuple):
    """A received message and its time."""

    at: float
    text: str


@dataclass
class Command:
    """A command sent over a connection, and its outcome.

    ``known`` is the last version that the client had received when it was sent.
    """

    id: int
    kind: str
    choice: str = ""
    known: int = 0
    done: int | None = None
    refused: str | None = None

    @property
    def is_unanswered(self) -> bool:
        """Whether the outcome is unknown to the client."""
        return self.done is None and self.refused is None

    def __str__(self) -> str:
        what = f"{self.kind} {self.choice!r}" if self.choice else self.kind
        if self.done is not None:
            return f"{what} (id {self.id}), done in version {self.done}"
        outcome = f"refused as {self.refused}" if self.refused is not None else "not answered"
        return f"{what} (id {self.id}), {outcome}"


@dataclass
class Conversation:
    """One connection from ``begun`` to ``ended``. ``since`` and ``version`` are what its client knew.

    Clients that are not ``is_attentive`` may read messages late.
    """

    who: str
    seat: int | None
    since: int = 0
    version: int = 0
    is_attentive: bool = True
    begun: float = 0.0
    ended: float | None = None
    heard: list[Heard] = field(default_factory=list)
    commands: dict[int, Command] = field(default_factory=dict)

    def new_command(self, kind: str, choice: str, known: int) -> Command:
        command = Command(len(self.commands) + 1, kind, choice, known)
        self.commands[command.id] = command
        return command

    def tail(self) -> str:
        """The end of the conversation, for an error report."""
        unanswered = [str(command) for command in self.commands.values() if command.is_unanswered]
        heard = [f"{each.at:.2f} {each.text[:150]}" for each in self.heard[-12:]]
        counted = f"{len(self.commands)} commands, {len(unanswered)} not answered: {unanswered[:5]}"
        return "\n      ".join([counted, *heard])

    def __str__(self) -> str:
        return self.who if self.seat is None else f"{self.who} (seat {self.seat})"


@dataclass
class Join:
    """A request for a seat; if the response was lost, the seat may be taken or not."""

    name: str
    seat: int | None = None
    was_refused: bool = False


class Seen(NamedTuple):
    """The record or the review of a game as received, and the totals shown to the client."""

    what: str
    game: int
    totals: tuple[int, ...]
    text: str


@dataclass
class Story:
    """The clients' view of a table since the last check of the file."""

    table: str
    new: protocol.NewTable
    conversations: list[Conversation] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)

    @property
    def tag(self) -> str:
        return short_hash(self.table)

    def __str__(self) -> str:
        return f"table {self.tag} ({self.new.game}, {len(self.new.seats)} seats)"

    def taken(self) -> "Story":
        """Move everything until now into a new story."""
        until_now = Story(self.table, self.new, self.conversations, self.joins, self.seen)
        self.conversations, self.seen = [], []
        # A pending request is answered later.
        self.joins = [join for join in self.joins if join.seat is None and not join.was_refused]
        return until_now

    def commands(self) -> Iterator[tuple[Conversation, Command]]:
        for conversation in self.conversations:
            for command in conversation.commands.values():
                yield conversation, command
