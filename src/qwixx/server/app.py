"""The web application: pages, the HTTP interface and the WebSocket of each table."""

import asyncio
import contextlib
import gc
import gzip
import io
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import msgspec
import segno
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from qwixx.notation import format_record
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import RULESETS
from qwixx.server import protocol, refusals
from qwixx.server.coach import SEEDS, Coach
from qwixx.server.connection import Connection, cookie_name
from qwixx.server.headers import SecurityHeaders
from qwixx.server.history import TableState
from qwixx.server.limits import BODY_BYTES, Addresses
from qwixx.server.lobby import Lobby
from qwixx.server.openapi import document
from qwixx.server.store import Store, StoreError
from qwixx.server.table import NewSecret, Refusal
from qwixx.server.thinking import Thinking
from qwixx.server.views import reason_message

T = TypeVar("T")

STATIC = Path(__file__).parent / "static"
# In collections of the middle generation; under full load these come every two seconds.
FULL_COLLECTION_EVERY = 1000
COOKIE_SECONDS = 30 * 24 * 3600
STATUS = {
    "no_table": 404,
    "no_page": 404,
    "no_coach": 404,
    "table_full": 409,
    "name_taken": 409,
    "not_over": 409,
    "too_many_tables": 429,
    "store_failed": 503,
    "coach_busy": 503,
}


@dataclass
class Server:
    """What all requests share."""

    lobby: Lobby
    coach: Coach
    base_url: str | None = None
    addresses: Addresses = field(default_factory=Addresses)
    clock: Callable[[], float] = time.monotonic

    def link(self, request: Request, path: str) -> str:
        base = self.base_url or str(request.base_url)
        return f"{base.rstrip('/')}/{path}"


def create_app(
    store: Store,
    base_url: str | None = None,
    *,
    thinking: Thinking | None = None,
    prepare: bool = False,
) -> Starlette:
    """The application over a store; it may ``prepare`` at once what bots and coach will need."""
    thinking = thinking or Thinking()
    server = Server(Lobby(store, thinking), Coach(thinking), base_url)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        running = [asyncio.create_task(server.lobby.run())]
        if prepare:
            running.append(asyncio.create_task(server.coach.prepare()))
        with rare_full_collections():
            yield
        for task in running:
            task.cancel()
        server.lobby.close()
        server.coach.close()
        await asyncio.to_thread(thinking.close)

    api = [
        Route("/openapi.json", description, methods=["GET"]),
        Route("/tables", _answering(open_table), methods=["POST"]),
        Route("/tables/{table}", _answering(table_info), methods=["GET"]),
        Route("/tables/{table}/join", _answering(join_table), methods=["POST"]),
        Route("/tables/{table}/record", _answering(record), methods=["GET"]),
        Route("/tables/{table}/review", _answering(review), methods=["GET"]),
        Route("/puzzle", _answering(puzzle), methods=["GET"]),
        Route("/tables/{table}/qr.svg", _answering(qr_code), methods=["GET"]),
    ]
    routes = [
        Mount("/api", routes=api),
        Route("/t/{table}/s/{secret}", _answering(private_link), methods=["GET"]),
        Route("/t/{table}", page, methods=["GET"]),
        Route("/t/{table}/watch", page, methods=["GET"]),
        Route("/t/{table}/review", page, methods=["GET"]),
        Route("/t/{table}/watch/review", page, methods=["GET"]),
        Route("/puzzle", page, methods=["GET"]),
        Route("/", page, methods=["GET"]),
        WebSocketRoute("/ws/{table}", Connection),
        Mount("/", StaticFiles(directory=STATIC, check_dir=False)),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={404: no_page},
    )
    app.state.server = server
    return app


@contextlib.contextmanager
def rare_full_collections() -> Iterator[None]:
    """Let Python look through all its objects seldom: with 1,000 connections that stops everything for 90 ms.

    Only connections that are gone leave cycles behind, and they can wait.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, FULL_COLLECTION_EVERY)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)


Handler = Callable[[Server, Request], Awaitable[Response]]


def _answering(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """The handler with refusals turned into answers."""

    async def endpoint(request: Request) -> Response:
        try:
            return await handler(request.app.state.server, request)
        except Refusal as refusal:
            return _problem(refusal.reason)
        except StoreError:
            return _problem(refusals.STORE_FAILED)

    return endpoint


def _json(message: object, status: int = 200) -> Response:
    return Response(protocol.encode(message), status, media_type="application/json")


def _problem(reason: Reason) -> Response:
    return _json(protocol.Problem(reason_message(reason)), STATUS.get(reason.code, 400))


async def _body(request: Request, kind: type[T]) -> T:
    """The request's body as a message of the protocol."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_BYTES:
            raise Refusal(refusals.BAD_MESSAGE(problem=f"it is longer than {BODY_BYTES} bytes"))
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal(refusals.BAD_MESSAGE(problem=str(error))) from error


async def open_table(server: Server, request: Request) -> Response:
    address, at = client_address(request), server.clock()
    new = await _body(request, protocol.NewTable)
    if not server.addresses.may_open(address, at):
        raise Refusal(refusals.TOO_MANY_TABLES)
    table, secret = await server.lobby.open_table(new)
    server.addresses.opened(address, at)
    return _seated(request, table, secret)


async def join_table(server: Server, request: Request) -> Response:
    table = request.path_params["table"]
    join = await _body(request, protocol.Join)
    room = await server.lobby.find(table)
    return _seated(request, table, await room.join(join.name))


def _seated(request: Request, table: str, secret: NewSecret) -> Response:
    response = _json(protocol.Seated(table, secret.seat), 201)
    _set_cookie(response, request, table, secret.secret)
    return response


def _set_cookie(response: Response, request: Request, table: str, secret: str) -> None:
    response.set_cookie(
        cookie_name(table),
        secret,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


async def table_info(server: Server, request: Request) -> Response:
    room = await server.lobby.find(request.path_params["table"])
    return _json(room.table.info())


async def record(server: Server, request: Request) -> Response:
    return PlainTextResponse(format_record((await _finished(server, request)).record()))


async def review(server: Server, request: Request) -> Response:
    """The last game, judged; sent as it is kept, except to programs that cannot unpack it."""
    table = await _finished(server, request)
    data = await server.coach.review(request.path_params["table"], table.games, table.record())
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(data), media_type="application/json")
    return Response(data, media_type="application/json", headers={"Content-Encoding": "gzip"})


async def _finished(server: Server, request: Request) -> TableState:
    """A table whose game is over; while it is running its record would give hidden cards away."""
    now = (await server.lobby.find(request.path_params["table"])).table.now
    if now.state is None or not now.state.is_over:
        raise Refusal(refusals.NOT_OVER)
    return now


async def puzzle(server: Server, request: Request) -> Response:
    game, seed = request.query_params.get("game", ""), request.query_params.get("seed")
    if game not in RULESETS:
        raise Refusal(refusals.BAD_MESSAGE(problem=f"game is one of {', '.join(RULESETS)}"))
    if seed is not None and not (re.fullmatch(r"[0-9]{1,10}", seed) and int(seed) < SEEDS):
        raise Refusal(refusals.BAD_MESSAGE(problem=f"seed is a number from 0 to {SEEDS - 1}"))
    data = await server.coach.puzzle(game, None if seed is None else int(seed))
    return Response(data, media_type="application/json")


async def qr_code(server: Server, request: Request) -> Response:
    room = await server.lobby.find(request.path_params["table"])
    code = segno.make(server.link(request, f"t/{room.table.name}"), micro=False)
    svg = io.BytesIO()
    code.save(svg, kind="svg", scale=6, border=2, light="#fff")
    return Response(svg.getvalue(), media_type="image/svg+xml")


async def private_link(server: Server, request: Request) -> Response:
    """Back to one's seat on any device: the cookie is set, and the secret leaves the address bar."""
    table, secret = request.path_params["table"], request.path_params["secret"]
    try:
        room = await server.lobby.find(table)
    except Refusal:
        return _page(404)
    if room.table.seat_of(secret) is None:
        return _page(403)
    response = RedirectResponse(f"/t/{table}", status_code=303)
    _set_cookie(response, request, table, secret)
    return response


async def description(request: Request) -> Response:
    """What programs may ask over HTTP."""
    return _json(document())


async def page(request: Request) -> Response:
    """The client; what it shows depends on the address."""
    return _page(200)


async def no_page(request: Request, error: Exception) -> Response:
    """An address that leads nowhere: the client says so to people, a problem or a line to programs."""
    if request.url.path.startswith("/api/"):
        return _problem(refusals.NO_PAGE)
    if request.url.path.startswith("/assets/"):
        return PlainTextResponse("not found", 404)
    return _page(404)


def _page(status: int) -> Response:
    return FileResponse(STATIC / "index.html", status, headers={"Cache-Control": "no-cache"})


def client_address(request: Request) -> str:
    return request.client.host if request.client is not None else "unknown"
