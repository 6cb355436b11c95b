"""What a table tells at one moment: what is the same for all is encoded once, and for each seat its own."""

from typing import TypeVar, cast

from msgspec import Raw
from msgspec.structs import replace

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
        self._info = info
        self._seconds_left = seconds_left
        # Until a decision is over only hidden choices change, not what may be chosen or what lies there.
        same = before if before is not None and before._now.decision == now.decision else None
        self._choices: dict[int | None, tuple[protocol.Choice, ...]] = same._choices if same else {}
        self._game: protocol.PublicView | None = _game(now, same._game if same else None)
        self._public = encoded(self._game) if self._game is not None else None
        self._happened: dict[int, tuple[protocol.Numbered, ...]] = {}
        self._updates: dict[tuple[int | None, int], bytes] = {}

    def update(self, seat: int | None, since: int) -> bytes:
        """The JSON that a seat, or a spectator, needs who knows everything up to a number.

        All windows of a seat, and all spectators, share theirs.
        """
        data = self._updates.get((seat, since))
        if data is None:
            data = self._updates[seat, since] = protocol.encode(self._update(seat, since))
        return data

    def _update(self, seat: int | None, since: int) -> protocol.Update:
        now = self._now
        happened = self._happened.get(since)
        if happened is None:
            happened = self._happened[since] = encoded(now.happened_since(since))
        fresh = not now.remembers_since(since)
        return protocol.Update(now.version, fresh, happened, self._info, self._view(seat), self._seconds_left)

    def _view(self, seat: int | None) -> protocol.View | None:
        state = self._now.state
        if state is None or self._public is None:
            return None
        choices = self._choices.get(seat)
        if choices is None:
            choices = self._choices[seat] = encoded(legal_choices(state, seat))
        return seat_view(state, seat, self._public, choices)


def _game(now: TableState, before: protocol.PublicView | None) -> protocol.PublicView | None:
    """What everybody may see of the game; ``before`` is what they saw earlier in the same decision."""
    if now.state is None:
        return None
    if before is None:
        game = public_view(now.state, now.turn)
        return replace(game, sheets=encoded(game.sheets))
    return replace(before, to_act=tuple(sorted(now.state.to_act)))
