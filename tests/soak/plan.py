"""The plan of a soak test: its duration, the number of tables, restarts, and the games played."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from qwixx.rules.ruleset import OPTIONS as RULE_OPTIONS
from qwixx.rules.ruleset import RULESETS, GameName
from qwixx.tables import protocol
from tests.strategies import NAMES

GAMES: tuple[GameName, ...] = ("dice", "cards", "cards_joker", "solo")
SIMPLE_BOTS = ("gap:1,2", "random", "gap:0,3")
THINKING_BOTS = ("novice", "casual", "solid", "solid", "strong")
OPTIONS = {
    name: {option: tuple(RULE_OPTIONS[option]) for option in rules.adjustable}
    for name, rules in RULESETS.items()
}
PATIENCE = 5
TIME_LIMITS = (None, None, None, 5, 6, 20)
# The part of a soak test without restarts, to measure memory, and the least useful duration of it.
CALM = (0.3, 0.7)
CALM_SECONDS = 60.0


@dataclass(frozen=True)
class Plan:
    """``life_seconds`` bounds the time between restarts, apart from one long period in the middle."""

    seconds: float
    seed: int = 1
    tables: int = 12
    life_seconds: tuple[float, float] = (8.0, 16.0)
    # The least number of restarts, however slow they are.
    least_ends: int = 0
    # Bounds of a player's thinking time.
    think_seconds: tuple[float, float] = (0.0, 0.12)
    # A table is abandoned after this time.
    table_seconds: float = 90.0
    most_tables: int = 10_000
    # The longest acceptable stall of a game after its players reconnect.
    silence_seconds: float = 10.0

    def lives(self, rng: random.Random) -> Iterator[float]:
        """The times between restarts, one after the other."""
        spent = 0.0
        calm_from, calm_to = (share * self.seconds for share in CALM)
        is_calm_worth_it = calm_to - calm_from >= CALM_SECONDS
        while True:
            if is_calm_worth_it and calm_from <= spent < calm_to:
                length = calm_to - spent
            else:
                length = rng.uniform(*self.life_seconds)
            spent += length
            yield length


class Party(NamedTuple):
    """A table to open, the players who join it, and the number of games they play."""

    new: protocol.NewTable
    people: tuple[str, ...]
    games: int


def with_thinking_bot() -> Party:
    """A table that makes the server load what thinking bots need."""
    seats = (protocol.NewSeat(), protocol.NewSeat("solid"))
    settings = protocol.TableSettings(patience=PATIENCE)
    return Party(protocol.NewTable("dice", seats, NAMES[0], settings=settings), NAMES[:1], games=1)


def party(rng: random.Random, game: GameName) -> Party:
    """A random table of a game, with random size, bots, options and limits."""
    size = 1 if game == "solo" else rng.choice((2, 2, 3, 4, 5))
    people = rng.randint(1, size)
    kinds = THINKING_BOTS if rng.random() < 0.35 else SIMPLE_BOTS
    bots: list[str | None] = [rng.choice(kinds) for _ in range(size - people)]
    seats: list[str | None] = [*bots, *[None] * people]
    rng.shuffle(seats)
    new = protocol.NewTable(
        game=game,
        seats=tuple(map(protocol.NewSeat, seats)),
        name=NAMES[0],
        options={name: rng.choice(values) for name, values in OPTIONS[game].items() if rng.random() < 0.5},
        settings=protocol.TableSettings(
            time_limit=rng.choice(TIME_LIMITS),
            patience=PATIENCE,
            # A hint in the solo game would have to solve it first, which takes minutes.
            hints=False if game == "solo" else rng.choice((None, True, True, False)),
        ),
    )
    # At some tables, one player never joins.
    coming = people if people == 1 or rng.random() < 0.8 else people - 1
    return Party(new, NAMES[:coming], rng.choice((1, 1, 2, 3)))
