"""What is answered about games to look at again."""

import re

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from qwixx.server import refusals
from qwixx.server.limits import RECORD_BYTES
from qwixx.server.refusals import Refusal
from qwixx.server.web.endpoints import body_of, compressed_json
from qwixx.server.web.gate import address_of
from qwixx.server.web.shared import Server
from qwixx.server.wire import protocol

# More games than a table ever has; a longer number would be too large for a database.
NUMBER = re.compile(r"[1-9][0-9]{0,8}")


async def last_replay(server: Server, request: Request) -> Response:
    """The last game of a table."""
    games = (await server.lobby.find(request.path_params["table"])).table.now.games
    if games == 0:
        raise Refusal(refusals.NOT_OVER)
    return await _replay(server, request, games)


async def game_replay(server: Server, request: Request) -> Response:
    return await _replay(server, request, _number_in(request))


async def game_record(server: Server, request: Request) -> Response:
    table, number = request.path_params["table"], _number_in(request)
    return PlainTextResponse(await server.replays.text(address_of(request.scope), table, number))


async def replay_text(server: Server, request: Request) -> Response:
    """A record that somebody has."""
    asked = await body_of(request, protocol.RecordToReplay, RECORD_BYTES)
    data = await server.replays.of_text(address_of(request.scope), asked.record)
    return compressed_json(request, data)


async def _replay(server: Server, request: Request, number: int) -> Response:
    data = await server.replays.of_game(address_of(request.scope), request.path_params["table"], number)
    return compressed_json(request, data)


def _number_in(request: Request) -> int:
    text = request.path_params["number"]
    if NUMBER.fullmatch(text) is None:
        raise Refusal(refusals.BAD_MESSAGE(problem="games are counted from 1"))
    return int(text)
