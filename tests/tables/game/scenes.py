"""Tables for tests, and helpers to play at them."""

import random

import msgspec

from qwixx.notation import format_choice
from qwixx.rules.ruleset import GameName
from qwixx.tables import protocol
from qwixx.tables.game import facts
from qwixx.tables.game.opening import plan_opening
from qwixx.tables.game.table import Table
from qwixx.tables.presence import AWAY_SECONDS

# The patience setting of tables by `new_table`.
PATIENCE = 30.0


class RecordedTable(Table):
    """A table that records its facts, as a store would."""

    def __init__(self, past: list[facts.AnyFact], rng: random.Random | None = None) -> None:
        super().__init__("t", past, rng)
        self.past = list(past)

    def apply(self, new: list[facts.AnyFact], at: float) -> None:
        super().apply(new, at)
        self.past += new


def new_table(
    *bots: str | None,
    game: GameName = "dice",
    time_limit: int | None = None,
    committed: str | None = None,
    seed: int = 1,
) -> RecordedTable:
    """A table with these bots; None is a person's seat.

    Randomness comes from the seed, or from a committed secret.
    """
    seats = tuple(map(protocol.NewSeat, bots))
    settings = protocol.TableSettings(time_limit, int(PATIENCE))
    past: list[facts.AnyFact] = [plan_opening(protocol.NewTable(game, seats, "Ann", settings=settings))]
    if committed is not None:
        past.append(facts.Committed(committed))
    return RecordedTable(past, random.Random(seed))


def at_the_table(*names: str, bots: tuple[str, ...] = (), time_limit: int | None = None) -> RecordedTable:
    """A table with a running game of these people, followed by bots."""
    table = new_table(*(None for _ in names), *bots, time_limit=time_limit)
    for name in names:
        join(table, name)
    return table


def join(table: Table, name: str, at: float = 0.0) -> str:
    """Take the next seat for a person and connect; the secret of the seat."""
    planned, secret = table.plan_join(name)
    table.apply(planned, at)
    arrive(table, secret.seat, at)
    return secret.secret


def arrive(table: Table, seat: int, at: float = 0.0) -> None:
    """Connect a player."""
    table.presence.arrive(seat)
    table.apply(table.plan_arrival(seat), at)


def do(
    table: Table, seat: int | None, command: protocol.TableCommand, at: float = 0.0
) -> list[facts.AnyFact]:
    """Execute a command; the resulting facts."""
    planned = table.plan(seat, command)
    table.apply(planned, at)
    return planned


def choose(
    table: Table, seat: int, text: str | None = None, version: int | None = None
) -> list[facts.AnyFact]:
    """Make a choice (default: the first legal one) against a version (default: the current one)."""
    assert table.now.state is not None
    choice = text or format_choice(table.now.state.choices(seat)[0])
    return do(table, seat, protocol.Choose(1, table.now.version if version is None else version, choice))


def play_out(table: Table) -> None:
    """Play the first legal choices until the game is over."""
    while (state := table.now.state) is not None and not state.is_over:
        choose(table, min(state.to_act))


def tick(table: Table, at: float) -> list[facts.AnyFact]:
    """Tick at a time; the resulting facts."""
    planned = table.plan_tick(at)
    table.apply(planned, at)
    return planned


def gone(table: Table, seat: int, at: float = 0.0) -> None:
    """Disconnect a player and let time pass until the player counts as away."""
    table.presence.leave(seat, at)
    assert table.notice(at + AWAY_SECONDS)


def covered(table: Table, seat: int) -> bool:
    return table.now.seats[seat].covered


def update(table: Table, seat: int | None, since: int = 0, at: float = 0.0) -> protocol.Update:
    """The update for a subscriber at a seat that knows all events up to a sequence number."""
    return msgspec.json.decode(table.broadcast(at).update(seat, since), type=protocol.Update)


def played(games: int, seed: int = 1) -> list[facts.AnyFact]:
    """The facts of a table with this many finished games and a running one."""
    table = new_table(None, "gap:1,2", None, seed=seed)
    join(table, "Ann")
    join(table, "Ben")
    do(table, 2, protocol.Leave(1))
    while table.now.games <= games:
        state = table.now.state
        assert state is not None
        if state.is_over:
            do(table, 0, protocol.Rematch(1))
            do(table, 2, protocol.Rematch(1))
        else:
            seat = min(state.to_act)
            choose(table, seat, format_choice(state.choices(seat)[-1]))
    return table.past
