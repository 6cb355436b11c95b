"""The HTTP interface as an OpenAPI document, made from the structs of the protocol."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from qwixx.coach.findings import Advice
from qwixx.rules.ruleset import RULESETS
from qwixx.server.thinking.coach import SEEDS
from qwixx.server.wire import protocol

REFERENCE = "#/components/schemas/{name}"
PATH_PARAMETERS = {
    "table": "The random name of a table or of a score pad, as its link has it.",
    "secret": "The secret of a seat.",
    "date": "A day by UTC that is today or past, as in 2026-11-16.",
    "number": "Which game of the table, counted from 1.",
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
Content = type[msgspec.Struct] | str | None


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
        (400, 404, 409, 429),
    ),
    Operation(
        "get",
        "/api/tables",
        "The public tables at which people are, those opened last first.",
        None,
        {200: protocol.PublicTables},
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
        "What everybody knows about a table, and how its game stands.",
        None,
        {200: protocol.TableGlance},
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
        "/api/tables/{table}/replay",
        "The last game to look at again, once it is over: every step and every position.",
        None,
        {200: protocol.Replay},
        (404, 409, 429),
    ),
    Operation(
        "get",
        "/api/tables/{table}/games/{number}/replay",
        "Any game of a table to look at again, once it is over.",
        None,
        {200: protocol.Replay},
        (400, 404, 409, 429),
    ),
    Operation(
        "get",
        "/api/tables/{table}/games/{number}/record",
        "The text of any game of a table, once it is over.",
        None,
        {200: "text/plain"},
        (400, 404, 409, 429),
    ),
    Operation(
        "post",
        "/api/replay",
        "A game to look at again from its text; a mistake in it is told with its line and column.",
        protocol.RecordToReplay('[Qwixx "solo"]\n[Seats "Ann"]\n\n1 Ann: 4+1 r3 y2 g5 b6 / r5 / -\n'),
        {200: protocol.Replay},
        (400, 429),
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
        "/api/statistics",
        "How often each face came in all games on this server, and a test of it; a minute old at most.",
        None,
        {200: protocol.Statistics},
    ),
    Operation(
        "get",
        "/api/daily",
        "What is the same for everybody today, and when today ends.",
        None,
        {200: protocol.DailyDeal},
    ),
    Operation(
        "get",
        "/api/daily/{date}",
        "What is the same for everybody on a day.",
        None,
        {200: protocol.DailyDeal},
        (404,),
    ),
    Operation(
        "get",
        "/api/daily/{date}/par",
        "What best play makes of the dice of a day, to compare a daily game with.",
        None,
        {200: protocol.DailyPar},
        (404,),
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
        "post",
        "/api/pads",
        "Open a score pad and take its first sheet. The secret of the seat is in a cookie.",
        protocol.NewPad("dice", "Ann"),
        {201: protocol.Seated},
        (400, 429),
    ),
    Operation(
        "post",
        "/api/pads/{table}/join",
        "Take the next sheet. The secret of the seat is in a cookie.",
        protocol.JoinPad("Ben"),
        {201: protocol.Seated},
        (400, 404, 409),
    ),
    Operation(
        "post",
        "/api/advice",
        "What the coach would choose on a score pad that only its own device knows, the best first.",
        protocol.PadQuestion(
            logs=((protocol.PadMark(1, "cross", 0, "red", 5),), ()),
            seat=1,
            active=0,
            dice=protocol.Dice((4, 3), (1, 2, 5, 6)),
            rolled=2,
        ),
        {200: Advice},
        (400, 404, 429),
    ),
    Operation(
        "get",
        "/api/pads/{table}/qr.svg",
        "A QR code of the pad's link.",
        None,
        {200: "image/svg+xml"},
        (404,),
    ),
    Operation(
        "get",
        "/pad/{table}/s/{secret}",
        "The private link of a sheet: sets the cookie of the seat and leads to the pad.",
        None,
        {303: None, 403: "text/html", 404: "text/html"},
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
    400: "It cannot be read, or there can be no such table, name or game.",
    403: "No seat has this secret, or a page of another site asks.",
    404: "There is no such table or game, no coach for such a game, or nothing daily for such a day.",
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
