"""What a table remembers: facts, in order. Its state is their replay."""

from typing import Any

import msgspec

from qwixx.notation import format_choice, format_outcome, parse_choice, parse_outcome
from qwixx.rules.chance import ChanceOutcome
from qwixx.rules.choices import Choice
from qwixx.server.tables.pad_facts import AnyPadFact
from qwixx.server.tables.seed import Seed
from qwixx.server.wire.protocol import Reaction, TableSettings


class Fact(msgspec.Struct, frozen=True, tag=True, tag_field="fact", gc=False):
    """Something that has happened for good."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's or a bot's place. A seat without either is open."""

    name: str | None = None
    bot: str | None = None
    # Of a person's secret only its hash is kept.
    secret_hash: str | None = None
    covered: bool = False
    wants_rematch: bool = False
    # Whether the person's client has promised to contribute to the seeds of games.
    contributes: bool = False

    @property
    def is_open(self) -> bool:
        return self.name is None and self.bot is None


class Checkpoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table was before a game began: with it nobody has to replay the games before."""

    seats: tuple[Seat, ...]
    games: int
    last_seq: int
    # Of the game that begins; tables from before there were fair dice have none.
    seed: Seed | None = None


class Opened(Fact, frozen=True):
    """The table was made. ``seats`` has a bot's name for each bot and null for each person."""

    game: str
    options: dict[str, str]
    seats: tuple[str | None, ...]
    settings: TableSettings = TableSettings()


class Sat(Fact, frozen=True, omit_defaults=True):
    """A person took a seat."""

    seat: int
    name: str
    secret_hash: str
    contributes: bool = False


class Committed(Fact, frozen=True):
    """The secret of the next game was drawn. People are told only its hash until that game is over."""

    secret: str


class Contributed(Fact, frozen=True):
    """A seat added to the seed of the game that has not drawn yet."""

    seat: int
    value: str


class Started(Fact, frozen=True):
    """A game began. ``bots`` are all seats that bots play, those that were left open among them."""

    bots: dict[str, str]
    # Games that began before there were checkpoints have none.
    before: Checkpoint | None = None


class Chanced(Fact, frozen=True):
    """Chance decided."""

    outcome: ChanceOutcome


class Chose(Fact, frozen=True):
    """A seat chose; in the common action it is hidden until all have chosen."""

    seat: int
    choice: Choice


class Withdrew(Fact, frozen=True):
    """A seat took its hidden choice back."""

    seat: int


class Covered(Fact, frozen=True):
    """A bot plays for a person who is gone."""

    seat: int


class Returned(Fact, frozen=True):
    """The person is back."""

    seat: int


class Wished(Fact, frozen=True):
    """A person wants a rematch."""

    seat: int


class Said(Fact, frozen=True):
    """A person said something to all."""

    seat: int
    text: str


class Reacted(Fact, frozen=True):
    """A person reacted to what happened."""

    seat: int
    reaction: Reaction


# What moves a game on; together they are its record.
GameFact = Chanced | Chose
# What changes who sits where.
SeatFact = Sat | Covered | Returned | Wished
# What people tell each other; it changes nothing else.
WordFact = Said | Reacted
AnyFact = Opened | SeatFact | Committed | Contributed | Started | GameFact | Withdrew | WordFact | AnyPadFact


# On disk: JSON, with choices and chance in the notation

# How the fact that begins a game begins on disk.
STARTED = b'{"fact":"Started",'


class _ChancedText(Fact, frozen=True, tag="Chanced"):
    outcome: str


class _ChoseText(Fact, frozen=True, tag="Chose"):
    seat: int
    choice: str


_Moved = _ChancedText | _ChoseText | Withdrew
_Stored = Opened | SeatFact | Committed | Contributed | Started | _Moved | WordFact | AnyPadFact

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder[_Stored](_Stored).decode


def encode(fact: AnyFact) -> bytes:
    """A fact as it is kept on disk."""
    match fact:
        case Chose(seat, choice):
            return _encode(_ChoseText(seat, format_choice(choice)))
        case Chanced(outcome):
            return _encode(_ChancedText(format_outcome(outcome)))
        case Opened():
            return _encode(_flat(fact))
        case _:
            return _encode(fact)


def decode(data: bytes) -> AnyFact:
    """A fact from disk, where this version or an earlier one has put it."""
    fact: _Stored = _decode(data)
    match fact:
        case _ChoseText(seat, choice):
            return Chose(seat, parse_choice(choice))
        case _ChancedText(outcome):
            return Chanced(parse_outcome(outcome))
        case Opened():
            return msgspec.structs.replace(fact, settings=_settings_in(data))
        case _:
            return fact


def _flat(fact: Opened) -> dict[str, Any]:
    """An opening with its settings beside its other fields, where they have always been."""
    fields = msgspec.to_builtins(fact)
    settings = fields.pop("settings")
    # Few tables have these, and those of earlier versions never.
    for rare in ("daily", "public"):
        if not settings[rare]:
            del settings[rare]
    return {**fields, **settings}


def _settings_in(data: bytes) -> TableSettings:
    fields = msgspec.json.decode(data, type=dict[str, Any])
    known = {name: fields[name] for name in TableSettings.__struct_fields__ if name in fields}
    # Tables that were opened before there was a coach have no hints.
    return msgspec.convert({"hints": False, **known}, TableSettings)
