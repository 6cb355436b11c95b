"""Requests about tables and score pads: open, find, join."""

import asyncio
import io
from functools import lru_cache

import segno
from starlette.requests import Request
from starlette.responses import Response

from qwixx.server.web.context import AppContext
from qwixx.server.web.endpoint import body_of
from qwixx.server.web.gate import address_of
from qwixx.server.web.responses import json_answer, set_secret
from qwixx.server.web.site import reachable_base, reachable_link
from qwixx.tables import protocol, refusals
from qwixx.tables.codes import typed_code
from qwixx.tables.credentials import NewSecret
from qwixx.tables.refusals import Refusal

# The refusal quotes at most this much of an invalid code.
LONGEST_CODE = 12


async def open_table(context: AppContext, request: Request) -> Response:
    with context.address_limits.opening(address_of(request.scope)):
        new = await body_of(request, protocol.NewTable)
        if new.name is None:
            return json_answer(protocol.Seated(await context.lobby.open_empty_table(new), None), 201)
        name, secret = await context.lobby.open_table(new)
    table = (await context.lobby.find(name)).aggregate
    return _seated(context, request, name, secret, table.info().commitments)


async def public_tables(context: AppContext, request: Request) -> Response:
    return json_answer(await context.public_tables.listed())


async def join_table(context: AppContext, request: Request) -> Response:
    name = request.path_params["table"]
    join = await body_of(request, protocol.Join)
    room = await context.lobby.find(name)
    table = room.aggregate
    secret = await room.join(lambda: table.plan_join(join.name, join.contributes, join.key, join.face))
    return _seated(context, request, name, secret, table.info().commitments)


async def summary(context: AppContext, request: Request) -> Response:
    room = await context.lobby.find(request.path_params["table"])
    return json_answer(room.aggregate.summary())


async def find_by_code(context: AppContext, request: Request) -> Response:
    typed = request.path_params["code"]
    with context.address_limits.trying_code(address_of(request.scope)):
        known = typed_code(typed)
        if known is None:
            raise Refusal(refusals.NO_CODE(code=typed[:LONGEST_CODE]))
        return json_answer(protocol.FoundTable(await context.lobby.find_by_code(known)))


async def open_pad(context: AppContext, request: Request) -> Response:
    with context.address_limits.opening(address_of(request.scope)):
        new = await body_of(request, protocol.NewPad)
        name, secret = await context.lobby.open_pad(new)
    return _seated(context, request, name, secret)


async def join_pad(context: AppContext, request: Request) -> Response:
    name = request.path_params["table"]
    join = await body_of(request, protocol.JoinPad)
    room = await context.lobby.find_pad(name)
    secret = await room.join(lambda: room.aggregate.plan_join(join.name, join.key))
    return _seated(context, request, name, secret)


def _seated(
    context: AppContext,
    request: Request,
    name: str,
    secret: NewSecret,
    commitments: tuple[protocol.Commitment, ...] = (),
) -> Response:
    response = json_answer(protocol.Seated(name, secret.seat, commitments), 201)
    set_secret(response, name, secret.secret, is_secure=context.site.is_secure(request.url.scheme))
    return response


async def reachable_address(context: AppContext, request: Request) -> Response:
    return json_answer(protocol.Address(await reachable_base(context.site, request)))


async def qr_code(context: AppContext, request: Request) -> Response:
    room = await context.lobby.find_any(request.path_params["table"])
    link = await reachable_link(context.site, request, room.aggregate.path)
    # It takes some milliseconds, which would block the event loop.
    svg = await asyncio.to_thread(_qr_svg, link)
    return Response(svg, media_type="image/svg+xml")


@lru_cache(maxsize=256)
def _qr_svg(link: str) -> bytes:
    svg = io.BytesIO()
    # Any mask can be read; finding the best of the eight takes five times as long.
    segno.make(link, micro=False, mask=2).save(svg, kind="svg", scale=6, border=2, light="#fff")
    return svg.getvalue()
