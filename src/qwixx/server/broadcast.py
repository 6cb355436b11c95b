"""What a table tells at one moment: put together and encoded once for everybody, and for each seat its own.

A move is told to all who listen, and most of it is the same for all of them. So an update is not built as
`protocol.Update` and encoded for each, but joined from pieces of JSON.
"""

from msgspec import Raw, Struct

from qwixx.rules.view import own_choice, own_hand
from qwixx.server import protocol
from qwixx.server.messages import choice_message, public_view
from qwixx.server.table_state import TableState


class _Update(Struct, tag="update", gc=False):
    """`protocol.Update` with its larger parts encoded already."""

    version: int
    fresh: bool
    happened: tuple[protocol.Numbered, ...]
    info: Raw
    view: Raw | None
    seconds_left: float | None


class _Own(Struct, gc=False):
    """The fields of `protocol.View` that are one seat's alone."""

    seat: int | None
    chosen: protocol.Choice | None
    choices: Raw
    hand: tuple[str, ...]


class Broadcast:
    """One version of a table for all who listen to it; ``before`` is what it told last."""

    def __init__(
        self,
        now: TableState,
        info: protocol.TableInfo,
        seconds_left: float | None,
        before: "Broadcast | None" = None,
    ) -> None:
        self._now = now
        self._info = Raw(protocol.encode(info))
        self._seconds_left = seconds_left
        self._public = b""
        if now.state is not None:
            self._public = protocol.encode(public_view(now.state.view(), now.turn))
        self._updates: dict[tuple[int | None, int], bytes] = {}
        # What may be chosen in a decision does not change until it is over.
        is_same_decision = before is not None and before._now.decision == now.decision
        self._choices: dict[int | None, Raw] = before._choices if before and is_same_decision else {}

    def update(self, seat: int | None, since: int) -> bytes:
        """The JSON that a seat, or a spectator, needs who knows everything up to a number.

        All windows of a seat, and all spectators, share theirs.
        """
        data = self._updates.get((seat, since))
        if data is None:
            data = self._updates[seat, since] = protocol.encode(self._update(seat, since))
        return data

    def _update(self, seat: int | None, since: int) -> _Update:
        happened = self._now.happened_since(since)
        fresh = since > self._now.last_seq or len(happened) < self._now.last_seq - since
        view = self._view(seat) if self._public else None
        return _Update(self._now.version, fresh, happened, self._info, view, self._seconds_left)

    def _view(self, seat: int | None) -> Raw:
        own = protocol.encode(self._own(seat))
        # Two objects become one where the first ends and the second begins.
        return Raw(own[:-1] + b"," + self._public[1:])

    def _own(self, seat: int | None) -> _Own:
        state = self._now.state
        assert state is not None
        hidden = own_choice(state, seat)
        chosen = choice_message(hidden) if hidden is not None else None
        return _Own(seat, chosen, self._choices_of(seat), tuple(map(str, own_hand(state, seat))))

    def _choices_of(self, seat: int | None) -> Raw:
        found = self._choices.get(seat)
        if found is None:
            state = self._now.state
            choices = state.choices(seat) if state is not None and seat is not None else ()
            found = self._choices[seat] = Raw(protocol.encode(tuple(map(choice_message, choices))))
        return found
