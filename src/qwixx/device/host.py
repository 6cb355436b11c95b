"""The host of the tables on a device: the same aggregates, messages and requests as on a server.

It has no clock and no storage. Each method returns effects as JSON: either facts to store, whose outcome goes
to ``resume``, or, when all of them are on disk, messages for pages. Calls do not overlap. Every page of the
browser has its host over the same facts, as every process of a server has over one store.
"""

import random
import traceback
from collections.abc import Callable
from typing import Any, assert_never

from qwixx.device.effects import (
    AppendConflict,
    AppendFailed,
    AppendOutcome,
    AppendStored,
    ConnectionFrame,
    Effects,
    FactsToStore,
    KeptFact,
    Operation,
    RequestAnswer,
    read_facts,
    read_outcome,
)
from qwixx.device.hosted_table import HostedTable
from qwixx.device.requests import DeviceRequests, refused_answer
from qwixx.notation import ParseError
from qwixx.rules.errors import IllegalChoice
from qwixx.rules.reasons import Reason
from qwixx.tables import protocol, refusals
from qwixx.tables.game import facts
from qwixx.tables.protocol import CloseCode
from qwixx.tables.refusals import Refusal
from qwixx.tables.views import reason_message

# Facts are planned again so often after another page was faster.
MAX_ATTEMPTS = 8
# A page and its worker notice each other's end, so heartbeats are rare.
HEARTBEAT_SECONDS = 3600


class DeviceHost:
    """All tables of a device that are in use."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._tables: dict[str, HostedTable] = {}
        self._connections: dict[int, str] = {}
        # Tables that are stored, but could not be read.
        self._unreadable: set[str] = set()
        self._requests = DeviceRequests(self._tables, self._unreadable, self._open)
        self._frames: list[ConnectionFrame] = []
        self._operation: Operation | None = None
        self._operation_table = ""
        self._failure: str | None = None

    # Tables in memory

    def knows(self, table: str) -> bool:
        return table in self._tables

    def load(self, table: str, past: str) -> str:
        """Take a table from storage; nothing if there is none of this name."""
        self._unreadable.discard(table)
        try:
            if found := read_facts(past):
                self._tables[table] = HostedTable(table, found, self._rng)
        except Exception:
            self._fail(table)
        return self._done()

    def load_failed(self, table: str) -> None:
        """Storage could not be read for a table."""
        self._unreadable.add(table)

    def version(self, table: str) -> int:
        """The number of facts that are known of a table."""
        hosted = self._tables.get(table)
        return hosted.table.now.version if hosted is not None else 0

    def catch_up(self, table: str, newer: str, at: float) -> str:
        """Another page has stored facts."""
        hosted = self._tables.get(table)
        try:
            if hosted is not None and hosted.catch_up(read_facts(newer)):
                self._publish(hosted, at)
        except Exception:
            # A page of a newer version may store facts that are unknown here.
            self._fail(table)
        return self._done()

    # Pages

    def request(self, method: str, path: str, body: str, at: float) -> str:
        """A request, as HTTP has it."""
        return self._begin("", self._requests.answer(method, path, body, at))

    def connect(self, connection: int, table: str, since: int, watch: bool, at: float) -> str:
        """A page opens a connection to a table, as it would open a WebSocket."""
        return self._begin(table, self._connect(connection, table, since, watch, at))

    def receive(self, connection: int, text: str, at: float) -> str:
        """A message of a page."""
        return self._begin(self._connections.get(connection, ""), self._receive(connection, text, at))

    def disconnect(self, connection: int, at: float) -> str:
        hosted = self._tables.get(self._connections.pop(connection, ""))
        if hosted is not None:
            del hosted.connections[connection]
            hosted.spectators.discard(connection)
            if all(hosted.seat_of(other) is None for other in hosted.connections):
                hosted.table.presence.leave(hosted.seat, at)
                self._publish(hosted, at)
        return self._done()

    def tick(self, table: str, at: float) -> str:
        """Let time pass at a table."""
        return self._begin(table, self._tick(table, at))

    def resume(self, outcome: str) -> str:
        """The outcome of an append."""
        return self._step(read_outcome(outcome))

    # Carrying out

    def _begin(self, table: str, operation: Operation) -> str:
        self._operation_table, self._operation = table, operation
        return self._step(None)

    def _step(self, outcome: AppendOutcome | None) -> str:
        assert self._operation is not None
        try:
            # The first step of a generator takes nothing.
            append = self._operation.send(outcome)  # type: ignore[arg-type]
        except StopIteration as end:
            return self._done(end.value)
        except Refusal as refusal:
            return self._done(refused_answer(refusal.reason))
        except Exception:
            self._fail(self._operation_table)
            return self._done(refused_answer(refusals.DEVICE_UNREADABLE))
        return protocol.encode(Effects(append)).decode()

    def _done(self, answer: RequestAnswer | None = None) -> str:
        frames, self._frames = tuple(self._frames), []
        failure, self._failure = self._failure, None
        return protocol.encode(Effects(None, frames, answer, failure)).decode()

    def _fail(self, table: str) -> None:
        """Report the error that is being handled, and drop its table: the next connection reads it again."""
        self._failure = traceback.format_exc()
        hosted = self._tables.pop(table, None)
        for connection in hosted.connections if hosted is not None else ():
            del self._connections[connection]
            self._close_unreadable(connection)
        if table:
            self._unreadable.add(table)

    def _close_unreadable(self, connection: int) -> None:
        self._refuse(connection, None, refusals.DEVICE_UNREADABLE)
        self._frames.append(ConnectionFrame(connection, code=CloseCode.UNAVAILABLE))

    def _commit(self, hosted: HostedTable, plan: Callable[[], list[facts.AnyFact]], at: float) -> Operation:
        """Store what is planned, then apply and publish it; Refusal if it cannot be stored."""
        for _ in range(MAX_ATTEMPTS):
            planned = plan()
            if not planned:
                return None
            encoded = tuple(facts.encode(each).decode() for each in planned)
            outcome = yield FactsToStore(hosted.table.name, hosted.next_number, encoded)
            match outcome:
                case AppendStored(stored_at):
                    hosted.add(planned, encoded, stored_at)
                    self._publish(hosted, at)
                    return None
                case AppendConflict(newer):
                    hosted.catch_up(newer)
                    self._publish(hosted, at)
                case AppendFailed(why):
                    raise Refusal(_why_not_stored(why))
                case _:
                    assert_never(outcome)
        raise Refusal(refusals.DEVICE_FAILED)

    def _open(self, name: str, opening: list[facts.AnyFact], at: float) -> Operation:
        """Store the first facts of a table; if another page was faster with the same key, take its table."""
        encoded = tuple(facts.encode(each).decode() for each in opening)
        outcome = yield FactsToStore(name, 1, encoded)
        match outcome:
            case AppendStored(stored_at):
                past = [KeptFact(each, stored_at) for each in encoded]
                self._tables[name] = HostedTable(name, past, self._rng)
            case AppendConflict(newer):
                self._tables[name] = HostedTable(name, newer, self._rng)
            case AppendFailed(why):
                raise Refusal(_why_not_stored(why))
            case _:
                assert_never(outcome)
        return None

    def _connect(self, connection: int, table: str, since: int, watch: bool, at: float) -> Operation:
        hosted = self._tables.get(table)
        if hosted is None and table in self._unreadable:
            self._close_unreadable(connection)
            return None
        if hosted is None:
            self._refuse(connection, None, refusals.NO_TABLE)
            self._frames.append(ConnectionFrame(connection, code=CloseCode.NO_TABLE))
            return None
        self._connections[connection] = table
        hosted.connections[connection] = since
        if watch:
            hosted.spectators.add(connection)
        seat = hosted.seat_of(connection)
        self._send(connection, protocol.Welcome(protocol.PROTOCOL, seat, None, 0, False, HEARTBEAT_SECONDS))
        before = hosted.table.now
        if len(hosted.connections) == 1:
            # No page has shown the open decisions until now.
            hosted.table.restart_decision_clock(at)
        if seat is not None:
            hosted.table.presence.arrive(seat)
            try:
                yield from self._commit(hosted, lambda: hosted.table.plan_arrival(seat), at)
            except Refusal as refusal:
                # The person gets the seat back with the first command.
                self._refuse(connection, None, refusal.reason)
        if hosted.table.now is before:
            self._publish(hosted, at)
        return None

    def _receive(self, connection: int, text: str, at: float) -> Operation:
        hosted = self._tables.get(self._connections.get(connection, ""))
        if hosted is None:
            return None
        try:
            message = hosted.table.read(text)
        except protocol.ProtocolError as error:
            self._refuse(connection, protocol.message_id(text), refusals.BAD_MESSAGE(problem=str(error)))
            return None
        try:
            yield from self._handle(hosted, connection, message, at)
        except (Refusal, IllegalChoice) as refusal:
            self._refuse(connection, message.id, refusal.reason)
        except ParseError as error:
            self._refuse(connection, message.id, refusals.BAD_MESSAGE(problem=error.problem))
        except Exception:
            # Without an answer the page would send it again to the table as it is read next.
            self._refuse(connection, message.id, refusals.DEVICE_UNREADABLE)
            raise
        return None

    def _handle(
        self, hosted: HostedTable, connection: int, message: protocol.TableMessage, at: float
    ) -> Operation:
        table, seat = hosted.table, hosted.seat_of(connection)
        match message:
            case protocol.Ping():
                self._send(connection, protocol.Pong(message.id))
            case protocol.Ask():
                self._send(connection, table.answer(seat, message))
            case protocol.Hint():
                table.to_advise(seat)
                raise Refusal(refusals.NO_HINTS)
            case _:
                if isinstance(message, protocol.ChatCommand):
                    raise Refusal(refusals.NO_CHAT)
                yield from self._commit(hosted, lambda: table.plan(seat, message), at)
                self._send(connection, protocol.Done(message.id, table.now.version))
        return None

    def _tick(self, name: str, at: float) -> Operation:
        hosted = self._tables.get(name)
        if hosted is None or not hosted.connections:
            return None
        if hosted.table.notice(at):
            self._publish(hosted, at)
        try:
            yield from self._commit(hosted, lambda: hosted.table.plan_tick(at), at)
        except Refusal:
            return None  # the next command of the player reports it
        return None

    # Sending

    def _publish(self, hosted: HostedTable, at: float) -> None:
        broadcast, last = hosted.table.broadcast(at), hosted.table.now.last_seq
        for connection, since in hosted.connections.items():
            update = broadcast.update(hosted.seat_of(connection), since)
            self._frames.append(ConnectionFrame(connection, update.decode()))
            hosted.connections[connection] = last

    def _send(self, connection: int, message: Any) -> None:
        self._frames.append(ConnectionFrame(connection, protocol.encode(message).decode()))

    def _refuse(self, connection: int, number: int | None, reason: Reason) -> None:
        self._send(connection, protocol.Refused(number, reason_message(reason)))


def _why_not_stored(why: str) -> Reason:
    return refusals.DEVICE_FULL if why == "full" else refusals.DEVICE_FAILED
