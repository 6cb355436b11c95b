"""Facts of a table: everything that happened, in order. Its state is their replay.

Facts are stored as JSON, with choices and chance in the notation. The stored format changes only with a
numbered migration of the stores.
"""

import msgspec

from qwixx.notation import format_choice, format_outcome, parse_choice, parse_outcome
from qwixx.rules.chance import ChanceOutcome
from qwixx.rules.choices import Choice
from qwixx.tables.aggregate import Fact, read_fact
from qwixx.tables.chat import Reaction
from qwixx.tables.game.seed import GameSeed
from qwixx.tables.seats import Face, Seat


class StoredSettings(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Settings of a table besides the rules of its game, as they are stored; times are in seconds.

    ``hints``: whether players may ask for them. ``daily``: the day whose dice are rolled, as in 2026-11-16.
    ``public``: whether the table is listed; all others need its link.
    """

    time_limit: int | None = None
    patience: int = 60
    hints: bool = False
    daily: str | None = None
    public: bool = False


class Opened(Fact, frozen=True):
    """The table was opened. ``seats`` has a bot's name for each bot and null for each person."""

    game: str
    options: dict[str, str]
    seats: tuple[str | None, ...]
    settings: StoredSettings = StoredSettings()
    # Only tables with free seats have a join code.
    code: str | None = None


class SeatTaken(Fact, frozen=True):
    """A person took a seat."""

    seat: int
    name: str
    secret_hash: str
    face: Face
    contributes: bool = False


class Left(Fact, frozen=True):
    """A person gave up a seat before the first game, or was removed by the host."""

    seat: int
    name: str
    removed: bool = False


class Moved(Fact, frozen=True):
    """Two seats changed places before the first game."""

    seat: int
    to: int


class ProfileChanged(Fact, frozen=True):
    """A person has another name or face; null leaves it as it was."""

    seat: int
    name: str | None = None
    face: Face | None = None


class Committed(Fact, frozen=True):
    """The secret of the next game was drawn. Clients see only its hash until the end of that game."""

    secret: str


class Contributed(Fact, frozen=True):
    """A seat added to the seed of the game that has not drawn yet."""

    seat: int
    value: str


class Checkpoint(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The table before a game: with it, loading needs no replay of earlier games."""

    seats: tuple[Seat, ...]
    games: int = 0
    last_seq: int = 0
    # The seed of the game that begins; None for daily games and in the terminal.
    seed: GameSeed | None = None


class Started(Fact, frozen=True):
    """A game began. ``bots`` are all seats of bots, including those that were open.

    ``position`` is where it began, if not at the usual beginning: only a game that was resumed has one.
    """

    bots: dict[str, str]
    before: Checkpoint
    position: str | None = None


class ChanceDrawn(Fact, frozen=True):
    """Chance decided."""

    outcome: ChanceOutcome


class Chose(Fact, frozen=True):
    """A seat chose; in the common action the choice is hidden until all have chosen.

    ``late``: the person ran out of time, and the table chose.
    """

    seat: int
    choice: Choice
    late: bool = False


class Withdrew(Fact, frozen=True):
    """A seat withdrew its hidden choice."""

    seat: int


class Covered(Fact, frozen=True):
    """A bot plays for an absent person."""

    seat: int


class Returned(Fact, frozen=True):
    """The person is back; ``choices`` were made by bots meanwhile."""

    seat: int
    choices: int = 0


class RematchRequested(Fact, frozen=True):
    """A person wants a rematch, or has changed their mind."""

    seat: int
    wanted: bool = True


class Said(Fact, frozen=True):
    """A person said something to all."""

    seat: int
    text: str


class Reacted(Fact, frozen=True):
    """A person reacted to what happened."""

    seat: int
    reaction: Reaction


# Facts that advance a game.
GameFact = ChanceDrawn | Chose | Withdrew
# Facts about seats.
SeatFact = SeatTaken | Left | Moved | ProfileChanged | Covered | Returned | RematchRequested
ChatFact = Said | Reacted
AnyFact = Opened | SeatFact | Committed | Contributed | Started | GameFact | ChatFact


class _StoredChanceDrawn(Fact, frozen=True, tag="ChanceDrawn"):
    outcome: str


class _StoredChose(Fact, frozen=True, tag="Chose"):
    seat: int
    choice: str
    late: bool = False


AnyStoredFact = (
    Opened
    | SeatFact
    | Committed
    | Contributed
    | Started
    | _StoredChanceDrawn
    | _StoredChose
    | Withdrew
    | ChatFact
)

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder[AnyStoredFact](AnyStoredFact).decode


def encode(fact: AnyFact) -> bytes:
    """The stored form of a fact."""
    match fact:
        case Chose(seat, choice, late):
            return _encode(_StoredChose(seat, format_choice(choice), late))
        case ChanceDrawn(outcome):
            return _encode(_StoredChanceDrawn(format_outcome(outcome)))
        case _:
            return _encode(fact)


def decode(data: bytes) -> AnyFact:
    """The fact of a stored form; FactFormatError if it is not one of this version."""
    fact: AnyStoredFact = read_fact(_decode, data)
    match fact:
        case _StoredChose(seat, choice, late):
            return Chose(seat, parse_choice(choice), late)
        case _StoredChanceDrawn(outcome):
            return ChanceDrawn(parse_outcome(outcome))
        case _:
            return fact
