"""The web application: what all requests share, how it begins and ends, and which address leads where."""

import asyncio
import contextlib
import gc
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qwixx.server.journal import line, reason_of
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.rooms.public_tables import PublicTables
from qwixx.server.rooms.replays import Replays
from qwixx.server.rooms.statistics import StatisticsDesk
from qwixx.server.stores.store import Store, StoreError
from qwixx.server.thinking.coach import Coach
from qwixx.server.thinking.worker_pool import WorkerPool
from qwixx.server.transport.headers import SecurityHeaders
from qwixx.server.transport.visitors import Visitors
from qwixx.server.web import daily_endpoints, endpoints, replay_endpoints
from qwixx.server.web.connection import Connection
from qwixx.server.web.endpoints import answering
from qwixx.server.web.gate import Gate
from qwixx.server.web.readiness import Readiness
from qwixx.server.web.shared import Server, Settings
from qwixx.server.web.site import Site
from qwixx.server.web.static_files import STATIC, CompressedFiles

log = logging.getLogger(__name__)

# So many more objects make Python look for garbage; with its own 700 that took a tenth of all time.
YOUNG_OBJECTS = 10_000
# In collections of the middle generation; under full load these come every few seconds.
FULL_COLLECTION_EVERY = 100


# What the client has screens for (web/src/router.svelte.ts).
PAGES = (
    "/",
    "/learn",
    "/learn/cards",
    "/puzzle",
    "/pad",
    "/pad/{table}",
    "/replay",
    "/daily",
    "/daily/{date}",
    "/daily/{date}/puzzle",
    "/history",
    "/fairness",
    "/t/{table}",
    "/t/{table}/watch",
    "/t/{table}/review",
    "/t/{table}/watch/review",
    "/t/{table}/replay",
    "/t/{table}/replay/{game}",
)


class Application(Starlette):
    """Starlette with our headers on every answer, also on those of its own error handler."""

    # Why it could not begin, where that is the store's to say: a sentence does, and nobody needs a traceback.
    failure: StoreError | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_briefly(message: Message) -> None:
            is_told = message["type"] == "lifespan.startup.failed" and self.failure is not None
            await send({**message, "message": ""} if is_told else message)

        await super().__call__(scope, receive, send_briefly if scope["type"] == "lifespan" else send)

    def build_middleware_stack(self) -> ASGIApp:
        return SecurityHeaders(super().build_middleware_stack())


def create_app(
    store: Store,
    settings: Settings | None = None,
    *,
    pool: WorkerPool | None = None,
    prepare: bool = False,
    on_failure: Callable[[], None] | None = None,
) -> Application:
    """The application over a store; it may ``prepare`` at once what bots and coach will need.

    ``on_failure`` is called when a task that runs for ever has ended: nothing is right any more then.
    """
    settings = settings or Settings()
    limits = settings.limits
    pool = pool or WorkerPool(limits=limits)
    lobby = Lobby(store, pool, limits=limits, keep_days=settings.keep_days)
    visitors = Visitors(limits, time.monotonic)
    visitors.elsewhere = store.share_usage(visitors.heavy)
    server = Server(
        lobby,
        PublicTables(lobby, store),
        Coach(pool),
        StatisticsDesk(store),
        Replays(store, limits),
        pool,
        Readiness(store),
        Site(settings.base_url),
        visitors,
        limits,
        settings.keep_days,
        settings.has_chat,
    )

    @contextlib.asynccontextmanager
    async def lifespan(app: Application) -> AsyncIterator[None]:
        try:
            await store.begin(server.lobby)
        except StoreError as failure:
            app.failure = failure
            raise
        running = [supervised("clock", server.lobby.run(), on_failure)]
        if prepare:
            running.append(asyncio.create_task(server.coach.prepare(), name="prepare"))
        with rare_collections():
            yield
        for task in running:
            task.cancel()
        server.lobby.close()
        server.coach.close()
        await store.end()
        await asyncio.to_thread(pool.close)

    app = Application(
        routes=_routes(),
        lifespan=lifespan,
        middleware=[Middleware(Gate, site=server.site, visitors=server.visitors)],
        exception_handlers={404: endpoints.no_page, Exception: endpoints.failed},
    )
    app.state.server = server
    return app


def _routes() -> list[Route | Mount | WebSocketRoute]:
    api = [
        Route("/openapi.json", endpoints.description, methods=["GET"]),
        Route("/tables", answering(endpoints.tables), methods=["GET", "POST"]),
        Route("/tables/{table}", answering(endpoints.table_info), methods=["GET"]),
        Route("/tables/{table}/join", answering(endpoints.join_table), methods=["POST"]),
        Route("/tables/{table}/record", answering(endpoints.record), methods=["GET"]),
        Route("/tables/{table}/review", answering(endpoints.review), methods=["GET"]),
        Route("/statistics", answering(endpoints.statistics), methods=["GET"]),
        Route("/tables/{table}/replay", answering(replay_endpoints.last_replay), methods=["GET"]),
        Route(
            "/tables/{table}/games/{number}/replay", answering(replay_endpoints.game_replay), methods=["GET"]
        ),
        Route(
            "/tables/{table}/games/{number}/record", answering(replay_endpoints.game_record), methods=["GET"]
        ),
        Route("/replay", answering(replay_endpoints.replay_text), methods=["POST"]),
        Route("/pads", answering(endpoints.open_pad), methods=["POST"]),
        Route("/advice", answering(endpoints.advise_pad), methods=["POST"]),
        Route("/pads/{table}/join", answering(endpoints.join_pad), methods=["POST"]),
        Route("/pads/{table}/qr.svg", answering(endpoints.qr_code), methods=["GET"]),
        Route("/puzzle", answering(endpoints.puzzle), methods=["GET"]),
        Route("/daily", answering(daily_endpoints.deal), methods=["GET"]),
        Route("/daily/{date}", answering(daily_endpoints.deal), methods=["GET"]),
        Route("/daily/{date}/par", answering(daily_endpoints.par), methods=["GET"]),
        Route("/tables/{table}/qr.svg", answering(endpoints.qr_code), methods=["GET"]),
    ]
    return [
        Mount("/api", routes=api),
        Route("/t/{table}/s/{secret}", answering(endpoints.private_link), methods=["GET"]),
        Route("/pad/{table}/s/{secret}", answering(endpoints.private_link), methods=["GET"]),
        *(Route(path, endpoints.page, methods=["GET"]) for path in PAGES),
        WebSocketRoute("/ws/{table}", Connection),
        Route("/ws/{table}", endpoints.no_upgrade, methods=["GET"]),
        Route("/healthz", endpoints.alive, methods=["GET"]),
        Route("/readyz", endpoints.ready, methods=["GET"]),
        Mount("/", CompressedFiles(directory=STATIC, check_dir=False)),
    ]


def supervised(
    name: str, forever: Coroutine[Any, Any, None], on_failure: Callable[[], None] | None
) -> asyncio.Task[None]:
    """A task that must not end by itself; if it does, that is logged and ``on_failure`` is called."""

    def ended(task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        error = task.exception()
        reason = reason_of(error) if error is not None else "it came to its end"
        log.critical(line("task_ended", task=name, reason=reason))
        if on_failure is not None:
            on_failure()

    task = asyncio.create_task(forever)
    task.add_done_callback(ended)
    return task


@contextlib.contextmanager
def rare_collections() -> Iterator[None]:
    """Look for garbage seldom, and for old garbage more so: with 1,000 connections that stops all for 90 ms.

    Only connections that are gone leave reference cycles behind, and those can wait.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(YOUNG_OBJECTS, middle, FULL_COLLECTION_EVERY)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
