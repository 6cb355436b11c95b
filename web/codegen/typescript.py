"""TypeScript of the protocol's types and of the rules' data, so that the browser client cannot disagree."""

from collections.abc import Mapping, Sequence
from types import ModuleType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from qwixx.bots.levels import HABITS, OFFERED_LEVELS, character_of
from qwixx.coach import findings
from qwixx.device.requests import NAME_PREFIX
from qwixx.rules import reasons
from qwixx.rules.colours import COLOURS
from qwixx.rules.reasons import Reason
from qwixx.rules.ruleset import OPTIONS, RULESETS, PadGame
from qwixx.rules.scoring import POINTS, POINTS_PER_PENALTY
from qwixx.rules.sheet import CROSSES_BEFORE_LOCK, PENALTY_BOXES
from qwixx.server.coach import SEEDS
from qwixx.server.limits import RECORD_BYTES
from qwixx.server.transport.middleware import CONTENT_POLICY
from qwixx.server.web.pages import PAGES, Page
from qwixx.server.web.routes import server_paths
from qwixx.tables import protocol, refusals
from qwixx.tables.chat import LONGEST_TEXT
from qwixx.tables.pad.marks import MOST_MARKS
from qwixx.tables.protocol import happenings, http, pads, values, websocket
from qwixx.tables.seats import FACES, LONGEST_NAME

MODULES = (findings, values, happenings, pads, websocket, http)
HEAD = "// Generated from tables/protocol/ and coach/findings.py by `make types`; do not edit.\n"
HEAD_OF_RULES = "// Generated from the rules and from bots/levels.py by `make types`; do not edit.\n"
HEAD_OF_PAGES = "// Generated from server/web/pages.py by `make types`; do not edit.\n"
HEAD_OF_REFUSALS = "// Generated from rules/reasons.py and tables/refusals.py by `make types`; do not edit.\n"
HEAD_OF_POLICY = "// Generated from server/transport/middleware.py by `make types`; do not edit.\n"
# Tables roll, draw and shuffle themselves and know their seats: no client can be refused for these.
NEVER_SENT = (
    reasons.NO_SUCH_SEAT,
    reasons.NO_CHANCE_NOW,
    reasons.WRONG_OUTCOME,
    reasons.BAD_ROLL,
    reasons.BAD_FACE,
    reasons.BAD_FIRST_SIX,
    reasons.BAD_FIRST_SEAT,
    reasons.BAD_SHUFFLE,
)
BY_COLOUR = "Readonly<Record<Colour, readonly number[]>>"
WIDTH = 100
UNIONS = ("GameHappening", "Happening", "Drawn", "PadHappening", "ServerMessage", "ClientMessage")
SIMPLE = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def rules() -> str:
    """What the browser has to know of the rules, and which games, options and bots there are."""
    bots = {
        bot: {"style": HABITS.get(bot, bot), "character": character_of(bot)}
        for bot in (*OFFERED_LEVELS, *HABITS)
    }
    games = {
        game.name: {
            "fewest": game.min_players,
            "most": game.max_players,
            "cards": game.has_cards,
            "jokers": game.jokers,
            "lockScope": game.lock_scope,
            "rowsToEnd": game.rows_to_end,
            "options": game.adjustable,
        }
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
        "/** Characters of a name, and of a line in the chat. */",
        _constant("LONGEST_NAME", LONGEST_NAME, "number"),
        _constant("LONGEST_TEXT", LONGEST_TEXT, "number"),
        "/** Bytes of a record that is opened from a file. */",
        _constant("RECORD_BYTES", RECORD_BYTES, "number"),
        "/** Puzzles have seeds from 0 to one less. */",
        _constant("SEEDS", SEEDS, "number"),
        "/** Marks of a sheet of a score pad, with those that undo others. */",
        _constant("MOST_MARKS", MOST_MARKS, "number"),
        "/** `lockScope` says whom a crossed lock closes its row for. */",
        _constant("GAMES", games) + "export type Game = keyof typeof GAMES\n",
        "/** The games of several players, which score pads are for, too. */",
        _constant("SHARED_GAMES", get_args(PadGame))
        + "export type SharedGame = (typeof SHARED_GAMES)[number]\n",
        "/** What each option may be, the usual first. */",
        _constant("OPTIONS", {name: list(values) for name, values in OPTIONS.items()}),
        "/** The faces of people; no two at a table have the same. */",
        _constant("FACES", FACES) + "export type Face = (typeof FACES)[number]\n",
        "/** The names of tables on a device begin with it, and no others. */",
        _constant("DEVICE_TABLE_PREFIX", NAME_PREFIX, "string"),
        "/** Whom people may choose: levels, the weakest first, then bots with a habit. */",
        _constant("BOTS", bots) + "export type Bot = keyof typeof BOTS\n",
    ]
    return "\n".join(parts)


def policy() -> str:
    """The content security policy of a site without a server: what a page can say about itself."""
    allowed = [each for each in CONTENT_POLICY.split("; ") if not each.startswith("frame-ancestors")]
    lines = "".join(f'  "{each}",\n' for each in allowed)
    return f"{HEAD_OF_POLICY}\nexport const POLICY = [\n{lines}].join('; ')\n"


def refused() -> str:
    """The codes of the refusals that a client needs words for."""
    found = [*vars(reasons).values(), *vars(refusals).values()]
    codes = [each.code for each in found if isinstance(each, Reason) and each not in NEVER_SENT]
    lines = "".join(f"  '{code}',\n" for code in codes)
    return f"{HEAD_OF_REFUSALS}\nexport const REFUSALS: readonly string[] = [\n{lines}]\n"


def pages() -> str:
    """The addresses of all pages, and what is known of each."""
    lines = "".join(f"  {_address(page)},\n" for page in PAGES)
    parts = [
        HEAD_OF_PAGES,
        "export type Screen = " + " | ".join(f"'{screen}'" for screen in _screens()) + "\n",
        "/** What stands in braces is a property of the screen. */",
        "export interface Route {",
        "  path: string",
        "  screen: Screen",
        "  properties?: Readonly<Record<string, string | boolean>>",
        "  /** What a visitor has of it without the server. */",
        f"  offline: {_type(get_type_hints(Page)['offline'])}",
        "  /** It asks the server once; opened offline, it is loaded again when the server is back. */",
        "  asksOnce?: true",
        "  /** The path of the page that this is a state of. */",
        "  within?: string",
        "}\n",
        f"export const ROUTES: readonly Route[] = [\n{lines}]\n",
        "/** What the server answers itself, with everything below. */",
        _constant("SERVER_PATHS", server_paths(), "readonly string[]"),
    ]
    return "\n".join(parts)


def _address(page: Page) -> str:
    """An entry of the table, without what goes without saying."""
    known: dict[str, object] = {"path": page.path, "screen": _screen(page)}
    if page.properties:
        known["properties"] = page.properties
    known["offline"] = page.offline
    if page.asks_once:
        known["asksOnce"] = True
    if page.within is not None:
        known["within"] = page.within
    return "{ " + ", ".join(f"{name}: {_value(value)}" for name, value in known.items()) + " }"


def _screen(page: Page) -> str:
    """The name of a component: ``Home`` of ``screens/Home.svelte``."""
    return page.component.split("/")[-1].removesuffix(".svelte")


def _screens() -> dict[str, str]:
    """The component of each screen, by its name."""
    return {_screen(page): page.component for page in PAGES}


def screens() -> str:
    """How each screen is fetched; the first one comes with the page itself."""
    (first, at_once), *others = _screens().items()
    fetched = "".join(f"  {name}: lazy(() => import('./{path}')),\n" for name, path in others)
    return (
        f"{HEAD_OF_PAGES}import type {{ Component }} from 'svelte'\n"
        "import { lazy } from './lazy'\n"
        "import type { Screen } from './pages'\n"
        f"import {first} from './{at_once}'\n\n"
        f"export {{ {first} }}\n\n"
        f"type Later = Exclude<Screen, '{first}'>\n"
        "// eslint-disable-next-line @typescript-eslint/no-explicit-any\n"
        "export const SCREENS: Readonly<Record<Later, () => Promise<{ default: Component<any> }>>> = {\n"
        f"{fetched}}}\n"
    )


def types() -> str:
    """The types of all messages."""
    structs = [struct for module in MODULES for struct in _declared_in(module)]
    parts = [HEAD, f"export const PROTOCOL = {protocol.PROTOCOL}\n"]
    parts += [_interface(struct) for struct in structs]
    parts += [f"export const DEFAULT_SETTINGS: TableSettings = {_literal(protocol.TableSettings())}\n"]
    parts += [f"export type {name} = {_names(getattr(protocol, name))}\n" for name in UNIONS]
    return "\n".join(parts)


def _declared_in(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The structs of a module, less its base class, which has no fields."""
    return [
        each
        for name, each in vars(module).items()
        if isinstance(each, type)
        and issubclass(each, msgspec.Struct)
        and each.__module__ == module.__name__
        and not name.startswith("_")
        and (each.__struct_fields__ or msgspec.Struct not in each.__bases__)
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
