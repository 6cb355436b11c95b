"""Every message between a table and its clients, as typed structs. docs/protocol.md explains them.

The TypeScript types of the browser client are generated from this file (``make types``).
"""

from typing import Literal

import msgspec

from qwixx.bots.levels import Character
from qwixx.coach.findings import Advice, Puzzle, Review

PROTOCOL = 3

Colour = Literal["red", "yellow", "green", "blue"]
GameName = Literal["dice", "cards", "cards_joker", "solo"]
Reaction = Literal["well_done", "ouch", "lucky", "thinking", "thanks", "hurry"]
PadGame = Literal["dice", "cards", "cards_joker"]


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
    ``daily``: the day whose dice are rolled, as in 2026-11-16; null where chance decides.
    ``public``: whether anybody may find the table in a list; all others need its link.
    """

    time_limit: int | None = None
    patience: int = 60
    hints: bool | None = None
    daily: str | None = None
    public: bool = False


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


class Commitment(Struct):
    """That the server has fixed its secret for a game, counted from 1: the secret's hash, in hexadecimal
    digits, and the seats that have contributed to the seed of that game.
    """

    game: int
    hash: str
    contributed: tuple[int, ...]


class TableInfo(Struct):
    """Everything about a table that everybody at it knows. ``commitments`` are those to the running or last
    game and to the next, as far as there are any.
    """

    table: str
    game: GameName
    options: dict[str, str]
    seats: tuple[SeatInfo, ...]
    settings: TableSettings
    state: Literal["open", "playing", "over"]
    games_played: int
    commitments: tuple[Commitment, ...] = ()


class TableGlance(TableInfo, kw_only=True):
    """GET /api/tables/TABLE: a table as anybody with its link sees it from outside. ``to_act`` are the seats
    that the running or last game waits for, ``totals`` the points of all; both are empty before the first.
    """

    turn: int
    to_act: tuple[int, ...]
    totals: tuple[int, ...]


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


class Said(Struct, tag="said"):
    """A person said something to all; the text is one line, and nothing but text."""

    seat: int
    text: str


class Reacted(Struct, tag="reacted"):
    """A person reacted with one of a few signs."""

    seat: int
    reaction: Reaction


# What happens in a game, and what people tell each other beside it.
GameHappening = (
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
Happening = GameHappening | Said | Reacted


class Numbered(Struct):
    """One thing that happened, with its number at this table; numbers have no gaps."""

    seq: int
    what: Happening


# Score pads, where people write down what they do with real dice or cards


class PadMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What somebody wrote on their own sheet, or took back: ``undone`` is the ``n`` of that mark.

    ``n`` counts the marks of a seat in a game from 1, so that a mark may be sent twice. ``seen`` is the last
    ``seq`` that the device knew. ``late``: it belongs to the roll in which somebody else closed the row.
    A ``close`` says that somebody who has no sheet here has closed the row.
    """

    n: int
    kind: Literal["cross", "penalty", "undo", "close"]
    seen: int
    colour: Colour | None = None
    number: int | None = None
    undone: int | None = None
    late: bool = False


class Marked(Struct, tag="marked"):
    seat: int
    mark: PadMark


class RollEntered(Struct, tag="roll_entered"):
    """Somebody entered what ``seat`` has rolled; a coloured die that is null was not entered, or is out."""

    seat: int
    dice: Dice


class Finished(Struct, tag="finished"):
    """The game has ended, and everybody has written down what they had to."""

    seat: int


class Reopened(Struct, tag="reopened"):
    """The sheets are open again, since something on them is to be mended."""

    seat: int


class Renewed(Struct, tag="renewed"):
    """Another game with the same people, on empty sheets."""

    seat: int


PadHappening = Joined | Marked | RollEntered | Finished | Reopened | Renewed


class PadNumbered(Struct):
    """One thing that happened at a pad, with its number there; of rolls only the last is told."""

    seq: int
    what: PadHappening


class PadSeat(Struct):
    """Whose sheet it is, and whether their device is connected."""

    name: str
    present: bool


class PadInfo(Struct):
    """What there is to know about a pad beside what happened; ``games`` counts the running one, too."""

    pad: str
    game: PadGame
    seats: tuple[PadSeat, ...]
    games: int


# From the table


class Welcome(Struct, tag="welcome"):
    """The first message of a connection: who you are here. ``private_link`` brings you back to your seat.

    A table that nobody has used for ``kept_days`` is forgotten. ``chat``: whether people may talk to others.
    """

    protocol: int
    seat: int | None
    private_link: str | None
    kept_days: int
    chat: bool = True


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


class PadUpdate(Struct, tag="pad"):
    """A pad now: its sheets are the replay of what happened in this game.

    ``fresh``: what is sent is all of the running game, and takes the place of what the client has.
    """

    version: int
    fresh: bool
    happened: tuple[PadNumbered, ...]
    info: PadInfo


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


ServerMessage = Welcome | Update | PadUpdate | Done | Refused | Answer | Hinted


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


class Contribute(Struct, tag="contribute"):
    """Add to the seed of a game, before its first draw: 16 random bytes as 32 hexadecimal digits.

    Each seat adds once to each game; the same value again does no harm.
    """

    id: int
    game: int
    value: str


class Hint(Struct, tag="hint"):
    """What would you choose? Only where the table allows it."""

    id: int


class Say(Struct, tag="say"):
    """Tell everybody at the table a line of text. It takes no seat back and moves no game on."""

    id: int
    text: str


class React(Struct, tag="react"):
    """Show everybody at the table one of a few signs."""

    id: int
    reaction: Reaction


# To a score pad. ``game`` says which of its games is meant.


class Write(Struct, tag="write"):
    """Write a mark on one's own sheet."""

    id: int
    game: int
    mark: PadMark


class EnterRoll(Struct, tag="enter_roll"):
    """Say what ``seat`` has rolled."""

    id: int
    game: int
    seat: int
    dice: Dice


class Finish(Struct, tag="finish"):
    """Everybody has written down the last action: show the result."""

    id: int
    game: int


class Reopen(Struct, tag="reopen"):
    """Back to the sheets."""

    id: int
    game: int


class Renew(Struct, tag="renew"):
    """Another game with the same people."""

    id: int
    game: int


# What changes a table or a pad, what only asks, and what people tell each other.
PadCommand = Write | EnterRoll | Finish | Reopen | Renew
Command = Choose | Withdraw | Start | Leave | Rematch | Contribute | PadCommand
Word = Say | React
ClientMessage = Command | Ask | Hint | Word


# Over HTTP


class NewSeat(Struct):
    """A seat of a new table: a bot, or open for a person."""

    bot: str | None = None


class NewTable(Struct):
    """POST /api/tables. The first seat for a person is the creator's. ``options`` are those of the rules.

    ``contributes`` promises a contribution to the seed of each game: the first draw waits for it, a while.
    """

    game: GameName
    seats: tuple[NewSeat, ...]
    name: str
    options: dict[str, str] = {}
    settings: TableSettings = TableSettings()
    contributes: bool = False


class NewPad(Struct):
    """POST /api/pads. Whoever opens a pad has its first sheet."""

    game: PadGame
    name: str


class Join(Struct):
    """POST /api/tables/TABLE/join. ``contributes`` is as in NewTable.

    Whoever joins again with the same ``key``, because the answer was lost, gets the seat they have. It is as
    good as the secret of the seat: 16 random bytes as 32 hexadecimal digits, made anew for every seat.
    """

    name: str
    contributes: bool = False
    key: str | None = None


class PublicTables(Struct):
    """GET /api/tables: public tables at which people are, those opened last first."""

    tables: tuple[TableInfo, ...]


class JoinPad(Struct):
    """POST /api/pads/PAD/join. ``key`` is as in Join."""

    name: str
    key: str | None = None


class PadQuestion(Struct):
    """POST /api/advice: what would you choose at ``seat`` of a pad that only its own device knows?

    ``logs`` are the marks of every sheet that were not taken back. ``active`` rolled ``dice``, which happened
    there with the number ``rolled``: marks whose ``seen`` is as great were made since.
    """

    logs: tuple[tuple[PadMark, ...], ...]
    seat: int
    active: int
    dice: Dice
    rolled: int


class Seated(Struct):
    """The answer to both: the table, the seat, and the table's commitments. The secret is in a cookie."""

    table: str
    seat: int
    commitments: tuple[Commitment, ...] = ()


class GameReview(Struct):
    """GET /api/tables/TABLE/review: the last game, judged, and for each decision what its seat saw."""

    review: Review
    views: tuple[View, ...]


class PosedPuzzle(Struct):
    """GET /api/puzzle: a puzzle with its answer, what the seat in question sees, and why not the rest."""

    puzzle: Puzzle
    view: View
    refusals: dict[str, Reason]


class Frequencies(Struct):
    """How often outcomes came that are equally likely, in order, and Pearson's chi-squared test of it.

    ``p`` is how likely fair chance is to be at least so uneven.
    """

    counts: tuple[int, ...]
    chi_squared: float
    degrees: int
    p: float


class Statistics(Struct):
    """GET /api/statistics: the dice of all games with fair dice that have ended on this server.

    ``dice`` has the six faces of each die, the white ones together; ``white_pairs`` has 1+1, 1+2 to 6+6, the
    white dice in the order they lie.
    """

    games: int
    rolls: int
    dice: dict[Literal["white", "red", "yellow", "green", "blue"], Frequencies]
    white_pairs: Frequencies


class DailyDeal(Struct):
    """GET /api/daily and /api/daily/DATE: what is the same for everybody on a day, by the server's UTC.

    ``today`` ends in ``seconds_left``; days go back to ``first``. The puzzle is that of ``GET /api/puzzle``.
    """

    date: str
    today: str
    first: str
    seconds_left: int
    puzzle_game: GameName
    puzzle_seed: int


class DailyPar(Struct):
    """GET /api/daily/DATE/par: what best play expects of any dice, exactly, and makes of those of the day."""

    date: str
    expected: float
    total: int
    sheet: Sheet


class FirstDrawn(Struct, tag="first_drawn"):
    """Chance drew who begins."""

    seat: int


class FirstSixRolled(Struct, tag="first_six_rolled"):
    """Seats rolled one die in turn until somebody had a six."""

    rolls: tuple[int, ...]


class DiceRolled(Struct, tag="dice_rolled"):
    """The dice as they were rolled."""

    dice: Dice


class CardsShuffled(Struct, tag="cards_shuffled"):
    """A pile in its new order, top first; the first of a game is the whole pack, before anything is dealt."""

    cards: tuple[str, ...]


Drawn = FirstDrawn | FirstSixRolled | DiceRolled | CardsShuffled


class ReplaySeat(Struct):
    """Who played somewhere; people have no ``character``."""

    name: str
    character: Character | None


class ReplayStep(Struct):
    """What everybody saw happen, and the game after it.

    Sheets and hands repeat: ``sheets`` and ``hands`` are places in those of the replay, by seat, and the
    view's own ``sheets`` are left out.
    """

    happened: tuple[GameHappening, ...]
    view: PublicView
    sheets: tuple[int, ...]
    hands: tuple[int, ...]


class ReplayTurn(Struct):
    """A turn: the step that it begins after, and its line of the text; turns count from 1."""

    begins: int
    text: str


class Replay(Struct):
    """A whole game to look at again. The first of its ``steps`` is the table before anything happened.

    ``text`` is its record, ``drawn`` everything that chance decided, in order. ``began_at`` is Unix time, and
    null where nobody knows; ``number`` counts the games of a table, and is null for a record from elsewhere.
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
    """The answer to a request that was refused."""

    reason: Reason


encode = msgspec.json.Encoder().encode
