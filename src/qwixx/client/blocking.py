"""The same client for programs without asyncio: each call waits for its result."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Sequence
from functools import cached_property
from typing import Any, Self, TypeVar, Unpack

from qwixx.client.seat_store import SeatStore
from qwixx.client.server import LOCAL, AsyncServer
from qwixx.client.table import AsyncRemoteTable
from qwixx.coach.findings import Advice
from qwixx.fairness.verification import Verdict
from qwixx.gameplay import Player
from qwixx.record import Record
from qwixx.rules.choices import Choice
from qwixx.rules.ruleset import Options, Ruleset
from qwixx.rules.view import View
from qwixx.tables import protocol
from qwixx.tables.chat import Reaction

T = TypeVar("T")


class _Background:
    """An event loop in a thread, which ends with the process."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="qwixx.client", daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            # Ctrl-C interrupts the wait, and the work is not wanted any more.
            future.cancel()
            raise


class Server:
    """A server by its address; see `AsyncServer`."""

    def __init__(self, url: str = LOCAL, seats: SeatStore | None = None) -> None:
        self._server = AsyncServer(url, seats)
        self.url: str = self._server.url

    def __repr__(self) -> str:
        return f"Server({self.url!r})"

    @cached_property
    def _background(self) -> _Background:
        return _Background()

    def open(
        self,
        game: str | Ruleset = "dice",
        *,
        name: str,
        seats: Sequence[str | None] = (None, None),
        settings: protocol.TableSettings | None = None,
        **options: Unpack[Options],
    ) -> "RemoteTable":
        """Open a table and take its first seat that is None; the others are bots by name, or for people."""
        opening = self._server.open(game, name=name, seats=seats, settings=settings, **options)
        return RemoteTable(self._background.run(opening), self._background)

    def join(self, link: str, name: str) -> "RemoteTable":
        """Sit down at a table by its link, its six-letter code, or the private link of a seat."""
        return RemoteTable(self._background.run(self._server.join(link, name)), self._background)

    def watch(self, link: str) -> "RemoteTable":
        """Watch a table without a seat."""
        return RemoteTable(self._background.run(self._server.watch(link)), self._background)

    def address(self) -> str | None:
        """The address at which others can open pages of this server; None if only this computer can."""
        return self._background.run(self._server.address())

    def summary(self, table: str) -> protocol.TableSummary:
        """The public information about a table, by its name."""
        return self._background.run(self._server.summary(table))

    def public_tables(self) -> tuple[protocol.TableInfo, ...]:
        """Public tables with people at them."""
        return self._background.run(self._server.public_tables())


class RemoteTable:
    """A table; see `AsyncRemoteTable`, which ``now`` is: read what is known from it."""

    def __init__(self, table: AsyncRemoteTable, background: _Background) -> None:
        self.now = table
        """The same table for asynchronous programs; its methods are coroutines."""
        self._background = background

    def __repr__(self) -> str:
        return f"<RemoteTable {self.link}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def link(self) -> str:
        """The link of the table, for others."""
        return self.now.link

    @property
    def seat(self) -> int | None:
        """Your seat, counted from 0; None for a spectator."""
        return self.now.seat

    @property
    def info(self) -> protocol.TableInfo:
        """The public information about the table: seats, settings, code, whether a game is running."""
        return self.now.info

    @property
    def view(self) -> View | None:
        """The running or last game as you may see it, a value of the rules; None before the first."""
        return self.now.view

    def change(self, seen: int) -> int:
        """Wait until anything has changed more than ``seen`` times; how often it has."""
        return self._background.run(self.now.change(seen))

    def wait(self, condition: Callable[[], T | None]) -> T:
        """Wait until a condition is neither None nor false, and return it."""
        return self._background.run(self.now.until(condition))

    def turn(self) -> View | None:
        """Wait until you have to choose; None when the game is over."""
        return self._background.run(self.now.turn())

    def play(self, player: Player) -> None:
        """Let a player choose for this seat until the game is over; after a late choice it is asked again."""
        self._background.run(self.now.play(player))

    def choose(self, choice: Choice | str, version: int | None = None) -> None:
        """Make a choice; in the common action again, until everyone has chosen."""
        self._background.run(self.now.choose(choice, version))

    def undo(self) -> None:
        """Take back a choice in the common action, until everyone has chosen."""
        self._background.run(self.now.undo())

    def why(self, choice: Choice | str) -> protocol.Reason | None:
        """Why this choice is not legal; None if it is."""
        return self._background.run(self.now.why(choice))

    def hint(self) -> Advice:
        """Every choice as the coach values it, the best first; Refused where hints are not allowed."""
        return self._background.run(self.now.hint())

    def start(self) -> None:
        """Start now, with bots in the open seats; for the host."""
        self._background.run(self.now.start())

    def leave(self) -> None:
        """Let a bot play on; before the first game the seat becomes free."""
        self._background.run(self.now.leave())

    def rematch(self, wanted: bool = True) -> None:
        """Ask for a rematch, or take the request back."""
        self._background.run(self.now.rematch(wanted))

    def cover(self, seat: int) -> None:
        """Let a bot play now for a person who is away."""
        self._background.run(self.now.cover(seat))

    def say(self, text: str) -> None:
        """Send a line of text to the table."""
        self._background.run(self.now.say(text))

    def react(self, reaction: Reaction) -> None:
        """Send a reaction to the table."""
        self._background.run(self.now.react(reaction))

    def record(self) -> Record:
        """The record of the last game, once it is over."""
        return self._background.run(self.now.record())

    def review(self) -> protocol.GameReview:
        """The review of the last game, once it is over."""
        return self._background.run(self.now.review())

    def verify(self) -> Verdict:
        """Derive the dice or cards of the last game again, and compare them with what you saw before it."""
        return self._background.run(self.now.verify())

    def close(self) -> None:
        """End the connection; the seat stays yours."""
        self._background.run(self.now.close())
