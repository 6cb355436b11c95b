"""What a table remembers on disk: facts, in order. Its state is their replay."""

import msgspec


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

    @property
    def is_open(self) -> bool:
        return self.name is None and self.bot is None


class Checkpoint(msgspec.Struct, frozen=True):
    """What a table was before a game began: with it nobody has to replay the games before."""

    seats: tuple[Seat, ...]
    games: int
    last_seq: int


class Opened(Fact, frozen=True):
    """The table was made. ``seats`` has a bot's name for each bot and null for each person."""

    game: str
    options: dict[str, str]
    seats: tuple[str | None, ...]
    time_limit: int | None
    patience: int
    # Tables that were opened before there was a coach have none.
    hints: bool = False


class Sat(Fact, frozen=True):
    """A person took a seat."""

    seat: int
    name: str
    secret_hash: str


class Started(Fact, frozen=True):
    """A game began. ``bots`` are all seats that bots play, those that were left open among them."""

    bots: dict[str, str]
    # Games that began before there were checkpoints have none.
    before: Checkpoint | None = None


class Chanced(Fact, frozen=True):
    """Chance decided, in the notation."""

    outcome: str


class Chose(Fact, frozen=True):
    """A seat chose, in the notation; in the common action it is hidden until all have chosen."""

    seat: int
    choice: str


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


# What moves a game on; together they are its record.
GameFact = Chanced | Chose
AnyFact = Opened | Sat | Started | GameFact | Withdrew | Covered | Returned | Wished

encode = msgspec.json.Encoder().encode
# How the fact that begins a game begins on disk.
STARTED = b'{"fact":"Started",'
decode = msgspec.json.Decoder[AnyFact](AnyFact).decode
