"""An extension of Griffe, which reads the code: doctests, links to documents, constructors of records."""

import re
from typing import Any

from griffe import Attribute, Class, Extension, Function, Module, Object, Parameter, ParameterKind, Parameters

from docsite.rule_ids import with_links

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
DOCUMENT = re.compile(r"(?<![`/\w])docs/([a-z-]+)\.md")
# Bases whose subclasses take their fields as arguments, as dataclasses do.
RECORDS = ("NamedTuple", "TypedDict", "msgspec.Struct")
ENUMERATIONS = ("IntEnum", "StrEnum")


class Docstrings(Extension):
    """Sets doctests as code, links documents, and shows the fields of records and the members of enums."""

    def on_package(self, *, pkg: Module, **_: Any) -> None:
        for each in _objects(pkg):
            if each.docstring is not None:
                fenced = EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", each.docstring.value)
                linked = DOCUMENT.sub(r"[docs/\1.md](../../\1.md)", fenced)
                each.docstring.value = with_links(linked, "../../rules.md")
            if not isinstance(each, Class):
                continue
            if "__init__" not in each.members and _is_a(each, RECORDS):
                each.set_member("__init__", _constructor(each))
            elif _is_a(each, ENUMERATIONS) and each.docstring is not None:
                each.docstring.value += "\n\n" + _members(each)


def _objects(inside: Object) -> list[Object]:
    """An object and everything defined in it."""
    members = [member for member in inside.members.values() if isinstance(member, Object)]
    return [inside, *(each for member in members for each in _objects(member))]


def _is_a(each: Class, names: tuple[str, ...]) -> bool:
    bases = {str(base) for kind in (each, *_parents(each)) for base in kind.bases}
    return not bases.isdisjoint(names)


def _members(each: Class) -> str:
    found = [
        name for name, member in each.members.items() if isinstance(member, Attribute) and name.isupper()
    ]
    return f"Members: {', '.join(f'`{name}`' for name in found)}."


def _parents(each: Class) -> list[Class]:
    try:
        return each.mro()
    except ValueError:
        return []


def _constructor(each: Class) -> Function:
    fields = {
        name: Parameter(
            name, annotation=member.annotation, kind=ParameterKind.positional_or_keyword, default=member.value
        )
        for kind in (*reversed(_parents(each)), each)
        for name, member in kind.members.items()
        if isinstance(member, Attribute) and member.annotation is not None and "property" not in member.labels
    }
    this = Parameter("self", annotation=None, kind=ParameterKind.positional_or_keyword, default=None)
    return Function(
        "__init__",
        lineno=0,
        endlineno=0,
        parent=each,
        parameters=Parameters(this, *fields.values()),
        returns="None",
    )
