"""The WebSocket to one table: opened again until it is closed, with the commands that wait for an answer."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar, assert_never

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from qwixx.client.command_outcome import CommandOutcome, outcome_of_command
from qwixx.client.errors import (
    ConnectionLost,
    NoSuchTable,
    OutdatedClient,
    Refused,
    Superseded,
    Unreachable,
)
from qwixx.client.state import RemoteState
from qwixx.rules.errors import InputError, QwixxError
from qwixx.tables import protocol
from qwixx.tables.protocol import CloseCode

T = TypeVar("T")
Reply = protocol.Done | protocol.Answer | protocol.Hinted

# Seconds in which a question of any kind is answered, if the connection works.
ANSWER_TIMEOUT = 3.0
HINT_TIMEOUT = 120.0
OPENING_TIMEOUT = 10.0
DEFAULT_HEARTBEAT_SECONDS = 20.0

# Stands for a missing close code.
ABNORMAL = 1006
FIRST_DELAY, LONGEST_DELAY, VIOLATION_DELAY = 0.2, 2.5, 5.0
JITTER_SECONDS = 1.5

_decode = msgspec.json.Decoder[protocol.ServerMessage](protocol.ServerMessage).decode


def reconnect_delay(code: int, failures: int, jitter: float) -> float:
    """The seconds before the next attempt; ``jitter`` is a random number from 0 to 1."""
    delay = (
        VIOLATION_DELAY
        if code == CloseCode.POLICY_VIOLATION
        else min(FIRST_DELAY * 2**failures, LONGEST_DELAY)
    )
    usual = delay * (0.8 + jitter * 0.4)
    # All clients were disconnected at the same moment, and would reconnect at the same moment.
    return max(usual, jitter * JITTER_SECONDS) if code in (CloseCode.RESTART, CloseCode.TRY_AGAIN) else usual


@dataclass(eq=False)
class Pending:
    """A command without an answer, and what is needed to find out its outcome."""

    message: protocol.TableMessage
    choice: protocol.Choice | None
    # The last number known when it was sent.
    seq: int
    future: "asyncio.Future[Reply]"
    is_resent: bool = False
    timer: asyncio.TimerHandle | None = field(default=None, repr=False)

    def settle(self, outcome: Reply | Exception) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if self.future.done():
            return
        if isinstance(outcome, Exception):
            self.future.set_exception(outcome)
        else:
            self.future.set_result(outcome)


class TableConnection:
    """Keeps ``state`` up to date until it is closed, or fails for good with ``error``."""

    def __init__(self, address: Callable[[int], str], secret: str | None) -> None:
        self.state: RemoteState = RemoteState()
        self.is_open: bool = False
        # The number of changes so far.
        self.changes: int = 0
        self.error: QwixxError | None = None
        # The reason of the lost connection, if the server named one.
        self.problem: protocol.Reason | None = None
        self.on_update: Callable[[protocol.Update], None] = lambda update: None
        self._address = address
        self._headers = {"Cookie": f"seat={secret}"} if secret is not None else {}
        self._socket: ClientConnection | None = None
        self._running: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._heartbeat = DEFAULT_HEARTBEAT_SECONDS
        self._failures = 0
        self._number = 0
        self._pending: dict[int, Pending] = {}
        # Commands that wait until the table shows their outcome.
        self._unsettled: list[Pending] = []

    def start(self) -> None:
        self._running = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])
        self._end(None)

    def drop(self) -> None:
        """Lose the connection now: it is opened again."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def until(self, condition: Callable[[], T | None]) -> T:
        """Wait until a condition is neither None nor false, and return it."""
        while True:
            met = condition()
            if met is not None and met is not False:
                return met
            if self.error is not None:
                raise self.error
            await self._changed.wait()

    def _notify(self) -> None:
        self.changes += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    # The socket

    async def _run(self) -> None:
        try:
            while True:
                code = await self._run_once()
                self.is_open = False
                self._suspend()
                if code == CloseCode.NO_TABLE:
                    raise NoSuchTable("the server has no such table, or has deleted it")
                self._notify()
                await asyncio.sleep(reconnect_delay(code, self._failures, random.random()))
                self._failures += 1
        except QwixxError as error:
            self._end(error)

    def _end(self, error: QwixxError | None) -> None:
        self.error = error or self.error or Unreachable("the connection to the table was closed")
        self.is_open = False
        for pending in [*self._pending.values(), *self._unsettled]:
            pending.settle(ConnectionLost())
        self._pending.clear()
        self._unsettled.clear()
        self._notify()

    async def _run_once(self) -> int:
        """Connect and listen to the end of this connection; its close code."""
        try:
            async with connect(
                self._address(self.state.seq),
                additional_headers=self._headers,
                compression=None,
                ping_interval=None,
                open_timeout=OPENING_TIMEOUT,
                close_timeout=1,
            ) as self._socket:
                while True:
                    await self._on_message(await self._next(self._socket))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else ABNORMAL
        except (OSError, TimeoutError, WebSocketException):
            return ABNORMAL
        finally:
            self._socket = None

    async def _next(self, socket: ClientConnection) -> str:
        """The next text; after a silence the server is asked whether it is still there."""
        try:
            async with asyncio.timeout(self._heartbeat):
                return await socket.recv(decode=True)
        except TimeoutError:
            await socket.send(protocol.encode(protocol.Ping(0)), text=True)
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                return await socket.recv(decode=True)
        except TimeoutError:
            # A closing handshake would only wait for the same silence.
            socket.transport.abort()
            raise

    # Messages

    async def _on_message(self, text: str) -> None:
        try:
            message = _decode(text)
        except msgspec.DecodeError as error:
            raise OutdatedClient(f"the server sent what this version cannot read: {error}") from error
        match message:
            case protocol.Welcome():
                self._on_welcome(message)
            case protocol.Update():
                await self._update(message)
            case protocol.Done() | protocol.Answer() | protocol.Hinted() | protocol.Refused():
                await self._settle(message)
            case protocol.PadUpdate():
                raise InputError("this is a score pad, not a table")
            case protocol.Pong():
                pass
            case _:
                assert_never(message)

    def _on_welcome(self, welcome: protocol.Welcome) -> None:
        if welcome.protocol != protocol.PROTOCOL:
            raise OutdatedClient(
                f"the server speaks version {welcome.protocol} of the protocol, and this client version"
                f" {protocol.PROTOCOL}: install the same version of qwixx"
            )
        self._heartbeat = welcome.heartbeat_seconds
        self.state.welcome = welcome

    async def _update(self, update: protocol.Update) -> None:
        self.state.take(update)
        # A welcome alone does not count: a table may turn out to be unusable after it.
        self.is_open, self._failures, self.problem = True, 0, None
        waiting, self._unsettled = self._unsettled, []
        for pending in waiting:
            await self._resume(pending)
        self.on_update(update)
        self._notify()

    # Commands

    async def send(self, message: protocol.TableMessage) -> Reply:
        """Send a message and wait for its answer; Refused, Superseded or ConnectionLost if there is none.

        A command that may have arrived when the connection was lost waits for the next connection, and is
        sent again only if the table shows that it had no effect.
        """
        if self.error is not None:
            raise self.error
        choice = self.state.choice_named(message.choice) if isinstance(message, protocol.Choose) else None
        pending = Pending(message, choice, self.state.seq, asyncio.get_running_loop().create_future())
        if self.is_open:
            await self._post(pending)
        else:
            self._keep(pending)
        return await pending.future

    def _keep(self, pending: Pending) -> None:
        """Keep a command until its outcome is known; a question or a contribution is up to its caller."""
        message = pending.message
        if isinstance(message, protocol.TableCommand) and not isinstance(message, protocol.Contribute):
            self._unsettled.append(pending)
        else:
            pending.settle(ConnectionLost())

    async def _post(self, pending: Pending) -> None:
        assert self._socket is not None
        self._number += 1
        self._pending[self._number] = pending
        patience = HINT_TIMEOUT if isinstance(pending.message, protocol.Hint) else ANSWER_TIMEOUT
        pending.timer = asyncio.get_running_loop().call_later(patience, self.drop)
        numbered = msgspec.structs.replace(pending.message, id=self._number)
        with suppress(ConnectionClosed):
            await self._socket.send(protocol.encode(numbered), text=True)

    def _suspend(self) -> None:
        """The connection is lost: commands without an answer wait for the next one."""
        pending, self._pending = self._pending, {}
        for each in pending.values():
            if each.timer is not None:
                each.timer.cancel()
            self._keep(each)

    async def _resume(self, pending: Pending, *, is_stale: bool = False) -> None:
        """Settle a command whose answer was lost with the connection, or send it again."""
        assert isinstance(pending.message, protocol.TableCommand)
        now = self.state.now(self.state.since(pending.seq))
        outcome = outcome_of_command(pending.message, pending.choice, now)
        if outcome is CommandOutcome.DONE:
            assert self.state.update is not None
            pending.settle(protocol.Done(0, self.state.update.version))
        elif outcome is CommandOutcome.OPEN and not is_stale:
            pending.is_resent = True
            await self._post(pending)
        else:
            pending.settle(Superseded())

    async def _settle(self, reply: Reply | protocol.Refused) -> None:
        if reply.id is None:
            assert isinstance(reply, protocol.Refused)
            self.problem = reply.reason
            self._notify()
            return
        pending = self._pending.pop(reply.id, None)
        if pending is None:
            return
        if not isinstance(reply, protocol.Refused):
            pending.settle(reply)
        elif pending.is_resent and reply.reason.code == "stale":
            # Between the update and the command that was sent again the game may have gone on.
            await self._resume(pending, is_stale=True)
        else:
            pending.settle(Refused(reply.reason))
