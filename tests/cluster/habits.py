"""Kinds of tables in a cluster run: tables whose stalls are measured, slow players, and unruly players."""

import random

from qwixx.rules.ruleset import GameName
from qwixx.tables import protocol
from tests.cluster.attendance import NOTICING_SECONDS
from tests.soak import whims
from tests.soak.connection import Connection
from tests.soak.person import Person, Whims
from tests.soak.plan import PATIENCE, SIMPLE_BOTS, THINKING_BOTS, Party, party
from tests.soak.sitting import UNRULY, Habits
from tests.strategies import NAMES

SHORTEST_LIMIT = 5

# Nothing in it delays the other players.
BRISK = Whims(
    deciding=[
        (0.04, whims.ask),
        (0.02, whims.choose_illegally),
        (0.02, whims.choose_too_late),
        (0.03, whims.tap_twice),
        (0.01, whims.choose_and_close),
        (0.01, whims.change_device),
        (0.01, whims.look_around),
        (0.01, whims.command_out_of_turn),
    ],
    waiting=[(0.08, whims.change_mind), (0.08, whims.withdraw), (0.02, whims.ask)],
)


async def vanish(person: Person, connection: Connection) -> None:
    """Stay away longer than the others wait, so that a bot takes over."""
    person.away = NOTICING_SECONDS + PATIENCE + 2.0


LATE = Whims(
    deciding=[(0.4, whims.dawdle), (0.05, vanish)],
    waiting=[(0.05, whims.change_mind), (0.05, whims.withdraw)],
)


def of_several(rng: random.Random, game: GameName, limit: int | None = None) -> Party:
    """A table where every player joins, with instant bots and thinking bots."""
    if game == "solo":
        return party(rng, game)
    people = rng.choice((2, 2, 3))
    bots = [rng.choice(kinds) for kinds in (SIMPLE_BOTS, THINKING_BOTS) if rng.random() < 0.5]
    seats: list[str | None] = [*bots, *[None] * people]
    rng.shuffle(seats)
    settings = protocol.TableSettings(time_limit=limit, patience=PATIENCE, hints=True)
    new = protocol.NewTable(game, tuple(map(protocol.NewSeat, seats)), NAMES[0], settings=settings)
    return Party(new, NAMES[:people], rng.choice((1, 2, 3)))


def with_limit(rng: random.Random, game: GameName) -> Party:
    """A table with a time limit, so that the server decides for slow players."""
    return of_several(rng, "dice" if game == "solo" else game, SHORTEST_LIMIT)


LIVELY = Habits(of_several, BRISK)
SLOW = Habits(with_limit, LATE)
# The kinds of tables of a cluster run, in rotation.
TURNS = (LIVELY, LIVELY, SLOW, LIVELY, UNRULY)
