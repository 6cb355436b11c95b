"""One version of a table for all subscribers: the public part is encoded once, the rest for each seat."""

from typing import NamedTuple, TypeVar, cast

from msgspec import Raw
from msgspec.structs import replace

from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.view import own_choice
from qwixx.tables import protocol
from qwixx.tables.game.state import TableState
from qwixx.tables.game.views import numbered
from qwixx.tables.views import legal_choices, public_view, seat_view

T = TypeVar("T")


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
