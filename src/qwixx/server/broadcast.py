"""What a table tells at one moment: what is the same for all is encoded once, and for each seat its own."""

from typing import TypeVar, cast

from msgspec import Raw

from qwixx.server import protocol
from qwixx.server.messages import legal_choices, public_view, seat_view
from qwixx.server.table_state import TableState

T = TypeVar("T")


def encoded(part: T) -> T:
    """A part of a message as JSON already, which the encoder copies wherever it stands.

    The encoder looks at what a value is and not at what its field declares, so the cast harms nobody who
    only encodes the message.
    """
    return cast(T, Raw(protocol.encode(part)))


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
        self._info = encoded(info)
        self._seconds_left = seconds_left
        self._public = encoded(public_view(now.state, now.turn)) if now.state is not None else None
        self._updates: dict[tuple[int | None, int], bytes] = {}
        # What may be chosen in a decision does not change until it is over.
        is_same_decision = before is not None and before._now.decision == now.decision
        self._choices: dict[int | None, tuple[protocol.Choice, ...]] = (
            before._choices if before and is_same_decision else {}
        )

    def update(self, seat: int | None, since: int) -> bytes:
        """The JSON that a seat, or a spectator, needs who knows everything up to a number.

        All windows of a seat, and all spectators, share theirs.
        """
        data = self._updates.get((seat, since))
        if data is None:
            data = self._updates[seat, since] = protocol.encode(self._update(seat, since))
        return data

    def _update(self, seat: int | None, since: int) -> protocol.Update:
        happened = self._now.happened_since(since)
        fresh = since > self._now.last_seq or len(happened) < self._now.last_seq - since
        view = self._view(seat)
        return protocol.Update(self._now.version, fresh, happened, self._info, view, self._seconds_left)

    def _view(self, seat: int | None) -> protocol.View | None:
        state = self._now.state
        if state is None or self._public is None:
            return None
        choices = self._choices.get(seat)
        if choices is None:
            choices = self._choices[seat] = encoded(legal_choices(state, seat))
        return seat_view(state, seat, self._public, choices)
