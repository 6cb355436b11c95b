"""Seats: the name and face of each player."""

import random
from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from qwixx.record import checked_names
from qwixx.rules.errors import QwixxError
from qwixx.tables import refusals
from qwixx.tables.chat import limit_combining_marks
from qwixx.tables.refusals import Refusal

# For people at tables and pads, also in the client. Records of other programs may have longer names.
LONGEST_NAME = 20

# The animals that stand for people; bots look like people.
Face = Literal[
    "cat",
    "rabbit",
    "bear",
    "owl",
    "fox",
    "frog",
    "mouse",
    "penguin",
    "sheep",
    "elephant",
    "octopus",
    "dog",
]
FACES: tuple[Face, ...] = get_args(Face)


class Seat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A person's or a bot's place. A seat without either is open."""

    name: str | None = None
    bot: str | None = None
    # Only the hash of a person's secret is stored.
    secret_hash: str | None = None
    covered: bool = False
    wants_rematch: bool = False
    # Whether the person's client has promised to contribute to the seeds of games.
    contributes: bool = False
    # The choices of bots for the person in the running or last game, since they took over.
    bot_choices: int = 0
    face: Face | None = None
    # The version of the table at which the person sat down: the host is the one who came first.
    since: int = 0

    @property
    def is_open(self) -> bool:
        return self.name is None and self.bot is None


def free_faces(seats: Sequence[Seat]) -> list[Face]:
    """The faces that no person at these seats has."""
    taken = {seat.face for seat in seats}
    return [face for face in FACES if face not in taken]


def face_for(wanted: Face | None, seats: Sequence[Seat], rng: random.Random) -> Face:
    """The wanted face, if it is free; any other free one otherwise."""
    free = free_faces(seats)
    return wanted if wanted in free else rng.choice(free)


def check_new_name(name: str, people: Sequence[str]) -> None:
    """Refuse a name that is invalid, or that people could mistake for one at the table."""
    try:
        checked_names([name])
    except QwixxError as error:
        raise Refusal(refusals.BAD_NAME(longest=LONGEST_NAME)) from error
    if len(name) > LONGEST_NAME or limit_combining_marks(name) != name:
        raise Refusal(refusals.BAD_NAME(longest=LONGEST_NAME))
    try:
        checked_names([*people, name])
    except QwixxError as error:
        raise Refusal(refusals.NAME_TAKEN(name=name)) from error
