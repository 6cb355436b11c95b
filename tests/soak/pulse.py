"""Whether a game goes on after the server was ended, and how long that took."""

from collections.abc import Callable

from qwixx.server import protocol

Moment = tuple[int, int, str, tuple[int, ...]]


class Pulse:
    """One table. It is waited for from when somebody comes back until something moves."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._is_playing = False
        self._people = 0
        self._since: float | None = None
        self._stopped_at: Moment | None = None
        self._is_waited_for = False
        self.longest = 0.0

    def server_ended(self) -> None:
        self._is_waited_for = self._is_playing
        self._since = self._stopped_at = None

    def came(self) -> None:
        """A person connects, or tries to."""
        self._people += 1
        if self._is_waited_for and self._since is None:
            self._since = self._clock()

    def went(self) -> None:
        self._people -= 1
        if not self._people:
            self._since = None

    def felt(self, update: protocol.Update) -> None:
        """Somebody was told how the table stands."""
        self._is_playing = update.info.state == "playing" and update.view is not None
        if self._since is None or update.view is None:
            return
        public = update.view.public
        moment = (update.info.games_played, public.turn, public.phase, public.to_act)
        if not self._is_playing or self._stopped_at not in (None, moment):
            self.longest = max(self.longest, self._clock() - self._since)
            self._is_waited_for, self._since = False, None
        elif _waits_for_nobody(update):
            self._since = self._clock()
        else:
            self._stopped_at = moment

    def silence(self) -> float:
        """How long the table has been waited for."""
        return 0.0 if self._since is None else self._clock() - self._since

    def is_forgiven(self) -> None:
        """What was told once is not told again."""
        self._is_waited_for, self._since = False, None


def _waits_for_nobody(update: protocol.Update) -> bool:
    """Whether bots play for all people; then the game rests."""
    return all(seat.covered for seat in update.info.seats if seat.bot is None)
