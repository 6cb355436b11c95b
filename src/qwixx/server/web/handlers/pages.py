"""Requests for pages: the client, private links, unknown addresses."""

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from qwixx.server.failures import TableFailed
from qwixx.server.metrics import METRICS
from qwixx.server.stores.store import StoreError
from qwixx.server.web.context import AppContext
from qwixx.server.web.messages import preview
from qwixx.server.web.responses import problem, set_secret
from qwixx.server.web.site import opened_base, reachable_base
from qwixx.server.web.static_files import language_for, page_response
from qwixx.tables import refusals
from qwixx.tables.credentials import SECRET
from qwixx.tables.refusals import Refusal

# After this long the browser retries a private link that could not be checked.
REFRESH_SECONDS = 5
# The longest delay of a page for its preview in a chat.
PREVIEW_SECONDS = 1.0


async def page(request: Request) -> Response:
    """The client, which shows the screen of the address."""
    parameters = request.path_params
    name = parameters.get("table") or parameters.get("pad")
    return page_response(request.headers, head=await _preview(request, name) if name else "")


async def _preview(request: Request, name: str) -> str:
    """The preview of a table or a pad in a chat; empty if it cannot be found in time."""
    context: AppContext = request.app.state.context
    try:
        async with asyncio.timeout(PREVIEW_SECONDS):
            room = await context.lobby.find_any(name)
    except (Refusal, TableFailed, StoreError, TimeoutError):
        return ""
    language = language_for(request.headers)
    if language is None:
        return ""
    base = await reachable_base(context.site, request) or opened_base(context.site, request)
    return preview(room.aggregate, base, language)


async def private_link(context: AppContext, request: Request) -> Response:
    """The private link of a seat: sets its cookie, and removes the secret from the address bar."""
    table, secret = request.path_params["table"], request.path_params["secret"]
    try:
        room = await context.lobby.find_any(table)
        if SECRET.fullmatch(secret) is None or await room.seat_of(secret) is None:
            return page_response(request.headers, 403)
    except (TableFailed, StoreError):
        # An unchecked secret could replace the right one. The browser retries automatically.
        response = page_response(request.headers, 503)
        response.headers["Refresh"] = response.headers["Retry-After"] = str(REFRESH_SECONDS)
        return response
    except Refusal:
        return page_response(request.headers, 404)
    response = RedirectResponse(request.url.path.removesuffix(f"/s/{secret}"), status_code=303)
    set_secret(response, table, secret, is_secure=context.site.is_secure(request.url.scheme))
    return response


async def client_error(context: AppContext, request: Request) -> Response:
    METRICS.client_errors += 1
    return Response(status_code=204)


async def no_page(request: Request, error: Exception) -> Response:
    """An unknown address: the client for people, a problem or a line of text for programs."""
    if request.url.path.startswith("/api/"):
        return problem(refusals.NO_PAGE)
    if request.url.path.startswith("/assets/"):
        return PlainTextResponse("not found", 404)
    return page_response(request.headers, 404)


async def failed(request: Request, error: Exception) -> Response:
    """An unexpected error; Starlette raises it again, so it is logged."""
    return problem(refusals.TABLE_FAILED)
