"""Effects, which the host of a device requests of its worker, and the outcomes that the worker reports."""

from collections.abc import Generator
from typing import Literal

import msgspec


class FactsToStore(msgspec.Struct, gc=False):
    """Store these facts under the numbers from ``first`` on, all of them or none."""

    table: str
    first: int
    facts: tuple[str, ...]


class ConnectionFrame(msgspec.Struct, omit_defaults=True, gc=False):
    """A message for the page of a connection, or its close code, as a WebSocket carries them."""

    connection: int
    text: str | None = None
    code: int | None = None


class RequestAnswer(msgspec.Struct, gc=False):
    """The answer to a request, as HTTP has it."""

    status: int
    type: str
    body: str


class Effects(msgspec.Struct, omit_defaults=True, gc=False):
    """Facts to store, whose outcome the host waits for; without any, messages for pages and an answer."""

    append: FactsToStore | None = None
    frames: tuple[ConnectionFrame, ...] = ()
    answer: RequestAnswer | None = None
    # An error that no page caused, for developers.
    failure: str | None = None


class KeptFact(msgspec.Struct, gc=False):
    """A fact of a table with the time, in seconds, at which it was stored."""

    fact: str
    at: float


class AppendStored(msgspec.Struct, tag="stored", gc=False):
    """All facts are on disk."""

    at: float


class AppendConflict(msgspec.Struct, tag="conflict", gc=False):
    """Another page has stored facts under these numbers: they are the newer ones."""

    newer: tuple[KeptFact, ...]


class AppendFailed(msgspec.Struct, tag="failed", gc=False):
    """Nothing was stored."""

    why: Literal["full", "failed"]


AppendOutcome = AppendStored | AppendConflict | AppendFailed
# An operation of the host: it yields what is to be stored, and is resumed with the outcome.
Operation = Generator[FactsToStore, AppendOutcome, RequestAnswer | None]

read_outcome = msgspec.json.Decoder[AppendOutcome](AppendOutcome).decode
read_facts = msgspec.json.Decoder[tuple[KeptFact, ...]](tuple[KeptFact, ...]).decode
