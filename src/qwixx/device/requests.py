"""The requests that a device answers itself: to open a table, to look at one, and to replay a game."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from qwixx.bots.registry import kind_of
from qwixx.device.effects import Operation, RequestAnswer
from qwixx.device.hosted_table import HostedTable
from qwixx.notation import format_record
from qwixx.rules.errors import QwixxError
from qwixx.rules.reasons import Reason
from qwixx.tables import protocol, refusals
from qwixx.tables.credentials import derive_name
from qwixx.tables.game import facts
from qwixx.tables.game.loaded import finished_game
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.game.table import Table
from qwixx.tables.refusals import Refusal, with_problem
from qwixx.tables.replay import bots_of, record_of_text, replay_of
from qwixx.tables.seats import check_new_name
from qwixx.tables.views import reason_message

# Of the names of tables on a device; no server gives such a long one.
NAME_PREFIX = "device-"
TABLE_PATH = re.compile(r"/api/tables/([^/]+)(?:/games/([1-9][0-9]{0,8}))?(?:/(record|replay))?")
OK, CREATED, BAD_REQUEST = 200, 201, 400
JSON, TEXT = "application/json", "text/plain"

T = TypeVar("T")
# Stores the first facts of a table under a name, and takes the table into memory.
Open = Callable[[str, list[facts.AnyFact], float], Operation]


def refused_answer(reason: Reason) -> RequestAnswer:
    """The answer to a refused request."""
    return _json(protocol.Problem(reason_message(reason)), BAD_REQUEST)


class DeviceRequests:
    """Answers requests, by the tables in memory; of others, some could not be read."""

    def __init__(
        self, tables: Mapping[str, HostedTable], unreadable: Collection[str], open_table: Open
    ) -> None:
        self._tables = tables
        self._unreadable = unreadable
        self._open_table = open_table

    def answer(self, method: str, path: str, body: str, at: float) -> Operation:
        """The answer; Refusal if there is none."""
        if (method, path) == ("POST", "/api/tables"):
            return (yield from self._opened(_body(body, protocol.NewTable), at))
        if (method, path) == ("POST", "/api/replay"):
            return _json(_replay_of_text(_body(body, protocol.RecordToReplay).record))
        match = TABLE_PATH.fullmatch(path) if method == "GET" else None
        if match is None:
            raise Refusal(refusals.NO_PAGE)
        name, number, what = match.groups()
        return self._of_table(name, int(number) if number else None, what)

    def _opened(self, new: protocol.NewTable, at: float) -> Operation:
        name = NAME_PREFIX + derive_name(new.key)
        if name not in self._tables:
            yield from self._open_table(name, _first_facts(name, new), at)
        return _json(protocol.Seated(name, self._tables[name].seat), CREATED)

    def _of_table(self, name: str, number: int | None, what: str | None) -> RequestAnswer:
        hosted = self._tables.get(name)
        if hosted is None:
            raise Refusal(refusals.DEVICE_UNREADABLE if name in self._unreadable else refusals.NO_TABLE)
        if what is None:
            return _json(hosted.table.summary())
        number = hosted.table.now.games if number is None else number
        game = finished_game(hosted.game(number), number)
        if what == "record":
            return RequestAnswer(OK, TEXT, format_record(game.state.record()))
        return _json(game.replay())


def _first_facts(name: str, new: protocol.NewTable) -> list[facts.AnyFact]:
    """The facts of a new table for one person and simple bots; Refusal if it cannot be here.

    Hints need the coach, and commitments to the dice need a server.
    """
    bots = [seat.bot for seat in new.seats]
    if bots.count(None) != 1 or new.name is None:
        raise Refusal(refusals.BAD_TABLE(problem="a table on a device is for one person, with bots"))
    for bot in filter(None, bots):
        _check_bot(bot)
    if new.settings.daily is not None:
        raise Refusal(refusals.BAD_TABLE(problem="the dice of a day come from a server"))
    settings = replace(new.settings, hints=False, public=False)
    fact = plan_opening(replace(new, settings=settings))
    check_new_name(new.name, [])
    joining, _ = Table(name, [fact]).plan_join(new.name, face=new.face)
    return [fact, *joining]


def _check_bot(bot: str) -> None:
    try:
        if kind_of(bot)[0].needs_weights:
            raise Refusal(refusals.BAD_BOT(problem="a device has simple bots only"))
    except QwixxError as error:
        if isinstance(error, Refusal):
            raise
        raise Refusal(with_problem(refusals.BAD_BOT, error)) from error


def _replay_of_text(text: str) -> protocol.Replay:
    record = record_of_text(text)
    return replay_of(record, bots_of(record), None, None)


def _body(body: str, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise Refusal(refusals.BAD_MESSAGE(problem=str(error))) from error


def _json(message: object, status: int = OK) -> RequestAnswer:
    return RequestAnswer(status, JSON, protocol.encode(message).decode())
