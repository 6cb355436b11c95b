"""The HTTP interface as an OpenAPI document, derived from the endpoints and the structs of the protocol."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from qwixx.rules.ruleset import RULESETS
from qwixx.server.coach import SEEDS
from qwixx.server.web.endpoint import Content, Endpoint
from qwixx.tables import protocol

REFERENCE = "#/components/schemas/{name}"
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
MEANINGS = {
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


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _described(endpoint)
    answers = [each for endpoint in endpoints for each in endpoint.answers.values()]
    bodies = [type(endpoint.body) for endpoint in endpoints if endpoint.body is not None]
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
            str(status): {"description": MEANINGS[status], **_content(content)}
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
    described: dict[str, Any] = {"schema": {"$ref": REFERENCE.format(name=content.__name__)}}
    if example is not None:
        described["example"] = msgspec.to_builtins(example)
    return {"content": {"application/json": described}}
