"""Refusals as HTTP responses."""

from starlette.responses import Response

from qwixx.rules.reasons import Reason
from qwixx.server.metrics import METRICS
from qwixx.tables import protocol, refusals
from qwixx.tables.views import reason_message

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
