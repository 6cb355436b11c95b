"""HTTP responses: JSON, refusals with their status, and the cookie with the secret of a seat."""

import asyncio
import gzip
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from qwixx.rules.reasons import Reason
from qwixx.server.metrics import METRICS
from qwixx.tables import protocol, refusals
from qwixx.tables.credentials import SECRET, TABLE_NAME
from qwixx.tables.refusals import Refusal
from qwixx.tables.views import reason_message

T = TypeVar("T")

COOKIE_NAME = "seat"
COOKIE_SECONDS = 30 * 24 * 3600
# A browser has one cookie for a table; others of the same name may have another path.
TRIED_AT_ONCE = 4
# Every refusal by its HTTP status, also those that so far only a WebSocket sends.
BY_STATUS: dict[int, tuple[Reason, ...]] = {
    400: (
        refusals.ALREADY_CONTRIBUTED,
        refusals.ALREADY_STARTED,
        refusals.BAD_BOT,
        refusals.BAD_MESSAGE,
        refusals.BAD_NAME,
        refusals.BAD_RECORD,
        refusals.BAD_TABLE,
        refusals.BAD_TEXT,
        refusals.CHAT_LIMIT,
        refusals.FACE_TAKEN,
        refusals.MARK_NUMBER,
        refusals.SEAT_NOT_TAKEN,
        refusals.NOTHING_TO_CHOOSE,
        refusals.NOTHING_TO_CLOSE,
        refusals.NOTHING_TO_UNDO,
        refusals.NOT_AWAY,
        refusals.NOT_HOST,
        refusals.NOT_SAME_ROLL,
        refusals.NOT_SEATED,
        refusals.NOT_STARTED,
        refusals.NO_CHAT,
        refusals.NO_COMMITMENT,
        refusals.NO_EARLIER_GAME,
        refusals.NO_HINTS,
        refusals.NO_POSITION,
        refusals.NO_ROLL,
        refusals.PENALTIES_FULL,
        refusals.SHEETS_UNKNOWN,
        refusals.STALE,
        refusals.STILL_WAITING,
        refusals.TOO_LATE,
        refusals.TOO_MANY_MARKS,
    ),
    404: (
        refusals.NO_CODE,
        refusals.NO_COACH,
        refusals.NO_DAILY,
        refusals.NO_GAME,
        refusals.NO_PAGE,
        refusals.NO_TABLE,
        refusals.ONLY_HERE,
    ),
    409: (refusals.NAME_TAKEN, refusals.NOT_OVER, refusals.TABLE_FULL),
    429: (refusals.TOO_FAST, refusals.TOO_MANY_CODES, refusals.TOO_MANY_TABLES),
    500: (refusals.TABLE_FAILED,),
    503: (
        refusals.COACH_BUSY,
        refusals.DEVICE_FAILED,
        refusals.DEVICE_FULL,
        refusals.DEVICE_UNREADABLE,
        refusals.STORE_FAILED,
        refusals.STORE_UNSURE,
    ),
}
STATUS: dict[str, int] = {reason.code: status for status, reasons in BY_STATUS.items() for reason in reasons}


def json_answer(message: object, status: int = 200) -> Response:
    return Response(protocol.encode(message), status, media_type="application/json")


def problem(reason: Reason, status: int | None = None) -> Response:
    """The response to a refused request; by default its status follows from the reason."""
    METRICS.refusals[reason.code] += 1
    return json_answer(protocol.Problem(reason_message(reason)), status or STATUS[reason.code])


def compressed_json(request: Request, data: bytes) -> Response:
    """A response of gzipped JSON, unpacked for clients that do not accept gzip."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(data), media_type="application/json")
    return Response(data, media_type="application/json", headers={"Content-Encoding": "gzip"})


async def unless_gone(request: Request, answer: Coroutine[Any, Any, T]) -> T:
    """The answer, cancelled when the client disconnects."""
    answering = asyncio.create_task(answer)
    leaving = asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            raise Refusal(refusals.COACH_BUSY)
        return answering.result()
    except asyncio.CancelledError:
        # The server is shutting down; without a response it would log an error.
        raise Refusal(refusals.COACH_BUSY) from None
    finally:
        answering.cancel()
        leaving.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


# The cookie of a seat: one for each table, sent to that table's WebSocket and nowhere else


def secrets_in(headers: Sequence[str]) -> list[str]:
    """The secrets that a browser sends for a table, in the order in which they are to be tried.

    A cookie with a shorter path is sent after the table's own: so there may be several of one name, and the
    last is not the right one.
    """
    pairs = [pair.strip().partition("=") for header in headers for pair in header.split(";")]
    found = [value for name, _, value in pairs if name == COOKIE_NAME and SECRET.fullmatch(value)]
    return list(dict.fromkeys(found))[:TRIED_AT_ONCE]


def set_secret(response: Response, table: str, secret: str, *, is_secure: bool) -> None:
    """Set the cookie; table and secret are not escaped in the header, so they are checked."""
    if TABLE_NAME.fullmatch(table) is None or SECRET.fullmatch(secret) is None:
        raise ValueError("a table or a secret that no cookie can have")
    response.set_cookie(
        COOKIE_NAME,
        secret,
        path=f"/ws/{table}",
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=is_secure,
    )
