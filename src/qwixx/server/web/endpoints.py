"""What is answered to requests: pages, tables, and what the coach says."""

import asyncio
import gzip
import io
import logging
import re
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from qwixx.notation import format_record
from qwixx.rules.ruleset import RULESETS
from qwixx.server import refusals
from qwixx.server.journal import line
from qwixx.server.limits import BODY_BYTES, PAD_BYTES
from qwixx.server.pads.question import position_asked
from qwixx.server.refusals import Refusal
from qwixx.server.rooms.room import Room
from qwixx.server.rooms.trouble import TableFailed
from qwixx.server.stores.store import StoreError
from qwixx.server.tables.sitting import NewSecret
from qwixx.server.tables.table import Table
from qwixx.server.thinking.coach import SEEDS
from qwixx.server.web.cookies import move_legacy, set_secret
from qwixx.server.web.gate import address_of
from qwixx.server.web.openapi import document
from qwixx.server.web.page import page_response
from qwixx.server.web.problems import json_answer, problem
from qwixx.server.web.shared import Server
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import glance

log = logging.getLogger(__name__)

NO_UPGRADE = (
    "Games are played over a WebSocket, and this request did not ask for one. If a browser did, a proxy in"
    " between has to pass the headers Connection and Upgrade on."
)

T = TypeVar("T")
Handler = Callable[[Server, Request], Awaitable[Response]]


def answering(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """The handler with refusals turned into answers."""

    async def endpoint(request: Request) -> Response:
        try:
            return await handler(request.app.state.server, request)
        except (Refusal, TableFailed) as refusal:
            return problem(refusal.reason)
        except StoreError:
            return problem(refusals.STORE_FAILED)

    return endpoint


# Tables


async def body_of(request: Request, kind: type[T], longest: int = BODY_BYTES) -> T:
    """The request's body as a message of the protocol."""
    # A page of another site could send any type but this one without being asked first.
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(refusals.BAD_MESSAGE(problem="its Content-Type is not application/json"))
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > longest:
            raise Refusal(refusals.BAD_MESSAGE(problem=f"it is longer than {longest} bytes"))
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal(refusals.BAD_MESSAGE(problem=str(error))) from error


async def tables(server: Server, request: Request) -> Response:
    return await (open_table if request.method == "POST" else public_tables)(server, request)


async def open_table(server: Server, request: Request) -> Response:
    with server.visitors.opening(address_of(request.scope)):
        new = await body_of(request, protocol.NewTable)
        table, secret = await server.lobby.open_table(new)
    room = await server.lobby.find(table)
    return _seated(server, request, table, secret, room.table.info().commitments)


async def public_tables(server: Server, request: Request) -> Response:
    return json_answer(await server.public_tables.listed())


async def open_pad(server: Server, request: Request) -> Response:
    with server.visitors.opening(address_of(request.scope)):
        new = await body_of(request, protocol.NewPad)
        pad, secret = await server.lobby.open_pad(new)
    return _seated(server, request, pad, secret)


async def advise_pad(server: Server, request: Request) -> Response:
    """What the coach would do on a pad that only its own device knows."""
    asked = await body_of(request, protocol.PadQuestion, PAD_BYTES)
    advice = server.coach.advise(address_of(request.scope), position_asked(asked), asked.seat)
    return json_answer(await unless_gone(request, advice))


async def join_table(server: Server, request: Request) -> Response:
    table = request.path_params["table"]
    join = await body_of(request, protocol.Join)
    room = await server.lobby.find(table)
    secret = await room.join(join.name, join.contributes, join.key)
    return _seated(server, request, table, secret, room.table.info().commitments)


async def join_pad(server: Server, request: Request) -> Response:
    pad = request.path_params["table"]
    join = await body_of(request, protocol.JoinPad)
    room = await server.lobby.find_pad(pad)
    return _seated(server, request, pad, await room.join(join.name, join.key))


def _seated(
    server: Server,
    request: Request,
    table: str,
    secret: NewSecret,
    commitments: tuple[protocol.Commitment, ...] = (),
) -> Response:
    response = json_answer(protocol.Seated(table, secret.seat, commitments), 201)
    set_secret(response, table, secret.secret, is_secure=server.site.is_secure(request.url.scheme))
    return response


async def table_info(server: Server, request: Request) -> Response:
    table = (await server.lobby.find(request.path_params["table"])).table
    return json_answer(glance(table.info(), table.now.state, table.now.turn))


async def qr_code(server: Server, request: Request) -> Response:
    room = await server.lobby.find_any(request.path_params["table"])
    link = server.site.link(str(request.base_url), room.table.path)
    # Takes some milliseconds, which the event loop shall not wait for.
    svg = await asyncio.to_thread(_qr_svg, link)
    return Response(svg, media_type="image/svg+xml")


@lru_cache(maxsize=256)
def _qr_svg(link: str) -> bytes:
    svg = io.BytesIO()
    # Any mask can be read; to find the best of the eight takes five times as long.
    segno.make(link, micro=False, mask=2).save(svg, kind="svg", scale=6, border=2, light="#fff")
    return svg.getvalue()


# Games that are over, and puzzles


async def record(server: Server, request: Request) -> Response:
    room = await _finished(server, request)
    return PlainTextResponse(await asyncio.to_thread(_text_of, room.table))


def _text_of(table: Table) -> str:
    return format_record(table.record())


async def review(server: Server, request: Request) -> Response:
    """The last game, judged."""
    table = (await _finished(server, request)).table
    game = await asyncio.to_thread(table.record)
    judged = server.coach.review(address_of(request.scope), table.name, table.now.games, game)
    return compressed_json(request, await unless_gone(request, judged))


def compressed_json(request: Request, data: bytes) -> Response:
    """Compressed JSON as it is, except to programs that cannot unpack it."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(data), media_type="application/json")
    return Response(data, media_type="application/json", headers={"Content-Encoding": "gzip"})


async def _finished(server: Server, request: Request) -> Room:
    """A table whose game is over; while it is running its record would give hidden cards away."""
    room = await server.lobby.find(request.path_params["table"])
    if room.table.now.state is None or not room.table.now.state.is_over:
        raise Refusal(refusals.NOT_OVER)
    return room


async def puzzle(server: Server, request: Request) -> Response:
    game, seed = request.query_params.get("game", ""), request.query_params.get("seed")
    if game not in RULESETS:
        raise Refusal(refusals.BAD_MESSAGE(problem=f"game is one of {', '.join(RULESETS)}"))
    if seed is not None and not (re.fullmatch(r"[0-9]{1,10}", seed) and int(seed) < SEEDS):
        raise Refusal(refusals.BAD_MESSAGE(problem=f"seed is a number from 0 to {SEEDS - 1}"))
    number = None if seed is None else int(seed)
    data = await unless_gone(request, server.coach.puzzle(address_of(request.scope), game, number))
    return Response(data, media_type="application/json")


async def statistics(server: Server, request: Request) -> Response:
    return Response(await server.statistics.answer(), media_type="application/json")


async def unless_gone(request: Request, answer: Coroutine[Any, Any, T]) -> T:
    """The answer, given up when whoever asked is gone."""
    answering = asyncio.create_task(answer)
    leaving = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            raise Refusal(refusals.COACH_BUSY)
        return answering.result()
    except asyncio.CancelledError:
        # The server ends. Without an answer it would log an error, and tell of one.
        raise Refusal(refusals.COACH_BUSY) from None
    finally:
        answering.cancel()
        leaving.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


# For hosts


async def alive(request: Request) -> Response:
    """The process lives: whoever started it need not start it again."""
    return PlainTextResponse("alive\n")


async def ready(request: Request) -> Response:
    """Whether the process can be given work."""
    server: Server = request.app.state.server
    trouble = await server.readiness.why_not()
    return PlainTextResponse("ready\n") if trouble is None else PlainTextResponse(f"{trouble}\n", 503)


async def no_upgrade(request: Request) -> Response:
    """A WebSocket's address, asked for as a page: a browser's wish for a WebSocket was lost on the way."""
    server: Server = request.app.state.server
    if server.lost_upgrades.take(time.monotonic()):
        log.info(line("upgrade_missing", meaning=NO_UPGRADE))
    return PlainTextResponse(f"{NO_UPGRADE}\n", 426, {"Upgrade": "websocket", "Connection": "Upgrade"})


# Pages


async def private_link(server: Server, request: Request) -> Response:
    """Back to one's seat on any device: the cookie is set, and the secret leaves the address bar."""
    table, secret = request.path_params["table"], request.path_params["secret"]
    try:
        if await (await server.lobby.find_any(table)).seat_of(secret) is None:
            return page_response(request.headers, 403)
    except (TableFailed, StoreError):
        pass  # the table's page says what is wrong, and the seat is there when it is mended
    except Refusal:
        return page_response(request.headers, 404)
    response = RedirectResponse(request.url.path.removesuffix(f"/s/{secret}"), status_code=303)
    set_secret(response, table, secret, is_secure=server.site.is_secure(request.url.scheme))
    return response


@cache
def _description() -> bytes:
    return protocol.encode(document())


async def description(request: Request) -> Response:
    """What programs may ask over HTTP."""
    return Response(_description(), media_type="application/json")


async def page(request: Request) -> Response:
    """The client; what it shows depends on the address."""
    response = page_response(request.headers)
    table = request.path_params.get("table", "")
    is_secure = request.app.state.server.site.is_secure(request.url.scheme)
    move_legacy(response, request.cookies, first=table, is_secure=is_secure)
    return response


async def no_page(request: Request, error: Exception) -> Response:
    """An address that leads nowhere: the client says so to people, a problem or a line to programs."""
    if request.url.path.startswith("/api/"):
        return problem(refusals.NO_PAGE)
    if request.url.path.startswith("/assets/"):
        return PlainTextResponse("not found", 404)
    return page_response(request.headers, 404)


async def failed(request: Request, error: Exception) -> Response:
    """A mistake of ours; the error is raised again, and logged."""
    return problem(refusals.TABLE_FAILED)
