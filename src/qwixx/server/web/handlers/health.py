"""Requests of hosts and proxies about the health of the process."""

import logging
import time

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from qwixx.server.logs import event
from qwixx.server.web.context import AppContext

log: logging.Logger = logging.getLogger(__name__)

NO_UPGRADE = (
    "Games are played over a WebSocket, and this request did not ask for one. If a browser did, a proxy in"
    " between has to pass the headers Connection and Upgrade on."
)


async def alive(request: Request) -> Response:
    """Liveness: the process need not be restarted."""
    return PlainTextResponse("alive\n")


async def ready(request: Request) -> Response:
    """Readiness: whether the process can be given work."""
    context: AppContext = request.app.state.context
    problem = await context.readiness.why_not()
    return PlainTextResponse("ready\n") if problem is None else PlainTextResponse(f"{problem}\n", 503)


async def no_upgrade(request: Request) -> Response:
    """A request for a WebSocket without an upgrade: a proxy may have dropped the headers."""
    context: AppContext = request.app.state.context
    if context.lost_upgrades.add_if_room(time.monotonic()):
        log.info(event("upgrade_missing", meaning=NO_UPGRADE))
    return PlainTextResponse(f"{NO_UPGRADE}\n", 426, {"Upgrade": "websocket", "Connection": "Upgrade"})
