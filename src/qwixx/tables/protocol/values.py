"""The values that messages are made of: reasons, choices, sheets, views, and what is public about a table."""

from collections.abc import Callable
from typing import Literal

import msgspec

from qwixx.bots.levels import Character
from qwixx.rules.colours import ColourName
from qwixx.rules.ruleset import GameName, PhaseName
from qwixx.rules.scoring import EndName
from qwixx.tables.seats import Face

PROTOCOL = 4

encode: Callable[[object], bytes] = msgspec.json.Encoder().encode


class Struct(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """The base of all messages: unknown fields are errors; none forms a cycle, so ``gc=False`` is safe."""


class Reason(Struct):
    """Why a request is refused: the rule, a code for translation, its details, and an English sentence."""

    rule: str
    code: str
    details: dict[str, str | int | tuple[int, ...]]
    text: str


class Choice(Struct):
    """A legal choice. ``text`` is sent back to make it; the rest is for display."""

    text: str
    kind: Literal["pass", "cross", "draw", "play"]
    colour: ColourName | None = None
    numbers: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


class Sheet(Struct):
    """One sheet: crossed numbers of each row in row order, points of each row, and the total."""

    rows: tuple[tuple[int, ...], ...]
    locks: tuple[ColourName, ...]
    penalties: int
    points: tuple[int, ...]
    total: int


class Dice(Struct):
    """The roll; a coloured die that is out of the game is null. Colours in order of the sheet."""

    white: tuple[int, int]
    coloured: tuple[int | None, ...]


class Outcome(Struct):
    """How a game ended."""

    reason: EndName
    totals: tuple[int, ...]
    places: tuple[int, ...]


class PublicView(Struct):
    """The public view of the game. ``crossed_with``: the active player's cross in the common action."""

    phase: PhaseName
    turn: int
    active: int
    to_act: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    closed_rows: tuple[ColourName, ...]
    dice: Dice | None
    common_number: int | None
    crossed: bool
    crossed_with: Choice | None
    outcome: Outcome | None
    hand_sizes: tuple[int, ...]
    hand_numbers: tuple[tuple[int, ...], ...] | None
    display: tuple[int | None, ...]
    deck_top: int | None
    deck_count: int
    discard_count: int


class View(Struct):
    """The view of one seat: its private part, and the public one. A card is ``R4``, a joker ``J4``."""

    seat: int | None
    chosen: Choice | None
    choices: tuple[Choice, ...]
    hand: tuple[str, ...]
    public: PublicView


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The settings of a table besides the rules of its game; times are in seconds.

    ``hints``: whether players may ask for them; null, in a request, lets a person who plays with bots alone.
    ``daily``: the day whose dice are rolled, as in 2026-11-16; null where chance decides.
    ``public``: whether the table is listed; all others need its link.
    """

    time_limit: int | None = None
    patience: int = 60
    hints: bool | None = None
    daily: str | None = None
    public: bool = False


class SeatInfo(Struct):
    """A seat. ``name`` is null while it is open; ``character`` is that of the ``bot``.

    ``face``: the animal of a person; no two people at a table have the same.
    ``covered``: a simple bot plays for an absent person, or for a ``bot`` that this server does not know.
    """

    name: str | None
    bot: str | None
    character: Character | None
    face: Face | None
    present: bool
    covered: bool
    rematch: bool


class Commitment(Struct):
    """The server's commitment to its secret for a game, counted from 1: the secret's hash, in hexadecimal
    digits, and the seats that have contributed to the seed of that game.
    """

    game: int
    hash: str
    contributed: tuple[int, ...]


class TableInfo(Struct):
    """The public information about a table. ``commitments`` are those to the running or last game and to
    the next, where they exist.

    ``host``: the seat that may start the game, move people and remove them before the first game; null while
    no person is seated. ``code``: six letters that lead to the table, as long as it has free seats.
    """

    table: str
    game: GameName
    options: dict[str, str]
    seats: tuple[SeatInfo, ...]
    settings: TableSettings
    state: Literal["open", "playing", "over"]
    games_played: int
    commitments: tuple[Commitment, ...] = ()
    host: int | None = None
    code: str | None = None


class TableSummary(TableInfo, kw_only=True):
    """GET /api/tables/TABLE: a table as a visitor with its link sees it. ``to_act`` are the seats that the
    running or last game waits for, ``totals`` the points of all; both are empty before the first game.
    """

    turn: int
    to_act: tuple[int, ...]
    totals: tuple[int, ...]
