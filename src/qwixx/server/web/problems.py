"""Refusals as answers to requests."""

from starlette.responses import Response

from qwixx.rules.reasons import Reason
from qwixx.server.metrics import METRICS
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import reason_message

STATUS = {
    "no_table": 404,
    "no_page": 404,
    "no_coach": 404,
    "no_daily": 404,
    "no_game": 404,
    "table_full": 409,
    "name_taken": 409,
    "not_over": 409,
    "too_many_tables": 429,
    "too_fast": 429,
    "table_failed": 500,
    "store_failed": 503,
    "coach_busy": 503,
}


def json_answer(message: object, status: int = 200) -> Response:
    return Response(protocol.encode(message), status, media_type="application/json")


def problem(reason: Reason, status: int | None = None) -> Response:
    """What is sent instead of an answer; its status follows from the reason."""
    METRICS.refusals[reason.code] += 1
    return json_answer(protocol.Problem(reason_message(reason)), status or STATUS.get(reason.code, 400))
