"""The ASGI application: middleware, start-up and shutdown."""

import asyncio
import contextlib
import gc
import logging
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qwixx.server.coach import Coach
from qwixx.server.dice_statistics import DiceStatistics
from qwixx.server.logs import event, reason_of
from qwixx.server.public_tables import PublicTableList
from qwixx.server.queues import WorkerPool
from qwixx.server.replays import Replays
from qwixx.server.rooms.lobby import Lobby
from qwixx.server.stores.store import Backend, StoreError
from qwixx.server.transport.address_limits import AddressLimits
from qwixx.server.transport.middleware import DrainedBodies, SecurityHeaders
from qwixx.server.web.context import AppContext, Settings
from qwixx.server.web.gate import Gate
from qwixx.server.web.handlers import pages
from qwixx.server.web.readiness import Readiness
from qwixx.server.web.routes import routes
from qwixx.server.web.site import Network, Site
from qwixx.server.web.static_files import ASSETS

log: logging.Logger = logging.getLogger(__name__)

# New objects before a garbage collection; with Python's default of 700, collecting took a tenth of the time.
YOUNG_OBJECTS = 10_000
# Collections of the middle generation before a full one; under full load these come every few seconds.
FULL_COLLECTION_EVERY = 100
# For counting the dice that were rolled last.
LAST_COUNT_SECONDS = 1.0


class Application(Starlette):
    """Starlette with our headers on every response, including those of its error handler."""

    # The error of the store that kept it from starting: its sentence is shown, without a traceback.
    failure: StoreError | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_briefly(message: Message) -> None:
            is_explained = message["type"] == "lifespan.startup.failed" and self.failure is not None
            await send({**message, "message": ""} if is_explained else message)

        await super().__call__(scope, receive, send_briefly if scope["type"] == "lifespan" else send)

    def build_middleware_stack(self) -> ASGIApp:
        return SecurityHeaders(DrainedBodies(super().build_middleware_stack()), self._is_secure, ASSETS)

    def _is_secure(self, scheme: str) -> bool:
        context: AppContext = self.state.context
        return context.site.is_secure(scheme)


def create_app(
    store: Backend,
    settings: Settings | None = None,
    *,
    pool: WorkerPool | None = None,
    prepare: bool = False,
    on_failure: Callable[[], None] | None = None,
) -> Application:
    """The application over a store; with ``prepare`` it loads at once what bots and coach will need.

    ``on_failure`` is called when a task that should never end has ended: the server is unusable then.
    """
    context = _context(store, settings or Settings(), pool)

    @contextlib.asynccontextmanager
    async def lifespan(app: Application) -> AsyncIterator[None]:
        try:
            await store.begin(context.lobby)
        except StoreError as failure:
            app.failure = failure
            raise
        running = [supervised("clock", context.lobby.run(), on_failure)]
        if prepare:
            running.append(asyncio.create_task(context.coach.prepare(), name="prepare"))
        with rare_collections():
            yield
        for task in running:
            task.cancel()
        context.lobby.close()
        context.coach.close()
        await asyncio.wait(
            {asyncio.create_task(context.lobby.dice_counter.count())}, timeout=LAST_COUNT_SECONDS
        )
        await store.end()
        await asyncio.to_thread(context.pool.close)

    app = Application(
        routes=routes(),
        lifespan=lifespan,
        middleware=[Middleware(Gate, site=context.site, address_limits=context.address_limits)],
        exception_handlers={404: pages.no_page, Exception: pages.failed},
    )
    app.state.context = context
    return app


def _context(store: Backend, settings: Settings, pool: WorkerPool | None) -> AppContext:
    limits = settings.limits
    pool = pool or WorkerPool(limits=limits)
    lobby = Lobby(store, pool, limits=limits, keep_days=settings.keep_days)
    network = Network(*settings.listen_address) if settings.listen_address is not None else None
    return AppContext(
        lobby=lobby,
        public_tables=PublicTableList(lobby, store),
        coach=Coach(pool),
        statistics=DiceStatistics(store),
        replays=Replays(store, limits),
        pool=pool,
        readiness=Readiness(store),
        site=Site(settings.base_url, network),
        address_limits=AddressLimits(limits, time.monotonic),
        settings=settings,
    )


def supervised(
    name: str, forever: Coroutine[Any, Any, None], on_failure: Callable[[], None] | None
) -> asyncio.Task[None]:
    """A task that should never end; if it does, that is logged and ``on_failure`` is called."""

    def ended(task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        error = task.exception()
        reason = reason_of(error) if error is not None else "it returned"
        log.critical(event("task_ended", task=name, reason=reason))
        if on_failure is not None:
            on_failure()

    task = asyncio.create_task(forever)
    task.add_done_callback(ended)
    return task


@contextlib.contextmanager
def rare_collections() -> Iterator[None]:
    """Collect garbage rarely: with 1,000 connections a full collection stops the event loop for 90 ms.

    Only closed connections leave reference cycles behind, and those can wait.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(YOUNG_OBJECTS, middle, FULL_COLLECTION_EVERY)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
