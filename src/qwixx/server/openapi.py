"""The HTTP interface as an OpenAPI document, made from the structs of the protocol."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from qwixx.rules.ruleset import RULESETS
from qwixx.server import protocol
from qwixx.server.coach import SEEDS

REFERENCE = "#/components/schemas/{name}"
PATH_PARAMETERS = {
    "table": "The random name of a table, as its link has it.",
    "secret": "The secret of a seat.",
}

# Of each what it means, whether it must be there, and its schema.
QUERY_PARAMETERS: Mapping[str, tuple[str, bool, Mapping[str, object]]] = {
    "game": ("The game.", True, {"type": "string", "enum": [*RULESETS]}),
    "seed": (
        "Makes the same puzzle again; any comes without it.",
        False,
        {"type": "integer", "minimum": 0, "maximum": SEEDS - 1},
    ),
}

# What an answer holds: a message of the protocol, or something of another media type, or nothing.
Content = type[protocol.Struct] | str | None


class Operation(NamedTuple):
    """One request: what it does, an example of its body, its answers, statuses of its refusals, its query."""

    method: str
    path: str
    summary: str
    body: protocol.Struct | None
    answers: Mapping[int, Content]
    problems: tuple[int, ...] = ()
    query: tuple[str, ...] = ()


OPERATIONS = (
    Operation(
        "post",
        "/api/tables",
        "Open a table and take its first seat that is not a bot's. The secret of the seat is in a cookie.",
        protocol.NewTable("dice", (protocol.NewSeat(), protocol.NewSeat("gap:1,2")), "Ann"),
        {201: protocol.Seated},
        (400, 409, 429),
    ),
    Operation(
        "post",
        "/api/tables/{table}/join",
        "Take the first open seat. The secret of the seat is in a cookie.",
        protocol.Join("Ben"),
        {201: protocol.Seated},
        (400, 404, 409),
    ),
    Operation(
        "get",
        "/api/tables/{table}",
        "What everybody knows about a table.",
        None,
        {200: protocol.TableInfo},
        (404,),
    ),
    Operation(
        "get",
        "/api/tables/{table}/record",
        "The text of the last game, once it is over.",
        None,
        {200: "text/plain"},
        (404, 409),
    ),
    Operation(
        "get",
        "/api/tables/{table}/review",
        "The last game judged, once it is over: every decision, luck and skill.",
        None,
        {200: protocol.GameReview},
        (404, 409),
    ),
    Operation(
        "get",
        "/api/puzzle",
        "A position in which one choice is clearly the best, with the answer.",
        None,
        {200: protocol.PosedPuzzle},
        (400, 404),
        query=("game", "seed"),
    ),
    Operation(
        "get",
        "/api/tables/{table}/qr.svg",
        "A QR code of the table's link.",
        None,
        {200: "image/svg+xml"},
        (404,),
    ),
    Operation(
        "get",
        "/t/{table}/s/{secret}",
        "The private link: sets the cookie of the seat and leads to the table.",
        None,
        {303: None, 403: "text/html", 404: "text/html"},
    ),
)

# What may come of any request, and of any with a body.
ANY_REQUEST = (421, 429, 500, 503)
ANY_BODY = (403,)
MEANINGS = {
    200: "Here it is.",
    201: "Done; the seat is yours.",
    303: "On to the table.",
    400: "It cannot be read, or there can be no such table or name.",
    403: "No seat has this secret, or a page of another site asks.",
    404: "There is no such table, or no coach for such a game.",
    409: "The table is full, the name is taken, or the game is not over.",
    421: "This server is at another address.",
    429: "Too many tables, or too many requests at once.",
    500: "This table has a problem, and is tried again in a while.",
    503: "The server cannot save anything now, or the coach cannot help now; nothing has changed.",
}


def document() -> dict[str, Any]:
    """The whole document."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = _described(operation)
    answers = [each for operation in OPERATIONS for each in operation.answers.values()]
    bodies = [type(operation.body) for operation in OPERATIONS if operation.body is not None]
    structs = [protocol.Problem, *bodies, *(each for each in answers if isinstance(each, type))]
    _, schemas = msgspec.json.schema_components(structs, ref_template=REFERENCE)
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


def _described(operation: Operation) -> dict[str, Any]:
    problems = (*operation.problems, *ANY_REQUEST, *(ANY_BODY if operation.body is not None else ()))
    answers = {**dict.fromkeys(problems, protocol.Problem), **operation.answers}
    described: dict[str, Any] = {
        "summary": operation.summary,
        "parameters": [
            {"name": name, "in": "path", "required": True, "description": words, "schema": {"type": "string"}}
            for name, words in PATH_PARAMETERS.items()
            if f"{{{name}}}" in operation.path
        ]
        + [
            {"name": name, "in": "query", "required": required, "description": words, "schema": schema}
            for name in operation.query
            for words, required, schema in [QUERY_PARAMETERS[name]]
        ],
        "responses": {
            str(status): {"description": MEANINGS[status], **_content(content)}
            for status, content in answers.items()
        },
    }
    if operation.body is not None:
        described["requestBody"] = {"required": True, **_content(type(operation.body), operation.body)}
    return described


def _content(content: Content, example: protocol.Struct | None = None) -> dict[str, Any]:
    if content is None:
        return {}
    if isinstance(content, str):
        return {"content": {content: {"schema": {"type": "string"}}}}
    described: dict[str, Any] = {"schema": {"$ref": REFERENCE.format(name=content.__name__)}}
    if example is not None:
        described["example"] = msgspec.to_builtins(example)
    return {"content": {"application/json": described}}
