"""Messages of the protocol, built from the state of a table, and one version of it for all subscribers."""

from typing import NamedTuple, TypeVar, assert_never, cast

from msgspec import Raw
from msgspec.structs import replace

from qwixx.bots.levels import character_of
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.view import own_choice
from qwixx.tables import protocol
from qwixx.tables.aggregate import Fact
from qwixx.tables.game import facts
from qwixx.tables.game.contributions import seeds
from qwixx.tables.game.facts import StoredSettings
from qwixx.tables.game.plan import is_known_bot
from qwixx.tables.game.state import Happened, Happening, TableState, TimedOut
from qwixx.tables.seats import Seat
from qwixx.tables.views import happening, legal_choices, public_view, seat_view

T = TypeVar("T")


def seat_info(seat: Seat, *, is_here: bool, is_played: bool) -> protocol.SeatInfo:
    """The message of a seat; ``is_played`` if the host has a player for it."""
    is_known = seat.bot is None or is_played or is_known_bot(seat.bot)
    return protocol.SeatInfo(
        name=seat.name,
        bot=seat.bot,
        character=None if seat.bot is None else character_of(seat.bot),
        face=seat.face if seat.bot is None else None,
        present=is_here or seat.bot is not None,
        covered=seat.covered or not is_known,
        rematch=seat.wants_rematch,
    )


def table_info(
    name: str, now: TableState, seats: tuple[protocol.SeatInfo, ...], host: int | None
) -> protocol.TableInfo:
    """The public information about a table."""
    return protocol.TableInfo(
        table=name,
        game=now.rules.name,
        options=now.rules.option_words,
        seats=seats,
        settings=settings_message(now.settings),
        state=now.stage,
        games_played=now.games,
        commitments=tuple(
            protocol.Commitment(game, seed.commitment, tuple(sorted(seed.contributions)))
            for game, seed in seeds(now).items()
        ),
        host=host,
        code=now.code if now.state is None else None,
    )


def table_summary(info: protocol.TableInfo, now: TableState) -> protocol.TableSummary:
    """The public information about a table, with the standing of its game."""
    state = now.state
    return protocol.TableSummary(
        **{field: getattr(info, field) for field in info.__struct_fields__},
        turn=now.turn,
        to_act=tuple(sorted(state.to_act)) if state is not None else (),
        totals=state.totals if state is not None else (),
    )


def settings_message(settings: StoredSettings) -> protocol.TableSettings:
    return protocol.TableSettings(
        settings.time_limit, settings.patience, settings.hints, settings.daily, settings.public
    )


def numbered(happened: Happened) -> protocol.HappeningWithSeq:
    return protocol.HappeningWithSeq(happened.seq, _happening(happened.what))


def _happening(what: Happening) -> protocol.Happening:
    if not isinstance(what, (Fact, TimedOut)):
        return happening(what)
    match what:
        case facts.SeatTaken(seat, name):
            return protocol.Joined(seat, name)
        case facts.Left(seat, name, removed):
            return protocol.Left(seat, name, removed)
        case facts.Moved(seat, to):
            return protocol.Moved(seat, to)
        case facts.Covered(seat):
            return protocol.Covered(seat)
        case facts.Returned(seat, choices):
            return protocol.Returned(seat, choices)
        case TimedOut(seat, passed):
            return protocol.TimedOut(seat, passed)
        case facts.Said(seat, text):
            return protocol.Said(seat, text)
        case facts.Reacted(seat, reaction):
            return protocol.Reacted(seat, reaction)
        case _:
            assert_never(what)


# One version for all subscribers: the public part is encoded once, the rest for each seat


def encoded(part: T) -> T:
    """A part of a message as encoded JSON, which the encoder copies.

    The encoder uses the type of a value and not that of its field, so the cast is harmless as long as the
    message is only encoded.
    """
    return cast(T, Raw(protocol.encode(part)))


# A placeholder for a part that is inserted later; it occurs in no other JSON.
PLACEHOLDER = b"\0"
VIEW = cast(protocol.View, Raw(PLACEHOLDER))
PUBLIC_VIEW = cast(protocol.PublicView, Raw(PLACEHOLDER))


class SeatView(NamedTuple):
    """The private part of a seat's view, as JSON around the public part."""

    hidden: Choice | None
    choices: tuple[protocol.Choice, ...]
    opening: bytes
    ending: bytes


class LiveInfo(NamedTuple):
    """The part of an update that depends on time and presence."""

    seconds_left: float | None
    away: tuple[protocol.Away, ...]
    rematch_overdue: bool


class TableBroadcast:
    """One version of a table; ``before`` is the previous one, whose unchanged parts are reused.

    An update is joined from encoded parts, few of which differ between subscribers.
    """

    def __init__(
        self,
        now: TableState,
        info: protocol.TableInfo,
        live: LiveInfo,
        before: "TableBroadcast | None" = None,
    ) -> None:
        self._now = now
        self._info = info
        self._live = live
        # During a decision only hidden choices change, not the legal choices or the position.
        same = before if before is not None and before._now.decision == now.decision else None
        self._seat_views: dict[int | None, SeatView] = same._seat_views if same else {}
        self._game: protocol.PublicView | None = _game(now, same._game if same else None)
        self._public = protocol.encode(self._game) if self._game is not None else b""
        self._envelopes: dict[int, tuple[bytes, bytes]] = {}
        self._updates: dict[tuple[int | None, int], bytes] = {}

    def update(self, seat: int | None, since: int) -> bytes:
        """The JSON of an update, cached for all windows of a seat and for all spectators."""
        data = self._updates.get((seat, since))
        if data is None:
            data = self._updates[seat, since] = self._update(seat, since)
        return data

    def _update(self, seat: int | None, since: int) -> bytes:
        envelope = self._envelopes.get(since)
        if envelope is None:
            envelope = self._envelopes[since] = self._envelope(since)
        if self._now.state is None:
            return b"null".join(envelope)
        opening, ending = envelope
        own = self._seat_views.get(seat)
        if own is None or own.hidden is not own_choice(self._now.state, seat):
            own = self._seat_views[seat] = _seat_view(self._now.state, seat, own)
        return b"".join((opening, own.opening, self._public, own.ending, ending))

    def _envelope(self, since: int) -> tuple[bytes, bytes]:
        """An update without its view: the JSON before and after it."""
        now = self._now
        happened, fresh = tuple(map(numbered, now.happened_since(since))), not now.remembers_since(since)
        update = protocol.Update(now.version, fresh, happened, self._info, VIEW, *self._live)
        opening, ending = protocol.encode(update).split(PLACEHOLDER)
        return opening, ending


def _seat_view(state: State, seat: int | None, before: SeatView | None) -> SeatView:
    """The private part of a seat's view; ``before`` is that of earlier in the same decision."""
    choices = encoded(legal_choices(state, seat)) if before is None else before.choices
    opening, ending = protocol.encode(seat_view(state, seat, PUBLIC_VIEW, choices)).split(PLACEHOLDER)
    return SeatView(own_choice(state, seat), choices, opening, ending)


def _game(now: TableState, before: protocol.PublicView | None) -> protocol.PublicView | None:
    """The public part of the game; ``before`` is that of earlier in the same decision."""
    if now.state is None:
        return None
    if before is None:
        game = public_view(now.state, now.turn)
        return replace(game, sheets=encoded(game.sheets))
    return replace(before, to_act=tuple(sorted(now.state.to_act)))
