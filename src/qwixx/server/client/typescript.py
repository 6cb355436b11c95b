"""TypeScript of the protocol's types and of the rules' data, so that the browser client cannot disagree."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from qwixx.bots.levels import HABITS, LEVELS, character_of
from qwixx.coach import findings
from qwixx.rules import reasons
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.ruleset import OPTIONS, RULESETS
from qwixx.rules.scoring import POINTS, POINTS_PER_PENALTY
from qwixx.rules.sheet import CROSSES_BEFORE_LOCK, PENALTY_BOXES, Row, why_not_after
from qwixx.server.client.pad_cases import pad_cases
from qwixx.server.pads.state import MOST_MARKS
from qwixx.server.wire import protocol

HEAD = "// Generated from server/wire/protocol.py and coach/findings.py by `make types`; do not edit.\n"
HEAD_OF_RULES = "// Generated from the rules and from bots/levels.py by `make types`; do not edit.\n"
HEAD_OF_GONE = "// Generated from the rules by `make types`; do not edit. The first screen does without it.\n"
BY_COLOUR = "Readonly<Record<Colour, readonly number[]>>"
BY_COLOUR_AND_NUMBER = "Readonly<Record<Colour, Readonly<Record<number, readonly number[]>>>>"
WIDTH = 100
UNIONS = ("GameHappening", "Happening", "Drawn", "PadHappening", "ServerMessage", "ClientMessage")
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typescript() -> dict[str, str]:
    """Every file, by its name."""
    return {
        "protocol.ts": types(),
        "rules.ts": rules(),
        "play/gone.ts": gone_by_colour(),
        "pad/games.ts": pad_games(),
        "../tests/padCases.json": pad_cases(),
    }


def rules() -> str:
    """What the browser has to know of the rules, and which games, options and bots there are."""
    levels = [name for name, level in LEVELS.items() if level.character is not None]
    bots = {
        bot: {"style": HABITS.get(bot, bot), "character": character_of(bot)} for bot in (*levels, *HABITS)
    }
    games = {
        game.name: {"fewest": game.min_players, "most": game.max_players, "options": game.adjustable}
        for game in RULESETS.values()
    }
    parts = [
        HEAD_OF_RULES,
        _constant("COLOURS", [str(colour) for colour in COLOURS])
        + "export type Colour = (typeof COLOURS)[number]\n",
        _constant("LETTERS", {str(colour): colour.letter for colour in COLOURS}),
        "/** The numbers of each row, from left to right. */",
        _constant("NUMBERS", {str(colour): colour.numbers for colour in COLOURS}, BY_COLOUR),
        _constant("CROSSES_BEFORE_LOCK", CROSSES_BEFORE_LOCK, "number"),
        "/** Points of a row with no cross, with one, and so on; its lock is one. */",
        _constant("POINTS", POINTS, "readonly number[]"),
        _constant("POINTS_PER_PENALTY", POINTS_PER_PENALTY, "number"),
        _constant("PENALTIES_TO_END", PENALTY_BOXES, "number"),
        _constant("GAMES", games) + "export type Game = keyof typeof GAMES\n",
        "/** What each option may be, the usual first. */",
        _constant("OPTIONS", {name: list(values) for name, values in OPTIONS.items()}),
        "/** Whom people may choose: levels, the weakest first, then bots with a habit. */",
        _constant("BOTS", bots) + "export type Bot = keyof typeof BOTS\n",
    ]
    return "\n".join(parts)


def gone_by_colour() -> str:
    """What no longer can be crossed on a sheet."""
    parts = [
        HEAD_OF_GONE + "import type { Colour } from '../rules'\n",
        "/** What can no longer be crossed in a row, by its last cross. */",
        _constant("GONE", {str(colour): gone(colour) for colour in COLOURS}, BY_COLOUR_AND_NUMBER),
    ]
    return "\n".join(parts)


def pad_games() -> str:
    """What differs between the games that a score pad is for."""
    games = {
        name: {"closes": RULESETS[name].lock_scope, "rowsToEnd": RULESETS[name].rows_to_end}
        for name in get_args(protocol.PadGame)
    }
    parts = [
        HEAD_OF_GONE,
        "/** Whom a crossed lock closes its row for, and how many rows end the game. */",
        _constant("PAD_GAMES", games),
        "/** Marks of a sheet in a game, with those that take others back. */",
        _constant("MOST_MARKS", MOST_MARKS, "number"),
    ]
    return "\n".join(parts)


def gone(colour: Colour) -> dict[int, Row]:
    """What can never be crossed again in a row, by the number that was crossed last there."""
    for_ever = (reasons.ALREADY_CROSSED.code, reasons.LEFT_OF_LAST.code)
    return {
        last: tuple(
            number
            for number in colour.numbers
            if (reason := why_not_after(colour, (last,), number)) is not None and reason.code in for_ever
        )
        for last in colour.numbers
    }


def types() -> str:
    """The types of all messages."""
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


def _constant(name: str, value: object, kind: str | None = None) -> str:
    """A declaration; without a type it is as narrow as its value."""
    if kind is None:
        return f"export const {name} = {_value(value)} as const\n"
    return f"export const {name}: {kind} = {_value(value)}\n"


def _value(value: object, indent: str = "") -> str:
    """A constant, on one line where it fits there."""
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, Mapping):
        items = [f"{_key(key)}: {_value(each, indent + '  ')}" for key, each in value.items()]
        short = f"{{ {', '.join(items)} }}"
        long = "".join(f"{indent}  {item},\n" for item in items)
        return short if len(short) < WIDTH else f"{{\n{long}{indent}}}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_value, value))}]"
    return protocol.encode(value).decode()


def _key(name: str | int) -> str:
    return str(name) if isinstance(name, int) or name.isidentifier() else f"'{name}'"


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
    for name, text in typescript().items():
        (Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")
