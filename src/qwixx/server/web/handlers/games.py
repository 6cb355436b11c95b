"""Requests about finished games: records, replays, the statistics of their dice."""

import re

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from qwixx.notation import format_record
from qwixx.record import Record
from qwixx.server.limits import RECORD_BYTES
from qwixx.server.web.context import AppContext
from qwixx.server.web.endpoint import body_of
from qwixx.server.web.gate import address_of
from qwixx.server.web.responses import compressed_json, unless_gone
from qwixx.tables import protocol, refusals
from qwixx.tables.game.table import Table
from qwixx.tables.refusals import Refusal

# More games than a table ever has; a longer number would be too large for a database.
GAME_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


async def last_record(context: AppContext, request: Request) -> Response:
    return PlainTextResponse(format_record((await finished_table(context, request)).record()))


async def game_record(context: AppContext, request: Request) -> Response:
    table, number = request.path_params["table"], _number_in(request)
    text = context.replays.text(address_of(request.scope), table, number)
    return PlainTextResponse(await unless_gone(request, text))


async def last_review(context: AppContext, request: Request) -> Response:
    table = await finished_table(context, request)
    record: Record = table.record()
    judged = context.coach.review(address_of(request.scope), table.name, table.now.games, record)
    return compressed_json(request, await unless_gone(request, judged))


async def review_of_text(context: AppContext, request: Request) -> Response:
    asked = await body_of(request, protocol.RecordToReplay, RECORD_BYTES)
    owner = address_of(request.scope)
    record = await context.replays.record_of(owner, asked.record)
    if not record.state.is_over:
        raise Refusal(refusals.NOT_OVER)
    return compressed_json(request, await unless_gone(request, context.coach.review_of(owner, record)))


async def finished_table(context: AppContext, request: Request) -> Table:
    """A table whose game is over; the record of a running game would reveal hidden cards."""
    table = (await context.lobby.find(request.path_params["table"])).aggregate
    if table.now.stage != "over":
        raise Refusal(refusals.NOT_OVER)
    return table


async def last_replay(context: AppContext, request: Request) -> Response:
    games = (await context.lobby.find(request.path_params["table"])).aggregate.now.games
    if games == 0:
        raise Refusal(refusals.NOT_OVER)
    return await _replay(context, request, games)


async def game_replay(context: AppContext, request: Request) -> Response:
    return await _replay(context, request, _number_in(request))


async def replay_of_text(context: AppContext, request: Request) -> Response:
    asked = await body_of(request, protocol.RecordToReplay, RECORD_BYTES)
    data = context.replays.of_text(address_of(request.scope), asked.record)
    return compressed_json(request, await unless_gone(request, data))


async def _replay(context: AppContext, request: Request, number: int) -> Response:
    data = context.replays.of_game(address_of(request.scope), request.path_params["table"], number)
    return compressed_json(request, await unless_gone(request, data))


def _number_in(request: Request) -> int:
    text = request.path_params["number"]
    if GAME_NUMBER.fullmatch(text) is None:
        raise Refusal(refusals.BAD_MESSAGE(problem="games are counted from 1"))
    return int(text)


async def dice_statistics(context: AppContext, request: Request) -> Response:
    return Response(await context.statistics.answer(), media_type="application/json")
