"""Happenings: what happened at a table, for all who are connected to it."""

from qwixx.rules.colours import ColourName
from qwixx.tables.chat import Reaction
from qwixx.tables.protocol.values import Dice, Outcome, Struct


class Joined(Struct, tag="joined"):
    seat: int
    name: str


class Left(Struct, tag="left"):
    """A person gave up the seat before the first game, or was ``removed`` by the host."""

    seat: int
    name: str
    removed: bool


class Moved(Struct, tag="moved"):
    """Two seats changed places before the first game, with all data of their players."""

    seat: int
    to: int


class Began(Struct, tag="began"):
    """The first player; ``rolls`` are those for the first six, seat by seat, if that decided."""

    seat: int
    rolls: tuple[int, ...] = ()


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
    colour: ColourName
    numbers: tuple[int, ...]


class Passed(Struct, tag="passed"):
    seat: int


class Locked(Struct, tag="locked"):
    seat: int
    colour: ColourName


class Penalised(Struct, tag="penalised"):
    seat: int
    penalties: int


class Ended(Struct, tag="ended"):
    outcome: Outcome


class Covered(Struct, tag="covered"):
    """A bot plays for a seat whose player is absent or has left."""

    seat: int


class Returned(Struct, tag="returned"):
    """The player is back in the seat, for which a bot has made ``choices`` in this game."""

    seat: int
    choices: int


class TimedOut(Struct, tag="timed_out"):
    """The time limit ran out: the player passed, or a bot chose where one may not pass."""

    seat: int
    passed: bool


class Said(Struct, tag="said"):
    """A person said something to all; the text is one line of plain text."""

    seat: int
    text: str


class Reacted(Struct, tag="reacted"):
    """A person reacted with one of a few symbols."""

    seat: int
    reaction: Reaction


# What happens in a game, and the chat.
GameHappening = (
    Joined
    | Left
    | Moved
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
    | TimedOut
)
Happening = GameHappening | Said | Reacted


class HappeningWithSeq(Struct):
    """A happening with its number at this table; numbers have no gaps."""

    seq: int
    what: Happening
