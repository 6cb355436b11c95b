"""JSON schemas as sections of a page: a table of fields for each object."""

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any

import msgspec

Schema = Mapping[str, Any]


class Schemas:
    """The named schemas of one page; references between them are links within it."""

    def __init__(self, named: Mapping[str, Schema]) -> None:
        self._named = named

    def sections(self) -> str:
        """A section for each schema, by name."""
        return "\n".join(self._section(name, self._named[name]) for name in sorted(self._named))

    def type_of(self, schema: Schema) -> str:
        """A type in words, with links: ``array of [View](#view) or null``."""
        if "$ref" in schema:
            return self._link(schema["$ref"].rpartition("/")[2])
        if "anyOf" in schema:
            return " or ".join(map(self.type_of, schema["anyOf"]))
        if "enum" in schema:
            return " or ".join(f"`{_plain(value)}`" for value in schema["enum"])
        if "const" in schema:
            return f"`{_plain(schema['const'])}`"
        kind = schema.get("type")
        if kind == "array":
            return self._array(schema)
        if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
            return f"object of {self.type_of(schema['additionalProperties'])}"
        return str(kind or "any")

    def _array(self, schema: Schema) -> str:
        if "prefixItems" in schema:
            return f"array: {', '.join(map(self.type_of, schema['prefixItems']))}"
        items = schema.get("items")
        return f"array of {self.type_of(items)}" if isinstance(items, Mapping) and items else "array"

    def _link(self, name: str) -> str:
        return f"[{name}](#{anchor(name)})" if name in self._named else f"`{name}`"

    def _section(self, name: str, schema: Schema) -> str:
        lines = [f"### {name} {{ #{anchor(name)} }}", ""]
        if description := schema.get("description"):
            lines += [cleandoc(description), ""]
        if "properties" in schema:
            lines += self._fields(schema)
        else:
            lines.append(self.type_of(schema))
        return "\n".join([*lines, ""])

    def _fields(self, schema: Schema) -> list[str]:
        required = set(schema.get("required", ()))
        rows = ["| field | type | default |", "|---|---|---|"]
        for name, field in schema["properties"].items():
            default = "" if name in required else f"`{_plain(field.get('default'))}`"
            rows.append(f"| `{name}` | {self.type_of(field)} | {default} |")
        return rows


def anchor(name: str) -> str:
    """The anchor of a schema's section."""
    return f"schema-{name.lower()}"


def _plain(value: object) -> str:
    """A value as JSON writes it."""
    return msgspec.json.encode(value).decode()
