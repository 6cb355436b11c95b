"""Whether a game goes on after a fault, and how long that took."""

from collections.abc import Callable

from qwixx.tables import protocol

Moment = tuple[int, int, str, tuple[int, ...]]


class Pulse:
    """One table. It is waited for until something moves: after an end of the server from when somebody comes
    back, and after a fault that the server outlives from then on.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._is_playing = False
        self._people = 0
        self._since: float | None = None
        self._stopped_at: Moment | None = None
        self._is_waited_for = False
        self._is_shaken = False
        self._version = 0
        self._moment: Moment | None = None
        self.longest = 0.0
        # The silence after the last fault, once it is over.
        self.last = 0.0

    def server_ended(self) -> None:
        self._is_waited_for = self._is_playing
        self._since = self._stopped_at = None

    def shaken(self) -> None:
        """There was a fault; whoever has lost their connection is about to make another."""
        self._is_waited_for = self._is_shaken = self._is_playing
        self._since = self._clock() if self._is_playing else None
        self._stopped_at = self._moment
        self.last = 0.0

    def came(self) -> None:
        """A person connects, or tries to."""
        self._people += 1
        if self._is_waited_for and self._since is None:
            self._since = self._clock()

    def went(self) -> None:
        self._people -= 1
        if not self._people and not self._is_shaken:
            self._since = None

    def felt(self, update: protocol.Update) -> None:
        """Somebody was told how the table stands."""
        if update.version < self._version:
            return  # by a server that is behind another
        self._version = update.version
        self._is_playing = update.info.state == "playing" and update.view is not None
        self._moment = moment = _moment(update)
        if self._since is None or moment is None:
            return
        if not self._is_playing or self._stopped_at not in (None, moment):
            self.last = self._clock() - self._since
            self.longest = max(self.longest, self.last)
            self.is_forgiven()
        elif _waits_for_nobody(update):
            self._since = self._clock()
        else:
            self._stopped_at = moment

    def silence(self) -> float:
        """How long the table has been waited for."""
        return 0.0 if self._since is None else self._clock() - self._since

    def is_forgiven(self) -> None:
        """What was told once is not told again."""
        self._is_waited_for = self._is_shaken = False
        self._since = None


def _moment(update: protocol.Update) -> Moment | None:
    if update.view is None:
        return None
    public = update.view.public
    return update.info.games_played, public.turn, public.phase, public.to_act


def _waits_for_nobody(update: protocol.Update) -> bool:
    """Whether bots play for all people; then the game rests."""
    return all(seat.covered for seat in update.info.seats if seat.bot is None)
