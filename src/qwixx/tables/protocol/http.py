"""The bodies and answers of HTTP requests."""

from typing import Literal

import msgspec

from qwixx.bots.levels import Character
from qwixx.coach.findings import Puzzle, Review
from qwixx.rules.colours import ColourName
from qwixx.rules.ruleset import GameName, PadGame
from qwixx.tables.protocol.happenings import GameHappening
from qwixx.tables.protocol.pads import PadMark
from qwixx.tables.protocol.values import (
    Commitment,
    Dice,
    PublicView,
    Reason,
    Sheet,
    Struct,
    TableInfo,
    TableSettings,
    View,
)
from qwixx.tables.seats import Face


class NewSeat(Struct):
    """A seat of a new table: a bot, or open for a person."""

    bot: str | None = None


class NewTable(Struct):
    """POST /api/tables. The first seat for a person is the creator's. If ``name`` is null, nobody sits at the
    table yet, and the first person who joins is the host. ``options`` are those of the rules.

    ``contributes`` promises a contribution to the seed of each game: the first draw waits for it, but not
    long. ``face``: without it a free one is drawn. The same ``key`` leads to the same table and seat, so that
    a client whose answer was lost can retry; see Join.
    """

    game: GameName
    seats: tuple[NewSeat, ...]
    name: str | None
    options: dict[str, str] = msgspec.field(default_factory=dict)
    settings: TableSettings = TableSettings()
    contributes: bool = False
    face: Face | None = None
    key: str | None = None


class NewPad(Struct):
    """POST /api/pads. Its creator has the first sheet. ``key`` is as in NewTable."""

    game: PadGame
    name: str
    key: str | None = None


class Join(Struct):
    """POST /api/tables/TABLE/join. ``contributes`` is as in NewTable. If the ``face`` is taken, or null, a
    free one is drawn.

    A client that retries with the same ``key``, because the answer was lost, gets the same seat. The key is
    equivalent to the secret of the seat: 16 random bytes as 32 hexadecimal digits, new for every seat.
    """

    name: str
    contributes: bool = False
    key: str | None = None
    face: Face | None = None


class FoundTable(Struct):
    """GET /api/codes/CODE: the table that waits for people with this code."""

    table: str


class Address(Struct):
    """GET /api/address: the address at which others can open pages of this server, without a path; null if
    only this computer can.
    """

    url: str | None


class PublicTables(Struct):
    """GET /api/tables: public tables with people, the latest first."""

    tables: tuple[TableInfo, ...]


class JoinPad(Struct):
    """POST /api/pads/PAD/join. ``key`` is as in Join."""

    name: str
    key: str | None = None


class PadQuestion(Struct):
    """POST /api/advice: ask what to choose at ``seat`` of a pad that is only on a device.

    ``logs`` are the marks in force of every sheet. ``active`` rolled ``dice``, which has the number
    ``rolled`` there: marks whose ``seen`` is at least that were made since.
    """

    logs: tuple[tuple[PadMark, ...], ...]
    seat: int
    active: int
    dice: Dice
    rolled: int


class Seated(Struct):
    """The answer to opening and joining: table, seat and commitments. The secret is in a cookie.

    ``seat`` is null, and there is no secret, for a table that was opened without a seat.
    """

    table: str
    seat: int | None
    commitments: tuple[Commitment, ...] = ()


class GameReview(Struct):
    """GET /api/tables/TABLE/review: the judged last game, and for each decision the view of its seat."""

    review: Review
    views: tuple[View, ...]


class PosedPuzzle(Struct):
    """GET /api/puzzle: a puzzle with its answer, the view of its seat, and the refusals of illegal taps."""

    puzzle: Puzzle
    view: View
    refusals: dict[str, Reason]


class Frequencies(Struct):
    """Counts of equally likely outcomes, in order, and Pearson's chi-squared test of them.

    ``p`` is the probability that fair chance is at least as uneven.
    """

    counts: tuple[int, ...]
    chi_squared: float
    degrees: int
    p: float


class Statistics(Struct):
    """GET /api/statistics: all rolls of games with fair dice on this server, finished or not.

    ``dice`` has the six faces of each die, the white ones together; ``white_pairs`` has 1+1, 1+2 to 6+6, the
    white dice in their order.
    """

    games: int
    rolls: int
    dice: dict[Literal["white", ColourName], Frequencies]
    white_pairs: Frequencies


class DailyDeal(Struct):
    """GET /api/daily and /api/daily/DATE: the daily games of a day, which are the same for all, by UTC.

    ``today`` ends in ``seconds_left``; days go back to ``first``. The puzzle is that of ``GET /api/puzzle``.
    """

    date: str
    today: str
    first: str
    seconds_left: int
    puzzle_game: GameName
    puzzle_seed: int


class DailyPar(Struct):
    """GET /api/daily/DATE/par: the exact expectation of best play, and its result with the dice of a day."""

    date: str
    expected: float
    total: int
    sheet: Sheet


class FirstDrawn(Struct, tag="first_drawn"):
    """The first player was drawn."""

    seat: int


class FirstSixRolled(Struct, tag="first_six_rolled"):
    """Seats rolled one die in turn until one had a six."""

    rolls: tuple[int, ...]


class DiceRolled(Struct, tag="dice_rolled"):
    """The dice were rolled."""

    dice: Dice


class CardsShuffled(Struct, tag="cards_shuffled"):
    """The new order of a pile, top first; the first of a game is the whole pack, before the deal."""

    cards: tuple[str, ...]


Drawn = FirstDrawn | FirstSixRolled | DiceRolled | CardsShuffled


class ReplaySeat(Struct):
    """The player of a seat; people have no ``character``."""

    name: str
    character: Character | None


class ReplayStep(Struct):
    """A public step, and the game after it.

    Sheets and hands repeat: ``sheets`` and ``hands`` are indices into those of the replay, by seat, and the
    ``sheets`` of the view are empty.
    """

    happened: tuple[GameHappening, ...]
    view: PublicView
    sheets: tuple[int, ...]
    hands: tuple[int, ...]


class ReplayTurn(Struct):
    """A turn: the step after which it begins, and its line of the text; turns count from 1."""

    begins: int
    text: str


class Replay(Struct):
    """A whole game, step by step. The first of its ``steps`` is the table before anything happened.

    ``text`` is its record, ``drawn`` all outcomes of chance, in order. ``began_at`` is Unix time, null if
    unknown; ``number`` counts the games of a table, and is null for a record from a client.
    """

    game: GameName
    options: dict[str, str]
    seats: tuple[ReplaySeat, ...]
    tags: dict[str, tuple[str, ...]]
    began_at: float | None
    number: int | None
    sheets: tuple[Sheet, ...]
    hands: tuple[tuple[str, ...], ...]
    steps: tuple[ReplayStep, ...]
    turns: tuple[ReplayTurn, ...]
    drawn: tuple[Drawn, ...]
    text: str


class RecordToReplay(Struct):
    """POST /api/replay: the text of a game, as docs/notation.md has it."""

    record: str


class Problem(Struct):
    """The answer to a refused request."""

    reason: Reason
