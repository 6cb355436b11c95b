"""The state of a table as the replay of its facts."""

from functools import lru_cache
from itertools import count
from typing import Literal, NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from qwixx.bots.levels import character_of
from qwixx.daily import DAILY_TAG
from qwixx.gameplay import steps_after
from qwixx.notation import parse_position
from qwixx.record import ChanceStep, Record, Step, free_name, look_alike
from qwixx.rules.choices import PASS
from qwixx.rules.errors import OperationalError
from qwixx.rules.events import Event, events
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset, ruleset_with
from qwixx.tables.game import facts
from qwixx.tables.game.facts import StoredSettings
from qwixx.tables.game.seed import GameSeed
from qwixx.tables.seats import Seat

REMEMBERED_HAPPENINGS = 200


class TimedOut(NamedTuple):
    """The time limit ran out: the player passed, or a bot chose where passing is not allowed."""

    seat: int
    passed: bool


# Public happenings: events of the game, and facts about people.
TableEvent = (
    facts.SeatTaken
    | facts.Left
    | facts.Moved
    | facts.Covered
    | facts.Returned
    | TimedOut
    | facts.Said
    | facts.Reacted
)
Happening = Event | TableEvent


class Happened(NamedTuple):
    """A happening with its sequence number at this table, without gaps."""

    seq: int
    what: Happening


class TableState(msgspec.Struct, frozen=True):
    """The state after all facts. ``version`` counts them; ``decision`` is the version that opened the
    decisions that seats owe now: a choice made against an older one is stale.
    """

    rules: Ruleset
    seats: tuple[Seat, ...]
    settings: StoredSettings
    version: int
    state: State | None = None
    turn: int = 0
    games: int = 0
    decision: int = 0
    # The number of draws in the running or last game.
    draws: int = 0
    # The record of the running or last game. Hidden choices are not in it; they are pending in ``state``.
    steps: tuple[Step, ...] = ()
    # The position in which the game began, if not the usual one.
    position: State | None = None
    # The latest happenings, up to number ``last_seq``.
    happened: tuple[Happened, ...] = ()
    last_seq: int = 0
    # The seed of the running or last game, and that of the next, which is fixed in advance.
    seed: GameSeed | None = None
    next_seed: GameSeed | None = None
    # The seats of chat messages since the last game began, or since the table was opened.
    chat_seats: tuple[int, ...] = ()
    code: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Every seat's name; an open seat has an empty one."""
        return tuple(seat.name or "" for seat in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, in the order in which they sat down."""
        return _people_at(self.seats)

    @property
    def is_playing(self) -> bool:
        return self.state is not None and not self.state.is_over

    @property
    def stage(self) -> Literal["open", "playing", "over"]:
        if self.state is None:
            return "open"
        return "over" if self.state.is_over else "playing"

    @property
    def has_drawn(self) -> bool:
        """Whether anything was drawn in the running or last game, which fixes its seed."""
        return self.draws > 0

    @property
    def owes_contributions(self) -> bool:
        """Whether the first draw of a game waits for promised contributions to its seed."""
        seed = self.seed
        if seed is None or not self.is_playing or self.has_drawn:
            return False
        return any(
            seat.contributes and not seat.covered and number not in seed.contributions
            for number, seat in enumerate(self.seats)
        )

    def happened_since(self, seq: int) -> tuple[Happened, ...]:
        """The happenings after a sequence number, as far as they are remembered."""
        new = self.last_seq - seq
        return self.happened[-new:] if new > 0 else ()

    def remembers_since(self, seq: int) -> bool:
        """Whether all happenings after a sequence number are remembered; false for future numbers."""
        return 0 <= self.last_seq - seq <= len(self.happened)

    def record(self) -> Record:
        """The running or last game. The secret of its seed is in the record only after the end."""
        return Record(self.rules, self.names, self.steps, self._tags(), self.position)

    def _tags(self) -> tuple[tuple[str, str], ...]:
        """The tags of the record about the source of its chance."""
        if self.settings.daily is not None:
            return ((DAILY_TAG, self.settings.daily),)
        return () if self.seed is None or self.is_playing else self.seed.tags()


# Cached: needed for every update and tick, while seats seldom change.
@lru_cache(maxsize=1 << 12)
def _people_at(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    seated = (number for number, seat in enumerate(seats) if seat.bot is None and seat.name is not None)
    return tuple(sorted(seated, key=lambda number: (seats[number].since, number)))


def opened(fact: facts.Opened) -> TableState:
    """A new table."""
    rules = ruleset_with(fact.game, fact.options)
    rules.check_players(len(fact.seats))
    seats = _with_named_bots(tuple(Seat(bot=bot) for bot in fact.seats))
    return TableState(rules, seats, fact.settings, version=1, code=fact.code)


def checkpoint(table: TableState) -> facts.Checkpoint:
    """The checkpoint of a table from which a new game can begin."""
    return facts.Checkpoint(table.seats, table.games, table.last_seq, table.next_seed)


def resumed(fact: facts.Opened, before: facts.Checkpoint, version: int) -> TableState:
    """A table just before a game; earlier happenings are only counted."""
    return replace(
        opened(fact),
        seats=before.seats,
        games=before.games,
        last_seq=before.last_seq,
        next_seed=before.seed,
        version=version,
    )


def replayed(past: list[facts.AnyFact]) -> TableState:
    """The state that facts lead to."""
    first, *others = past
    if not isinstance(first, facts.Opened):
        raise OperationalError("the history of a table begins with its opening")
    table = opened(first)
    for fact in others:
        table = after_fact(table, fact)
    return table


def after_fact(table: TableState, fact: facts.AnyFact) -> TableState:
    """The state after one more fact."""
    match fact:
        case facts.ChanceDrawn() | facts.Chose() | facts.Withdrew():
            assert table.state is not None
            return moved(table, _game_after(table.state, fact), fact)
        case facts.Moved(seat, to):
            return _swapped(table, seat, to)
        case facts.SeatTaken() | facts.Left() | facts.ProfileChanged():
            return _with_person_after(table, fact)
        case facts.Covered() | facts.Returned() | facts.RematchRequested():
            return _with_seat_after(table, fact)
        case facts.Started():
            return _started(table, fact)
        case facts.Committed(secret):
            return _next(table, next_seed=GameSeed(secret))
        case facts.Contributed(seat, value):
            return _contributed(table, seat, value)
        case facts.Said(seat) | facts.Reacted(seat):
            return _next(table, fact, chat_seats=(*table.chat_seats, seat))
        case facts.Opened():
            raise OperationalError("a table is opened once")
        case _:
            assert_never(fact)


def _game_after(game: State, fact: facts.GameFact) -> State:
    match fact:
        case facts.ChanceDrawn(outcome):
            return game.apply_chance(outcome)
        case facts.Chose(seat, choice):
            return game.apply(seat, choice)
        case facts.Withdrew(seat):
            return game.withdraw(seat)
        case _:
            assert_never(fact)


def _with_person_after(
    table: TableState, fact: facts.SeatTaken | facts.Left | facts.ProfileChanged
) -> TableState:
    before = table.seats[fact.seat]
    match fact:
        case facts.SeatTaken(seat, name, secret_hash, face, contributes):
            taken = replace(
                before,
                name=name,
                secret_hash=secret_hash,
                contributes=contributes,
                face=face,
                since=table.version + 1,
            )
            return _with_person(table, seat, taken, fact)
        case facts.Left(seat):
            seed = table.next_seed.without(seat) if table.next_seed is not None else None
            return replace(_with_seat(table, seat, Seat(), fact), next_seed=seed)
        case facts.ProfileChanged(seat, name, face):
            known = replace(before, name=name or before.name, face=face or before.face)
            return _with_person(table, seat, known)
        case _:
            assert_never(fact)


def _with_person(table: TableState, number: int, seat: Seat, *new: Happening) -> TableState:
    """The table with a person at a seat; bots of the same name get another one."""
    assert seat.name is not None
    renamed = replace(table, seats=_without_bots_called(seat.name, table.seats))
    there = _with_seat(renamed, number, seat, *new)
    return replace(there, seats=_with_named_bots(there.seats))


def _swapped(table: TableState, seat: int, to: int) -> TableState:
    """The table after two seats changed places, with all data of their players."""
    swap = {seat: to, to: seat}
    seats = tuple(table.seats[swap.get(number, number)] for number in range(len(table.seats)))
    chat_seats = tuple(swap.get(each, each) for each in table.chat_seats)
    seed = table.next_seed.with_swapped(seat, to) if table.next_seed is not None else None
    return _next(table, facts.Moved(seat, to), seats=seats, chat_seats=chat_seats, next_seed=seed)


def _with_seat_after(
    table: TableState, fact: facts.Covered | facts.Returned | facts.RematchRequested
) -> TableState:
    before = table.seats[fact.seat]
    match fact:
        case facts.Covered(seat):
            covered = replace(before, covered=True, wants_rematch=False, bot_choices=0)
            return _with_seat(table, seat, covered, fact)
        case facts.Returned(seat):
            return _with_seat(table, seat, replace(before, covered=False, bot_choices=0), fact)
        case facts.RematchRequested(seat, wanted):
            return _with_seat(table, seat, replace(before, wants_rematch=wanted))
        case _:
            assert_never(fact)


def _contributed(table: TableState, seat: int, value: str) -> TableState:
    """The table with a contribution to the next seed, or to that of a game without a draw."""
    if table.next_seed is not None:
        return _next(table, next_seed=table.next_seed.with_contribution(seat, value))
    assert table.seed is not None
    return _next(table, seed=table.seed.with_contribution(seat, value))


def _with_seat(table: TableState, number: int, seat: Seat, *new: Happening) -> TableState:
    return _next(table, *new, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _without_bots_called(name: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats without the names of bots that look like this person's."""
    return tuple(
        replace(seat, name=None)
        if seat.bot is not None and seat.name is not None and look_alike(seat.name, name)
        else seat
        for seat in seats
    )


def _with_named_bots(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats with a name for every bot: that of its character, "Mila 2" for the second one."""
    named = list(seats)
    for number, seat in enumerate(seats):
        if seat.bot is not None and seat.name is None:
            taken = [other.name for other in named if other.name is not None]
            named[number] = replace(seat, name=free_name(character_of(seat.bot), taken, "{} {}", look_alike))
    return tuple(named)


def _started(table: TableState, fact: facts.Started) -> TableState:
    before = fact.before
    seats = _with_named_bots(
        tuple(
            replace(seat, bot=fact.bots.get(str(number), seat.bot), wants_rematch=False, bot_choices=0)
            for number, seat in enumerate(before.seats)
        )
    )
    position = parse_position(fact.position) if fact.position is not None else None
    state = position or State.new(table.rules, len(seats))
    return _next(
        table,
        seats=seats,
        position=position,
        state=state,
        turn=int(state.is_in_turn),
        games=before.games + 1,
        seed=before.seed,
        next_seed=None,
        decision=table.version + 1,
        draws=0,
        steps=(),
        chat_seats=(),
    )


def moved(table: TableState, now: State, fact: facts.GameFact) -> TableState:
    """The state after a fact which leads the game to ``now``."""
    before = table.state
    assert before is not None
    changes: dict[str, object] = {"state": now}
    if now.phase is not before.phase:
        changes.update(turn=table.turn + now.begins_turn, decision=table.version + 1)
    match fact:
        case facts.Chose(seat, choice, late):
            new: tuple[Happening, ...] = events(before, now)
            if late:
                new = (TimedOut(seat, passed=choice == PASS), *new)
            if steps := steps_after(before, now, seat, choice):
                changes["steps"] = (*table.steps, *steps)
            if table.seats[seat].covered:
                changes["seats"] = _with_bot_choice(table.seats, seat)
        case facts.ChanceDrawn(outcome):
            new = events(before, now, outcome)
            changes.update(steps=(*table.steps, ChanceStep(outcome)), draws=table.draws + 1)
        case facts.Withdrew():
            new = events(before, now)
        case _:
            assert_never(fact)
    return _next(table, *new, **changes)


def _with_bot_choice(seats: tuple[Seat, ...], number: int) -> tuple[Seat, ...]:
    """The seats with a choice counted that a bot made for a person."""
    counted = replace(seats[number], bot_choices=seats[number].bot_choices + 1)
    return (*seats[:number], counted, *seats[number + 1 :])


def _next(table: TableState, *new: Happening, **changes: object) -> TableState:
    """The next version, with new happenings and changed fields."""
    happened, last = table.happened, table.last_seq
    if new:
        numbered = tuple(map(Happened, count(last + 1), new))
        happened, last = (*happened, *numbered)[-REMEMBERED_HAPPENINGS:], last + len(numbered)
    return replace(table, version=table.version + 1, happened=happened, last_seq=last, **changes)
