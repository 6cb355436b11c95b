"""What is answered to requests about a day."""

from typing import cast

from starlette.requests import Request
from starlette.responses import Response

from qwixx.daily.days import FIRST_DAY, day_at, seconds_left
from qwixx.daily.puzzle import puzzle_of
from qwixx.server.web.endpoints import unless_gone
from qwixx.server.web.gate import address_of
from qwixx.server.web.problems import json_answer
from qwixx.server.web.shared import Server
from qwixx.server.wire import protocol


async def deal(server: Server, request: Request) -> Response:
    """The day that is asked for, or today."""
    now = server.lobby.now()
    today = day_at(now)
    day = request.path_params.get("date", today)
    server.lobby.check_day(day)
    game, seed = puzzle_of(day)
    return json_answer(
        protocol.DailyDeal(
            date=day,
            today=today,
            first=FIRST_DAY,
            seconds_left=seconds_left(now),
            puzzle_game=cast(protocol.GameName, game),
            puzzle_seed=seed,
        )
    )


async def par(server: Server, request: Request) -> Response:
    day = request.path_params["date"]
    server.lobby.check_day(day)
    answer = server.coach.daily_par(address_of(request.scope), day)
    return Response(await unless_gone(request, answer), media_type="application/json")
