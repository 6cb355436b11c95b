"""Every message between a table and its clients, as typed structs. docs/protocol.md explains them.

The TypeScript types of the browser client are generated from this file (``make types``).
"""

from typing import Literal

import msgspec

from qwixx.bots.levels import Character
from qwixx.coach.findings import Advice, Puzzle, Review

PROTOCOL = 2

Colour = Literal["red", "yellow", "green", "blue"]
GameName = Literal["dice", "cards", "cards_joker", "solo"]


class Struct(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """What all messages share: unknown fields are errors; none forms a cycle, so ``gc=False`` is safe."""


class Reason(Struct):
    """Why something is refused: the rule, a code to translate by, its particulars, and English words."""

    rule: str
    code: str
    details: dict[str, str | int | tuple[int, ...]]
    text: str


class Choice(Struct):
    """A legal choice. ``text`` is sent back to make it; the rest is for drawing it."""

    text: str
    kind: Literal["pass", "cross", "draw", "play"]
    colour: Colour | None = None
    numbers: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


class Sheet(Struct):
    """One sheet: crossed numbers of each row in row order, points of each row, and the total."""

    rows: tuple[tuple[int, ...], ...]
    locks: tuple[Colour, ...]
    penalties: int
    points: tuple[int, ...]
    total: int


class Dice(Struct):
    """The roll; a coloured die that is out of the game is null. Colours in order of the sheet."""

    white: tuple[int, int]
    coloured: tuple[int | None, ...]


class Outcome(Struct):
    """How a game ended."""

    reason: Literal["two_rows", "four_penalties"]
    totals: tuple[int, ...]
    places: tuple[int, ...]


class PublicView(Struct):
    """The game as everybody may see it. ``crossed_with``: the active player's cross in the common action."""

    phase: Literal["start", "deal", "roll", "common", "own", "draw", "shuffle", "play", "over"]
    turn: int
    active: int
    to_act: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    closed_rows: tuple[Colour, ...]
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
    """The game as one seat may see it: its own, and what is public. A card is ``R4``, a joker ``J4``."""

    seat: int | None
    chosen: Choice | None
    choices: tuple[Choice, ...]
    hand: tuple[str, ...]
    public: PublicView


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What is settled for a table beside the rules of its game; times are in seconds.

    ``hints``: whether players may ask for them; null, in a request, lets a person who plays with bots alone.
    """

    time_limit: int | None = None
    patience: int = 60
    hints: bool | None = None


class SeatInfo(Struct):
    """Who sits somewhere. ``name`` is null while a seat is open; ``character`` says who plays for a ``bot``.

    ``covered``: a simple bot plays for a person who is gone, or for a ``bot`` that this server does not know.
    """

    name: str | None
    bot: str | None
    character: Character | None
    present: bool
    covered: bool
    rematch: bool


class TableInfo(Struct):
    """Everything about a table that everybody at it knows."""

    table: str
    game: GameName
    options: dict[str, str]
    seats: tuple[SeatInfo, ...]
    settings: TableSettings
    state: Literal["open", "playing", "over"]
    games_played: int


# What happened, for everybody


class Joined(Struct, tag="joined"):
    seat: int
    name: str


class Began(Struct, tag="began"):
    seat: int


class Rolled(Struct, tag="rolled"):
    seat: int
    dice: Dice


class Drew(Struct, tag="drew"):
    seat: int
    places: tuple[int, ...]
    numbers: tuple[int, ...]


class Reshuffled(Struct, tag="reshuffled"):
    cards: int


class Played(Struct, tag="played"):
    seat: int
    cards: tuple[str, ...]


class Crossed(Struct, tag="crossed"):
    seat: int
    colour: Colour
    numbers: tuple[int, ...]


class Passed(Struct, tag="passed"):
    seat: int


class Locked(Struct, tag="locked"):
    seat: int
    colour: Colour


class Penalised(Struct, tag="penalised"):
    seat: int
    penalties: int


class Ended(Struct, tag="ended"):
    outcome: Outcome


class Covered(Struct, tag="covered"):
    """A bot plays for a seat whose player is gone, or has left."""

    seat: int


class Returned(Struct, tag="returned"):
    """The player is back in the seat."""

    seat: int


Happening = (
    Joined
    | Began
    | Rolled
    | Drew
    | Reshuffled
    | Played
    | Crossed
    | Passed
    | Locked
    | Penalised
    | Ended
    | Covered
    | Returned
)


class Numbered(Struct):
    """One thing that happened, with its number at this table; numbers have no gaps."""

    seq: int
    what: Happening


# From the table


class Welcome(Struct, tag="welcome"):
    """The first message of a connection: who you are here. ``private_link`` brings you back to your seat.

    A table that nobody has used for ``kept_days`` is forgotten.
    """

    protocol: int
    seat: int | None
    private_link: str | None
    kept_days: int


class Update(Struct, tag="update"):
    """The table now, and what happened since the number the client knows.

    ``fresh`` says that earlier happenings are left out. ``version`` counts every change, also hidden
    ones; a choice is made against it. ``seconds_left`` is what the time limit leaves for a decision.
    """

    version: int
    fresh: bool
    happened: tuple[Numbered, ...]
    info: TableInfo
    view: View | None
    seconds_left: float | None


class Done(Struct, tag="done"):
    """A command was carried out and is on disk."""

    id: int
    version: int


class Refused(Struct, tag="refused"):
    """A command was not carried out; nothing has changed."""

    id: int | None
    reason: Reason


class Answer(Struct, tag="answer"):
    """Why a choice may not be made, or null if it may."""

    id: int
    choice: str
    reason: Reason | None


class Hinted(Struct, tag="hinted"):
    """What a seat could choose in ``version``, the best first; judged by what the seat sees."""

    id: int
    version: int
    advice: Advice


ServerMessage = Welcome | Update | Done | Refused | Answer | Hinted


# To the table


class Choose(Struct, tag="choose"):
    """Make a choice, or replace a hidden one. ``version`` is what the client saw when it chose."""

    id: int
    version: int
    choice: str


class Withdraw(Struct, tag="withdraw"):
    """Take a hidden choice back, which may be done until all have chosen."""

    id: int
    version: int


class Ask(Struct, tag="ask"):
    """Why may I not choose this?"""

    id: int
    choice: str


class Start(Struct, tag="start"):
    """Begin now; bots take the seats that are still open."""

    id: int


class Leave(Struct, tag="leave"):
    """Let a bot play on for me; any other command takes the seat back, a question does not."""

    id: int


class Rematch(Struct, tag="rematch"):
    """Another game with the same people; it begins when every present person wants it."""

    id: int


class Hint(Struct, tag="hint"):
    """What would you choose? Only where the table allows it."""

    id: int


# What changes a table, and what only asks.
Command = Choose | Withdraw | Start | Leave | Rematch
ClientMessage = Command | Ask | Hint


# Over HTTP


class NewSeat(Struct):
    """A seat of a new table: a bot, or open for a person."""

    bot: str | None = None


class NewTable(Struct):
    """POST /api/tables. The first seat for a person is the creator's. ``options`` are those of the rules."""

    game: GameName
    seats: tuple[NewSeat, ...]
    name: str
    options: dict[str, str] = {}
    settings: TableSettings = TableSettings()


class Join(Struct):
    """POST /api/tables/TABLE/join."""

    name: str


class Seated(Struct):
    """The answer to both: the table and the seat. The secret is in a cookie."""

    table: str
    seat: int


class GameReview(Struct):
    """GET /api/tables/TABLE/review: the last game, judged, and for each decision what its seat saw."""

    review: Review
    views: tuple[View, ...]


class PosedPuzzle(Struct):
    """GET /api/puzzle: a puzzle with its answer, what the seat in question sees, and why not the rest."""

    puzzle: Puzzle
    view: View
    refusals: dict[str, Reason]


class Problem(Struct):
    """The answer to a request that was refused."""

    reason: Reason


encode = msgspec.json.Encoder().encode
