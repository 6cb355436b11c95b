"""An HTTP endpoint: its route, its handler, and everything the OpenAPI document says about it."""

import asyncio
import gzip
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from qwixx.server.failures import TableFailed
from qwixx.server.limits import BODY_BYTES
from qwixx.server.stores.store import OutcomeUnknown, StoreError
from qwixx.server.web.context import AppContext
from qwixx.server.web.problems import problem
from qwixx.tables import protocol, refusals
from qwixx.tables.refusals import Refusal

T = TypeVar("T")
Handler = Callable[[AppContext, Request], Awaitable[Response]]
# The content of a response: a message of the protocol, text of a media type, or none.
Content = type[msgspec.Struct] | str | None


class Endpoint(NamedTuple):
    """One request: ``body`` is an example of its body, ``problems`` are the statuses of its refusals."""

    method: str
    path: str
    handler: Handler
    summary: str
    answers: Mapping[int, Content]
    body: protocol.Struct | None = None
    problems: tuple[int, ...] = ()
    query: tuple[str, ...] = ()


def route(path: str, handlers: Mapping[str, Handler]) -> Route:
    """The route of a path with a handler for each method."""
    return Route(path, _answering({"HEAD": handlers.get("GET"), **handlers}), methods=list(handlers))


def _answering(handlers: Mapping[str, Handler | None]) -> Callable[[Request], Awaitable[Response]]:
    """The handlers as Starlette calls them, with refusals turned into problem responses."""

    async def endpoint(request: Request) -> Response:
        handler = handlers[request.method]
        assert handler is not None
        try:
            return await handler(request.app.state.context, request)
        except (Refusal, TableFailed) as refusal:
            return problem(refusal.reason)
        except OutcomeUnknown:
            return problem(refusals.STORE_UNSURE)
        except StoreError:
            return problem(refusals.STORE_FAILED)

    return endpoint


async def body_of(request: Request, kind: type[T], longest: int = BODY_BYTES) -> T:
    """The request's body as a message of the protocol."""
    # A page of another site can send any other type without a preflight request.
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refusal(refusals.BAD_MESSAGE(problem="its Content-Type is not application/json"))
    try:
        return msgspec.json.decode(await _read(request, longest), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal(refusals.BAD_MESSAGE(problem=str(error))) from error


async def _read(request: Request, longest: int) -> bytes:
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > longest:
                raise Refusal(refusals.BAD_MESSAGE(problem=f"it is longer than {longest} bytes"))
    except ClientDisconnect as error:
        # The client is gone, but without a response the server would log an error.
        raise Refusal(refusals.BAD_MESSAGE(problem="it ends before its length")) from error
    return body


def compressed_json(request: Request, data: bytes) -> Response:
    """A response of gzipped JSON, unpacked for clients that do not accept gzip."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(data), media_type="application/json")
    return Response(data, media_type="application/json", headers={"Content-Encoding": "gzip"})


async def unless_gone(request: Request, answer: Coroutine[Any, Any, T]) -> T:
    """The answer, cancelled when the client disconnects."""
    answering = asyncio.create_task(answer)
    leaving = asyncio.create_task(_disconnected(request))
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not answering.done():
            raise Refusal(refusals.COACH_BUSY)
        return answering.result()
    except asyncio.CancelledError:
        # The server is shutting down; without a response it would log an error.
        raise Refusal(refusals.COACH_BUSY) from None
    finally:
        answering.cancel()
        leaving.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
