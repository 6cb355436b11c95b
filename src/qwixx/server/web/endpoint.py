"""HTTP endpoints: their routes, the bodies of their requests, and their OpenAPI document."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from qwixx.rules.ruleset import RULESETS
from qwixx.server.coach import SEEDS
from qwixx.server.failures import TableFailed
from qwixx.server.limits import BODY_BYTES
from qwixx.server.stores.store import OutcomeUnknown, StoreError
from qwixx.server.web.context import AppContext
from qwixx.server.web.responses import problem
from qwixx.tables import protocol, refusals
from qwixx.tables.refusals import Refusal

T = TypeVar("T")
Handler = Callable[[AppContext, Request], Awaitable[Response]]
# The content of a response: a message of the protocol, text of a media type, or none.
Content = type[msgspec.Struct] | str | None

SCHEMA_REFERENCE = "#/components/schemas/{name}"
PATH_PARAMETERS = {
    "table": "The random name of a table or of a score pad, as its link has it.",
    "secret": "The secret of a seat.",
    "code": "Six letters, consonants and vowels in turn, as people at the table see them.",
    "date": "A day by UTC that is today or past, as in 2026-11-16.",
    "number": "Which game of the table, counted from 1.",
}

# The description of each, whether it is required, and its schema.
QUERY_PARAMETERS: Mapping[str, tuple[str, bool, Mapping[str, object]]] = {
    "game": ("The game.", True, {"type": "string", "enum": [*RULESETS]}),
    "seed": (
        "Makes the same puzzle again; any comes without it.",
        False,
        {"type": "integer", "minimum": 0, "maximum": SEEDS - 1},
    ),
}

# Statuses of any response, and of any response to a request with a body.
ANY_REQUEST = (421, 429, 500, 503)
ANY_BODY = (403,)
STATUS_MEANINGS = {
    200: "The requested data.",
    201: "Created; the seat is taken.",
    204: "Done, without content.",
    303: "Redirect to the table.",
    400: "The request is invalid, or has an invalid table, name or game.",
    403: "No seat has this secret, or the request comes from a page of another site.",
    404: "The table, code, game or day does not exist, or the coach does not know the game.",
    409: "The table is full, the name is taken, or the game is not over.",
    421: "The server has another address.",
    429: "Too many tables, wrong codes, or requests at once.",
    500: "This table has an internal error; the server will try again.",
    503: "The server cannot save now, or the coach cannot help now. Nothing has changed, unless the reason is"
    " `store_unsure`: look at the table then.",
}


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


# The OpenAPI document, derived from the endpoints and the structs of the protocol


def openapi_document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The OpenAPI document of endpoints."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _described(endpoint)
    answers = [each for endpoint in endpoints for each in endpoint.answers.values()]
    bodies = [type(endpoint.body) for endpoint in endpoints if endpoint.body is not None]
    structs = [protocol.Problem, *bodies, *(each for each in answers if isinstance(each, type))]
    _, schemas = msgspec.json.schema_components(structs, ref_template=SCHEMA_REFERENCE)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Qwixx",
            "version": str(protocol.PROTOCOL),
            "description": "Tables and seats. Games are played over a WebSocket, see docs/protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": schemas},
    }


def _described(endpoint: Endpoint) -> dict[str, Any]:
    problems = (*endpoint.problems, *ANY_REQUEST, *(ANY_BODY if endpoint.body is not None else ()))
    answers = {**dict.fromkeys(problems, protocol.Problem), **endpoint.answers}
    described: dict[str, Any] = {
        "summary": endpoint.summary,
        "parameters": [
            {"name": name, "in": "path", "required": True, "description": words, "schema": {"type": "string"}}
            for name, words in PATH_PARAMETERS.items()
            if f"{{{name}}}" in endpoint.path
        ]
        + [
            {"name": name, "in": "query", "required": required, "description": words, "schema": schema}
            for name in endpoint.query
            for words, required, schema in [QUERY_PARAMETERS[name]]
        ],
        "responses": {
            str(status): {"description": STATUS_MEANINGS[status], **_content(content)}
            for status, content in answers.items()
        },
    }
    if endpoint.body is not None:
        described["requestBody"] = {"required": True, **_content(type(endpoint.body), endpoint.body)}
    return described


def _content(content: Content, example: protocol.Struct | None = None) -> dict[str, Any]:
    if content is None:
        return {}
    if isinstance(content, str):
        return {"content": {content: {"schema": {"type": "string"}}}}
    described: dict[str, Any] = {"schema": {"$ref": SCHEMA_REFERENCE.format(name=content.__name__)}}
    if example is not None:
        described["example"] = msgspec.to_builtins(example)
    return {"content": {"application/json": described}}
