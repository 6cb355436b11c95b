"""Detects whether a game continues after a fault, and measures how long that took."""

from collections.abc import Callable

from qwixx.tables import protocol

Moment = tuple[int, int, str, tuple[int, ...]]


class Pulse:
    """The stall detector of one table. After a restart it measures from the first reconnect, and after a
    fault that the server survives, from the fault on.
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
        # The length of the last stall, once it is over.
        self.last = 0.0

    def server_ended(self) -> None:
        self._is_waited_for = self._is_playing
        self._since = self._stopped_at = None

    def shaken(self) -> None:
        """Start measuring after a fault; clients that lost their connection are about to reconnect."""
        self._is_waited_for = self._is_shaken = self._is_playing
        self._since = self._clock() if self._is_playing else None
        self._stopped_at = self._moment
        self.last = 0.0

    def came(self) -> None:
        """A player connects or tries to."""
        self._people += 1
        if self._is_waited_for and self._since is None:
            self._since = self._clock()

    def went(self) -> None:
        self._people -= 1
        if not self._people and not self._is_shaken:
            self._since = None

    def felt(self, update: protocol.Update) -> None:
        """A client received an update."""
        if update.version < self._version:
            return  # from a server that lags behind another
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
        """How long the table has been stalled."""
        return 0.0 if self._since is None else self._clock() - self._since

    def is_forgiven(self) -> None:
        """Stop measuring, so that a stall is reported only once."""
        self._is_waited_for = self._is_shaken = False
        self._since = None


def _moment(update: protocol.Update) -> Moment | None:
    if update.view is None:
        return None
    public = update.view.public
    return update.info.games_played, public.turn, public.phase, public.to_act


def _waits_for_nobody(update: protocol.Update) -> bool:
    """Whether bots play for all players; then the game pauses."""
    return all(seat.covered for seat in update.info.seats if seat.bot is None)
