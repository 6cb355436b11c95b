"""Pages of JSON: positions, records and reviews, and the messages of a WebSocket."""

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from docsite.schemas import Schemas
from qwixx import interchange
from qwixx.tables.protocol.websocket import ClientMessage, ServerMessage

JSON = """# JSON schemas

Positions, records and reviews as JSON: [`to_json`][qwixx.to_json] writes them, [`from_json`][qwixx.from_json]
reads them; commands write them with `--json`. `format` says what an object is, and in which version. The
same as a JSON schema: [interchange.json](interchange.json), which `qwixx.interchange.schema()` returns.
"""
MESSAGES = """# Messages

Every message between a client and a table, in JSON over a WebSocket. The [server protocol](../protocol.md)
says when each is sent. The same as a JSON schema: [messages.json](messages.json).
"""
REFERENCE = "#/$defs/{name}"


def pages() -> dict[str, str]:
    """The pages and their schemas, by path."""
    documents = interchange.schema()
    messages, named = _messages()
    return {
        "reference/json.md": JSON + _formats(documents) + Schemas(documents["$defs"]).sections(),
        "reference/interchange.json": _text(documents),
        "reference/messages.md": MESSAGES + _lists(named) + Schemas(named).sections(),
        "reference/messages.json": _text(messages),
    }


def _text(schema: Mapping[str, Any]) -> str:
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()


def _formats(documents: Mapping[str, Any]) -> str:
    found = Schemas(documents["$defs"])
    formats = documents["discriminator"]["mapping"]
    rows = [f"| `{name}` | {found.type_of({'$ref': ref})} |" for name, ref in formats.items()]
    return "\n".join(["", "| `format` | object |", "|---|---|", *rows, "", "## Objects", "", ""])


def _messages() -> tuple[dict[str, Any], dict[str, Any]]:
    kinds = [*get_args(ServerMessage), *get_args(ClientMessage)]
    refs, named = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    return {"anyOf": list(refs), "$defs": named}, named


def _lists(named: Mapping[str, Any]) -> str:
    found = Schemas(named)
    parts = []
    for title, union in (("From the server", ServerMessage), ("To the server", ClientMessage)):
        parts += ["", f"## {title}", "", "| `type` | message | what it says |", "|---|---|---|"]
        parts += [_row(kind, found, named) for kind in get_args(union)]
    return "\n".join([*parts, "", "## All objects", "", ""])


def _row(kind: type[msgspec.Struct], found: Schemas, named: Mapping[str, Any]) -> str:
    description = " ".join(str(named[kind.__name__].get("description", "")).split("\n\n")[0].split())
    link = found.type_of({"$ref": f"#/$defs/{kind.__name__}"})
    return f"| `{kind.__struct_config__.tag}` | {link} | {description} |"
