"""The state of a table as the replay of its facts."""

from collections.abc import Mapping
from itertools import chain, count
from typing import Literal, assert_never

import msgspec
from msgspec.structs import replace

from qwixx.bots.levels import character_of
from qwixx.daily.days import DAILY_TAG
from qwixx.gameplay import Game
from qwixx.record import Chance, Decision, Record, Step, checked_names, look_alike
from qwixx.rules.errors import OperationalError, QwixxError
from qwixx.rules.events import events
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset, ruleset
from qwixx.server.tables import facts
from qwixx.server.tables.facts import Seat
from qwixx.server.tables.pad_facts import PadFact
from qwixx.server.tables.seed import Seed
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import happening

KEPT_HAPPENINGS = 200


class TableState(msgspec.Struct, frozen=True):
    """Everything the facts say. ``version`` counts them; ``decision`` is the version that opened the
    decisions which seats owe now: a choice made against an older one comes too late.
    """

    rules: Ruleset
    seats: tuple[Seat, ...]
    settings: protocol.TableSettings
    version: int
    state: State | None = None
    turn: int = 0
    games: int = 0
    decision: int = 0
    # How often chance has decided in the running or last game.
    draws: int = 0
    # What made the running or last game what it is, without hidden choices that were changed.
    past: tuple[facts.GameFact, ...] = ()
    # The latest of what happened, numbered up to ``last_seq``.
    happened: tuple[protocol.Numbered, ...] = ()
    last_seq: int = 0
    # What the chance of the running or last game comes from, and that of the next, which is fixed already.
    seed: Seed | None = None
    next_seed: Seed | None = None
    # The seats that spoke since the last game began, or since the table was opened: one for each time.
    words: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every seat's name; that of an open one is empty."""
        return tuple(seat.name or "" for seat in self.seats)

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
        """Whether chance has decided anything in the running or last game, which nobody can add to then."""
        return bool(self.past)

    @property
    def owes_contributions(self) -> bool:
        """Whether a game has begun that people at the table have promised to add to, and have not yet."""
        seed = self.seed
        if seed is None or not self.is_playing or self.has_drawn:
            return False
        return any(
            seat.contributes and not seat.covered and number not in seed.contributions
            for number, seat in enumerate(self.seats)
        )

    def happened_since(self, seq: int) -> tuple[protocol.Numbered, ...]:
        """Everything after a number, as far as it is remembered; numbers have no gaps."""
        new = self.last_seq - seq
        return self.happened[-new:] if new > 0 else ()

    def remembers_since(self, seq: int) -> bool:
        """Whether nothing after a number is forgotten; of a number that is yet to come nothing is known."""
        return 0 <= self.last_seq - seq <= len(self.happened)

    def record(self) -> Record:
        """The running or last game. Its secret is in it once the game is over, never before."""
        game = Game(self.rules, self._names_on_record(), tags=self._tags())
        for fact in self.past:
            match fact:
                case facts.Chanced(outcome):
                    game.apply_chance(outcome)
                case facts.Chose(seat, choice):
                    game.apply(seat, choice)
                case _:
                    assert_never(fact)
        return game.record

    def _tags(self) -> tuple[tuple[str, str], ...]:
        """What a record says of where its chance comes from."""
        if self.settings.daily is not None:
            return ((DAILY_TAG, self.settings.daily),)
        return () if self.seed is None or self.is_playing else self.seed.tags()

    def _names_on_record(self) -> tuple[str, ...]:
        """Every seat's name; at a table from before a name was refused, seats' names stand in for all."""
        try:
            return checked_names(self.names)
        except QwixxError:
            return tuple(f"Player {number}" for number in range(1, len(self.seats) + 1))


def opened(fact: facts.Opened) -> TableState:
    """A table just made."""
    rules = ruleset(fact.game, **fact.options)
    rules.check_players(len(fact.seats))
    seats = _with_named_bots(tuple(Seat(bot=bot) for bot in fact.seats))
    return TableState(rules, seats, fact.settings, version=1)


def checkpoint(table: TableState) -> facts.Checkpoint:
    """What has to be known of a table to go on from here with a new game."""
    return facts.Checkpoint(table.seats, table.games, table.last_seq, table.next_seed)


def resumed(fact: facts.Opened, before: facts.Checkpoint, version: int) -> TableState:
    """A table just before a game began; what happened until then is forgotten, but was counted."""
    seats = _with_named_bots(before.seats)
    return replace(
        opened(fact),
        seats=seats,
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
        table = after(table, fact)
    return table


def history_of(record: Record, bots: Mapping[int, str]) -> list[facts.AnyFact]:
    """The facts of a table at which a record is the game so far; its seats have no secrets."""
    rules, seats = record.ruleset, range(len(record.names))
    opening = facts.Opened(
        game=rules.name,
        options=rules.option_words,
        seats=tuple(map(bots.get, seats)),
    )
    seated = [facts.Sat(seat, record.names[seat], secret_hash="") for seat in seats]
    moves = map(_fact_of, record.steps)
    return [opening, *seated, facts.Started({str(seat): bot for seat, bot in bots.items()}), *moves]


def _fact_of(step: Step) -> facts.GameFact:
    match step:
        case Chance(outcome):
            return facts.Chanced(outcome)
        case Decision(seat, choice):
            return facts.Chose(seat, choice)
        case _:
            assert_never(step)


def after(table: TableState, fact: facts.AnyFact) -> TableState:
    """The state after one more fact."""
    match fact:
        case facts.Chanced() | facts.Chose() | facts.Withdrew():
            assert table.state is not None
            return moved(table, _game_after(table.state, fact), fact)
        case facts.Sat() | facts.Covered() | facts.Returned() | facts.Wished():
            return _with_seat_after(table, fact)
        case facts.Started(bots):
            return _begun(table, bots)
        case facts.Committed(secret):
            return _next(table, next_seed=Seed(secret))
        case facts.Contributed(seat, value):
            return _contributed(table, seat, value)
        case facts.Said(seat, text):
            return _next(table, protocol.Said(seat, text), words=(*table.words, seat))
        case facts.Reacted(seat, reaction):
            return _next(table, protocol.Reacted(seat, reaction), words=(*table.words, seat))
        case facts.Opened():
            raise OperationalError("a table is opened once")
        case PadFact():
            raise OperationalError("a table is no score pad")
        case _:
            assert_never(fact)


def _game_after(game: State, fact: facts.GameFact | facts.Withdrew) -> State:
    match fact:
        case facts.Chanced(outcome):
            return game.apply_chance(outcome)
        case facts.Chose(seat, choice):
            return game.apply(seat, choice)
        case facts.Withdrew(seat):
            return game.withdraw(seat)
        case _:
            assert_never(fact)


def _with_seat_after(table: TableState, fact: facts.SeatFact) -> TableState:
    before = table.seats[fact.seat]
    match fact:
        case facts.Sat(seat, name, secret_hash, contributes):
            sat = replace(before, name=name, secret_hash=secret_hash, contributes=contributes)
            made_way = replace(table, seats=_without_bots_called(name, table.seats))
            there = _with_seat(made_way, seat, sat, protocol.Joined(seat, name))
            return replace(there, seats=_with_named_bots(there.seats))
        case facts.Covered(seat):
            covered = replace(before, covered=True, wants_rematch=False)
            return _with_seat(table, seat, covered, protocol.Covered(seat))
        case facts.Returned(seat):
            return _with_seat(table, seat, replace(before, covered=False), protocol.Returned(seat))
        case facts.Wished(seat):
            return _with_seat(table, seat, replace(before, wants_rematch=True))
        case _:
            assert_never(fact)


def _contributed(table: TableState, seat: int, value: str) -> TableState:
    """More in the seed of the game that waits for its first draw, or else of the next."""
    if table.next_seed is not None:
        return _next(table, next_seed=table.next_seed.with_contribution(seat, value))
    assert table.seed is not None
    return _next(table, seed=table.seed.with_contribution(seat, value))


def _with_seat(table: TableState, number: int, seat: Seat, *news: protocol.Happening) -> TableState:
    return _next(table, *news, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _without_bots_called(name: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats with no name for a bot that is called as somebody who sits down: people keep theirs."""
    clash = (seat.bot is not None and seat.name is not None and look_alike(seat.name, name) for seat in seats)
    return tuple(
        replace(seat, name=None) if clashes else seat for seat, clashes in zip(seats, clash, strict=True)
    )


def _with_named_bots(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Bots without a name are called as their characters, the second one "Mila 2"; others keep theirs."""
    named = list(seats)
    for number, seat in enumerate(seats):
        if seat.bot is not None and seat.name is None:
            taken = [other.name for other in named if other.name is not None]
            named[number] = replace(seat, name=_free_name(character_of(seat.bot), taken))
    return tuple(named)


def _free_name(character: str, taken: list[str]) -> str:
    names = chain([character], (f"{character} {number}" for number in count(2)))
    return next(name for name in names if not any(look_alike(name, other) for other in taken))


def _begun(table: TableState, bots: dict[str, str]) -> TableState:
    seats = _with_named_bots(
        tuple(
            replace(seat, bot=bots.get(str(number), seat.bot), wants_rematch=False)
            for number, seat in enumerate(table.seats)
        )
    )
    state = State.new(table.rules, len(seats))
    return _next(
        table,
        seats=seats,
        state=state,
        turn=int(state.begins_turn),
        games=table.games + 1,
        seed=table.next_seed,
        next_seed=None,
        decision=table.version + 1,
        draws=0,
        past=(),
        words=(),
    )


def moved(table: TableState, now: State, fact: facts.GameFact | facts.Withdrew) -> TableState:
    """The state after a fact which leads the game to ``now``."""
    before, past = table.state, _past_with(table, fact)
    assert before is not None
    news = map(happening, events(before, now))
    draws = table.draws + isinstance(fact, facts.Chanced)
    if now.phase is before.phase:
        return _next(table, *news, state=now, draws=draws, past=past)
    turn = table.turn + now.begins_turn
    return _next(table, *news, state=now, turn=turn, decision=table.version + 1, draws=draws, past=past)


def _past_with(table: TableState, fact: facts.GameFact | facts.Withdrew) -> tuple[facts.GameFact, ...]:
    """The past with one more fact. A choice that was hidden until now and is changed has never been.

    Otherwise somebody who changes their mind for hours would make the table heavier with every change.
    """
    assert table.state is not None
    past, pending = table.past, table.state.pending
    if not isinstance(fact, facts.Chanced) and pending and pending[fact.seat] is not None:
        own = (n for n, each in enumerate(past) if isinstance(each, facts.Chose) and each.seat == fact.seat)
        hidden = max(own)
        past = (*past[:hidden], *past[hidden + 1 :])
    return past if isinstance(fact, facts.Withdrew) else (*past, fact)


def _next(table: TableState, *news: protocol.Happening, **changes: object) -> TableState:
    """One version later, with what happened and what that changed."""
    happened, last = table.happened, table.last_seq
    if news:
        numbered = tuple(map(protocol.Numbered, count(last + 1), news))
        happened, last = (*happened, *numbered)[-KEPT_HAPPENINGS:], last + len(numbered)
    return replace(table, version=table.version + 1, happened=happened, last_seq=last, **changes)
