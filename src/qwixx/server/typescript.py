"""TypeScript types of the protocol, so that the browser client cannot disagree with it."""

import sys
from pathlib import Path
from types import ModuleType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from qwixx.coach import findings
from qwixx.server import protocol

HEAD = "// Generated from server/protocol.py and coach/findings.py by `make types`; do not edit.\n"
UNIONS = ("Happening", "ServerMessage", "ClientMessage")
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typescript() -> str:
    """The whole file of types."""
    structs = [*_declared_in(findings), *_declared_in(protocol)]
    parts = [HEAD, f"export const PROTOCOL = {protocol.PROTOCOL}\n"]
    parts += [_interface(struct) for struct in structs]
    parts += [f"export const DEFAULT_SETTINGS: TableSettings = {_literal(protocol.TableSettings())}\n"]
    parts += [f"export type {name} = {_names(getattr(protocol, name))}\n" for name in UNIONS]
    return "\n".join(parts)


def _declared_in(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The structs of a module, less the one that all others are made from."""
    return [
        each
        for name, each in vars(module).items()
        if isinstance(each, type)
        and issubclass(each, msgspec.Struct)
        and each.__module__ == module.__name__
        and not name.startswith("_")
        and each is not module.Struct
    ]


def _interface(struct: type[msgspec.Struct]) -> str:
    hints = get_type_hints(struct)
    tag = struct.__struct_config__.tag
    fields = [f"  type: '{tag}'"] if tag is not None else []
    fields += [f"  {name}: {_type(hints[name])}" for name in struct.__struct_fields__]
    return "\n".join([f"export interface {struct.__name__} {{", *fields, "}\n"])


def _literal(struct: msgspec.Struct) -> str:
    """A struct of plain values, as TypeScript writes it."""
    fields = msgspec.structs.asdict(struct).items()
    return f"{{ {', '.join(f'{name}: {protocol.encode(value).decode()}' for name, value in fields)} }}"


def _names(union: UnionType) -> str:
    return " | ".join(each.__name__ for each in get_args(union))


def _type(hint: object) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in args)
    if origin in (Union, UnionType):
        return " | ".join(map(_type, args))
    if origin is tuple:
        return f"readonly ({_type(args[0])})[]" if args[1:] == (...,) else f"readonly [{_list(args)}]"
    if origin is dict:
        return f"Readonly<Record<{_type(args[0])}, {_type(args[1])}>>"
    if isinstance(hint, type) and hint in SIMPLE:
        return SIMPLE[hint]
    assert isinstance(hint, type), hint
    return hint.__name__


def _list(args: tuple[object, ...]) -> str:
    return ", ".join(map(_type, args))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")
