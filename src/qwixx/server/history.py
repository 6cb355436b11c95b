"""The state of a table as the replay of its facts."""

from dataclasses import dataclass, field, replace

from qwixx.notation import parse_choice, parse_outcome
from qwixx.play import Game
from qwixx.record import Record
from qwixx.rules.errors import QwixxError
from qwixx.rules.events import events
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset, ruleset
from qwixx.server import facts, protocol
from qwixx.server.views import happening

KEPT_HAPPENINGS = 200


@dataclass(frozen=True, slots=True)
class Seat:
    """A person's or a bot's place. A seat without either is open."""

    name: str | None = None
    bot: str | None = None
    secret_hash: str | None = None
    covered: bool = False
    wants_rematch: bool = False

    @property
    def is_open(self) -> bool:
        return self.name is None and self.bot is None


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything the facts say. ``version`` counts them; ``decision`` is the version that opened the
    decisions which seats owe now: a choice made against an older one comes too late.
    """

    rules: Ruleset
    seats: tuple[Seat, ...]
    time_limit: int | None
    patience: int
    version: int
    state: State | None = None
    turn: int = 0
    games: int = 0
    decision: int = 0
    past: tuple[facts.AnyFact, ...] = field(default=(), repr=False)
    happened: tuple[protocol.Numbered, ...] = field(default=(), repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """Every seat's name; bots are called after their seats."""
        return tuple(seat.name or f"Bot {number}" for number, seat in enumerate(self.seats, start=1))

    @property
    def is_playing(self) -> bool:
        return self.state is not None and not self.state.is_over

    @property
    def last_seq(self) -> int:
        return self.happened[-1].seq if self.happened else 0

    def record(self) -> Record:
        """The running or last game."""
        game = Game(self.rules, self.names)
        for fact in self.past:
            if isinstance(fact, facts.Chanced):
                game.apply_chance(parse_outcome(fact.outcome))
            elif isinstance(fact, facts.Chose):
                game.apply(fact.seat, fact.choice)
        return game.record


def opened(fact: facts.Opened) -> TableState:
    """A table just made."""
    rules = ruleset(fact.game, **fact.options)
    rules.check_players(len(fact.seats))
    seats = tuple(Seat(bot=bot) for bot in fact.seats)
    return TableState(rules, seats, fact.time_limit, fact.patience, version=1)


def replayed(past: list[facts.AnyFact]) -> TableState:
    """The state that facts lead to."""
    first, *others = past
    if not isinstance(first, facts.Opened):
        raise QwixxError("the history of a table begins with its opening")
    table = opened(first)
    for fact in others:
        table = after(table, fact)
    return table


def after(table: TableState, fact: facts.AnyFact) -> TableState:
    """The state after one more fact."""
    table = replace(table, version=table.version + 1)
    match fact:
        case facts.Sat(seat, name, secret_hash):
            sat = replace(table.seats[seat], name=name, secret_hash=secret_hash)
            return _told(_with_seat(table, seat, sat), protocol.Joined(seat, name))
        case facts.Started(bots):
            return _begun(table, bots)
        case facts.Chanced(outcome):
            assert table.state is not None
            return _moved(table, table.state, table.state.apply_chance(parse_outcome(outcome)), fact)
        case facts.Chose(seat, choice):
            assert table.state is not None
            return _moved(table, table.state, table.state.apply(seat, parse_choice(choice)), fact)
        case facts.Covered(seat):
            covered = replace(table.seats[seat], covered=True, wants_rematch=False)
            return _told(_with_seat(table, seat, covered), protocol.Covered(seat))
        case facts.Returned(seat):
            back = replace(table.seats[seat], covered=False)
            return _told(_with_seat(table, seat, back), protocol.Returned(seat))
        case facts.Wished(seat):
            return _with_seat(table, seat, replace(table.seats[seat], wants_rematch=True))
        case facts.Opened():
            raise QwixxError("a table is opened once")


def _with_seat(table: TableState, number: int, seat: Seat) -> TableState:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _begun(table: TableState, bots: dict[str, str]) -> TableState:
    seats = tuple(
        replace(seat, bot=bots.get(str(number), seat.bot), wants_rematch=False)
        for number, seat in enumerate(table.seats)
    )
    state = State.new(table.rules, len(seats))
    turn = int(state.phase is table.rules.turn[0])
    return replace(
        table, seats=seats, state=state, turn=turn, games=table.games + 1, decision=table.version, past=()
    )


def _moved(table: TableState, before: State, now: State, fact: facts.Chanced | facts.Chose) -> TableState:
    opens = now.phase is not before.phase
    turn = table.turn + (opens and now.phase is table.rules.turn[0])
    moved = replace(
        table,
        state=now,
        turn=turn,
        decision=table.version if opens else table.decision,
        past=(*table.past, fact),
    )
    return _told(moved, *map(happening, events(before, now)))


def _told(table: TableState, *news: protocol.Happening) -> TableState:
    if not news:
        return table
    first = table.last_seq + 1
    numbered = tuple(protocol.Numbered(seq, what) for seq, what in enumerate(news, start=first))
    return replace(table, happened=(*table.happened, *numbered)[-KEPT_HAPPENINGS:])
