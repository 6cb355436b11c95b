"""Requests to the coach: advice, puzzles, and the daily games."""

import re

from starlette.requests import Request
from starlette.responses import Response

from qwixx.daily import FIRST_DAY, day_at, puzzle_of, seconds_left
from qwixx.rules.ruleset import RULESETS
from qwixx.server.coach import SEEDS
from qwixx.server.limits import PAD_BYTES
from qwixx.server.web.context import AppContext
from qwixx.server.web.endpoint import body_of
from qwixx.server.web.gate import address_of
from qwixx.server.web.responses import json_answer, unless_gone
from qwixx.tables import protocol, refusals
from qwixx.tables.pad.position import position_asked
from qwixx.tables.refusals import Refusal

SEED = re.compile(r"[0-9]{1,10}")


async def advise_pad(context: AppContext, request: Request) -> Response:
    asked = await body_of(request, protocol.PadQuestion, PAD_BYTES)
    advice = context.coach.advise(address_of(request.scope), position_asked(asked), asked.seat)
    return json_answer(await unless_gone(request, advice))


async def puzzle(context: AppContext, request: Request) -> Response:
    game, seed = request.query_params.get("game", ""), request.query_params.get("seed")
    if game not in RULESETS:
        raise Refusal(refusals.BAD_MESSAGE(problem=f"game is one of {', '.join(RULESETS)}"))
    if seed is not None and not (SEED.fullmatch(seed) and int(seed) < SEEDS):
        raise Refusal(refusals.BAD_MESSAGE(problem=f"seed is a number from 0 to {SEEDS - 1}"))
    number = None if seed is None else int(seed)
    data = await unless_gone(request, context.coach.puzzle(address_of(request.scope), game, number))
    return Response(data, media_type="application/json")


async def daily_deal(context: AppContext, request: Request) -> Response:
    """The requested day, or today."""
    now = context.lobby.calendar.now()
    today = day_at(now)
    day = request.path_params.get("date", today)
    context.lobby.calendar.check_day(day)
    game, seed = puzzle_of(day)
    return json_answer(
        protocol.DailyDeal(
            date=day,
            today=today,
            first=FIRST_DAY,
            seconds_left=seconds_left(now),
            puzzle_game=game,
            puzzle_seed=seed,
        )
    )


async def daily_par(context: AppContext, request: Request) -> Response:
    day = request.path_params["date"]
    context.lobby.calendar.check_day(day)
    answer = context.coach.daily_par(address_of(request.scope), day)
    return Response(await unless_gone(request, answer), media_type="application/json")
