"""A table on a server: what a seat or a spectator sees, and what it can do."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Self, TypeVar

from qwixx.client.connection import TableConnection
from qwixx.client.contributor import Contributor
from qwixx.client.errors import Refused, Superseded, Unreachable
from qwixx.client.requests import COACH_TIMEOUT_SECONDS, Requests
from qwixx.client.seat_store import StoredSeat
from qwixx.coach.findings import Advice
from qwixx.fairness.verification import Verdict, verify
from qwixx.gameplay import Player, prepare
from qwixx.notation import parse_record
from qwixx.record import Record
from qwixx.rules.choices import Choice
from qwixx.rules.reasons import GAME_OVER
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.view import View
from qwixx.tables import protocol, refusals
from qwixx.tables.chat import Reaction

T = TypeVar("T")
# The first connection; later ones are tried until the table is closed.
ENTERING_SECONDS = 15.0
# Refusals of a choice that came after the decision was made, for example by a bot that covers the seat.
LATE = (refusals.STALE.code, GAME_OVER.code)


class AsyncRemoteTable:
    """One seat at a table, or a place to watch it, kept up to date in the background.

    The connection is opened again whenever it is lost. A command whose answer was lost is sent again only
    if the table shows that it had no effect; `Superseded` says that the game went on without it.
    """

    def __init__(
        self, requests: Requests, name: str, seat: StoredSeat | None, save: Callable[[StoredSeat], None]
    ) -> None:
        self.name = name
        self.link: str = f"{requests.url}/t/{name}"
        """The link of the table, for others."""
        self._requests = requests
        # With it a server ends the connection that this one has lost, and what the network held up there.
        self._page = secrets.token_hex(16)
        self._connection = TableConnection(self._address, seat.secret if seat is not None else None)
        self._contributor: Contributor | None = None
        if seat is not None:
            self._contributor = Contributor(self._connection, seat, save)
            self._connection.on_update = self._contributor.on_update

    def __repr__(self) -> str:
        return f"<AsyncRemoteTable {self.link}>"

    def _address(self, since: int) -> str:
        server = self._requests.url.removeprefix("http")
        address = f"ws{server}/ws/{self.name}?since={since}&page={self._page}"
        if self._contributor is None:
            return f"{address}&watch=1"
        contribution = self._contributor.url_parameter
        return f"{address}&contribute={contribution}" if contribution is not None else address

    async def enter(self) -> Self:
        """Connect, and wait for the first update."""
        self._connection.start()
        try:
            async with asyncio.timeout(ENTERING_SECONDS):
                await self.until(lambda: self._connection.is_open)
        except TimeoutError:
            await self.close()
            problem = self._connection.problem
            why = problem.text if problem is not None else f"no answer within {ENTERING_SECONDS:.0f} seconds"
            raise Unreachable(f"cannot enter {self.link}: {why}") from None
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """End the connection; the seat stays yours."""
        await self._connection.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # State

    @property
    def seat(self) -> int | None:
        """Your seat, counted from 0; None for a spectator."""
        return self._connection.state.seat

    @property
    def private_link(self) -> str | None:
        """Brings you back to your seat from anywhere; as good as its secret."""
        welcome = self._connection.state.welcome
        path = welcome.private_link if welcome is not None else None
        return f"{self._requests.url}{path}" if path is not None else None

    @property
    def has_chat(self) -> bool:
        """Whether chat is enabled."""
        welcome = self._connection.state.welcome
        return welcome is not None and welcome.chat

    @property
    def info(self) -> protocol.TableInfo:
        """The public information about the table: seats, settings, code, whether a game is running."""
        return self._connection.state.info

    @property
    def update(self) -> protocol.Update:
        """The last update as the server sent it."""
        assert self._connection.state.update is not None
        return self._connection.state.update

    @property
    def view(self) -> View | None:
        """The running or last game as you may see it, a value of the rules; None before the first."""
        return self._connection.state.view

    @property
    def rules(self) -> Ruleset:
        """The rules of the game, with the options of the table."""
        return self._connection.state.rules

    @property
    def seconds_left(self) -> float | None:
        """The rest of the time limit of a decision; None without a limit."""
        return self._connection.state.seconds_left

    @property
    def is_connected(self) -> bool:
        """Whether the connection works; otherwise the client is reconnecting."""
        return self._connection.is_open

    @property
    def has_to_choose(self) -> bool:
        """Whether the game waits for you."""
        view = self.view
        return self.info.state == "playing" and view is not None and self.seat in view.to_act

    @property
    def last_seq(self) -> int:
        """The number of the last thing that happened."""
        return self._connection.state.seq

    def happened_since(self, seq: int) -> list[protocol.HappeningWithSeq]:
        """The known happenings after this number, oldest first; the latest 400."""
        return self._connection.state.since(seq)

    # Waiting

    async def change(self, seen: int) -> int:
        """Wait until the table or the connection has changed more than ``seen`` times; how often it has."""
        return await self.until(lambda: self._connection.changes if self._connection.changes > seen else None)

    async def until(self, condition: Callable[[], T | None]) -> T:
        """Wait until a condition is neither None nor false, and return it."""
        return await self._connection.until(condition)

    async def turn(self) -> View | None:
        """Wait until you have to choose; None when the game is over."""
        await self.until(lambda: self.info.state == "over" or self.has_to_choose)
        return self.view if self.has_to_choose else None

    async def play(self, player: Player) -> None:
        """Let a player choose for this seat until the game is over; after a late choice it is asked again."""
        prepared = False
        while (view := await self.turn()) is not None:
            if not prepared:
                await asyncio.to_thread(prepare, player, view.ruleset, len(view.sheets), exact=False)
                prepared = True
            version = self.update.version
            choice = await asyncio.to_thread(player.choose, view)
            try:
                await self.choose(choice, version)
            except Superseded:
                continue
            except Refused as refusal:
                if refusal.reason.code not in LATE:
                    raise
                await self.until(lambda version=version: self.update.version > version)  # type: ignore[misc]

    # Playing

    async def choose(self, choice: Choice | str, version: int | None = None) -> None:
        """Make a choice; in the common action again, until everyone has chosen.

        ``version`` is that of the update it is based on, by default the last one.
        """
        version = self.update.version if version is None else version
        await self._connection.send(protocol.Choose(0, version, str(choice)))

    async def undo(self) -> None:
        """Take back a choice in the common action, until everyone has chosen."""
        await self._connection.send(protocol.Withdraw(0, self.update.version))

    async def why(self, choice: Choice | str) -> protocol.Reason | None:
        """Why this choice is not legal; None if it is."""
        answer = await self._connection.send(protocol.Ask(0, str(choice)))
        assert isinstance(answer, protocol.Answer)
        return answer.reason

    async def hint(self) -> Advice:
        """Every choice as the coach values it, the best first; Refused where hints are not allowed."""
        hinted = await self._connection.send(protocol.Hint(0))
        assert isinstance(hinted, protocol.Hinted)
        return hinted.advice

    async def start(self) -> None:
        """Start now, with bots in the open seats; for the host."""
        await self._connection.send(protocol.Start(0))

    async def leave(self) -> None:
        """Let a bot play on; before the first game the seat becomes free."""
        await self._connection.send(protocol.Leave(0))

    async def rematch(self, wanted: bool = True) -> None:
        """Ask for a rematch, or take the request back."""
        await self._connection.send(protocol.Rematch(0, wanted))

    async def cover(self, seat: int) -> None:
        """Let a bot play now for a person who is away."""
        await self._connection.send(protocol.Cover(0, seat))

    async def say(self, text: str) -> None:
        """Send a line of text to the table."""
        await self._connection.send(protocol.Say(0, text))

    async def react(self, reaction: Reaction) -> None:
        """Send a reaction to the table."""
        await self._connection.send(protocol.React(0, reaction))

    async def send(self, command: protocol.TableCommand) -> None:
        """Any command of the protocol, with any number as its ``id``."""
        await self._connection.send(command)

    # Afterwards

    async def record(self) -> Record:
        """The record of the last game, once it is over."""
        return parse_record(await self._requests.text(f"/api/tables/{self.name}/record"))

    async def review(self) -> protocol.GameReview:
        """The review of the last game, once it is over."""
        path = f"/api/tables/{self.name}/review"
        return await self._requests.get(path, protocol.GameReview, COACH_TIMEOUT_SECONDS)

    async def verify(self) -> Verdict:
        """Derive the dice or cards of the last game again, and compare them with what you saw before it."""
        game = self.info.games_played
        witness = self._contributor.witness(game) if self._contributor is not None else None
        return verify(await self.record(), witness)
