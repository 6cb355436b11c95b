"""What a table tells at one moment: what is the same for all is encoded once, and for each seat its own."""

from typing import NamedTuple, TypeVar, cast

from msgspec import Raw
from msgspec.structs import replace

from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.view import own_choice
from qwixx.server.tables.state import TableState
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import legal_choices, public_view, seat_view

T = TypeVar("T")


def encoded(part: T) -> T:
    """A part of a message as JSON already, which the encoder copies wherever it stands.

    The encoder looks at what a value is and not at what its field declares, so the cast harms nobody who
    only encodes the message.
    """
    return cast(T, Raw(protocol.encode(part)))


# Stands for a part that is put in later; no JSON has it otherwise.
HOLE = b"\0"
VIEW = cast(protocol.View, Raw(HOLE))
PUBLIC_VIEW = cast(protocol.PublicView, Raw(HOLE))


class Own(NamedTuple):
    """What a seat alone sees, as JSON around what all see: its hidden choice, and what it may choose."""

    hidden: Choice | None
    choices: tuple[protocol.Choice, ...]
    opening: bytes
    ending: bytes


class Broadcast:
    """One version of a table for all who listen to it; ``before`` is what it told last.

    An update is put together of parts that are encoded already: those who listen differ in few of them.
    """

    def __init__(
        self,
        now: TableState,
        info: protocol.TableInfo,
        seconds_left: float | None,
        before: "Broadcast | None" = None,
    ) -> None:
        self._now = now
        self._info = info
        self._seconds_left = seconds_left
        # Until a decision is over only hidden choices change, not what may be chosen or what lies there.
        same = before if before is not None and before._now.decision == now.decision else None
        self._own: dict[int | None, Own] = same._own if same else {}
        self._game: protocol.PublicView | None = _game(now, same._game if same else None)
        self._public = protocol.encode(self._game) if self._game is not None else b""
        self._around: dict[int, tuple[bytes, bytes]] = {}
        self._updates: dict[tuple[int | None, int], bytes] = {}

    def update(self, seat: int | None, since: int) -> bytes:
        """The JSON that a seat, or a spectator, needs who knows everything up to a number.

        All windows of a seat, and all spectators, share theirs.
        """
        data = self._updates.get((seat, since))
        if data is None:
            data = self._updates[seat, since] = self._update(seat, since)
        return data

    def _update(self, seat: int | None, since: int) -> bytes:
        around = self._around.get(since)
        if around is None:
            around = self._around[since] = self._around_view(since)
        if self._now.state is None:
            return b"null".join(around)
        opening, ending = around
        own = self._own.get(seat)
        if own is None or own.hidden is not own_choice(self._now.state, seat):
            own = self._own[seat] = _own(self._now.state, seat, own)
        return b"".join((opening, own.opening, self._public, own.ending, ending))

    def _around_view(self, since: int) -> tuple[bytes, bytes]:
        """An update without its view: how it opens, and how it ends."""
        now = self._now
        happened, fresh = now.happened_since(since), not now.remembers_since(since)
        update = protocol.Update(now.version, fresh, happened, self._info, VIEW, self._seconds_left)
        opening, ending = protocol.encode(update).split(HOLE)
        return opening, ending


def _own(state: State, seat: int | None, before: Own | None) -> Own:
    """What a seat sees; ``before`` is what it saw earlier in the same decision."""
    choices = encoded(legal_choices(state, seat)) if before is None else before.choices
    opening, ending = protocol.encode(seat_view(state, seat, PUBLIC_VIEW, choices)).split(HOLE)
    return Own(own_choice(state, seat), choices, opening, ending)


def _game(now: TableState, before: protocol.PublicView | None) -> protocol.PublicView | None:
    """What everybody may see of the game; ``before`` is what they saw earlier in the same decision."""
    if now.state is None:
        return None
    if before is None:
        game = public_view(now.state, now.turn)
        return replace(game, sheets=encoded(game.sheets))
    return replace(before, to_act=tuple(sorted(now.state.to_act)))
