"""Liveness and readiness of the process, for proxies and supervisors."""

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from qwixx.server.single_flight import CachedValue
from qwixx.server.stores.store import Backend, StoreError

STORE_SECONDS = 2.0
# How long an answer is cached.
READINESS_CACHE_SECONDS = 1.0

ENDING = "this process is about to end"
NO_STORE = "the store does not answer"


class Readiness:
    """Checks the store, and whether the process is draining."""

    def __init__(self, store: Backend) -> None:
        self._store = store
        self._is_draining = False
        self._problem = CachedValue(READINESS_CACHE_SECONDS, self._ask)

    @property
    def is_draining(self) -> bool:
        return self._is_draining

    def drain(self) -> None:
        """Report the process as not ready; it goes on serving."""
        self._is_draining = True

    async def why_not(self) -> str | None:
        """Why the process is not ready, in a sentence that may be public; None if it is."""
        if self._is_draining:
            return ENDING
        return await self._problem.get()

    async def _ask(self) -> str | None:
        if self._store.cluster.unreachable_for() > STORE_SECONDS:
            return NO_STORE
        try:
            # No table has this name: it is the cheapest query of the store.
            await asyncio.wait_for(self._store.first(""), STORE_SECONDS)
        except (StoreError, TimeoutError):
            return NO_STORE
        return None


async def alive(request: Request) -> Response:
    """Liveness: the process need not be restarted."""
    return PlainTextResponse("alive\n")


async def ready(request: Request) -> Response:
    """Readiness: whether the process can be given work."""
    readiness: Readiness = request.app.state.context.readiness
    problem = await readiness.why_not()
    return PlainTextResponse("ready\n") if problem is None else PlainTextResponse(f"{problem}\n", 503)
