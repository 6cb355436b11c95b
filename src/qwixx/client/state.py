"""A table as the server last sent it, and what happened there."""

import time
from collections import deque
from collections.abc import Sequence

from qwixx.client.command_outcome import Now
from qwixx.client.messages import view_of
from qwixx.rules.cards import Card, card_named
from qwixx.rules.ruleset import Ruleset, ruleset_with
from qwixx.rules.view import View
from qwixx.tables import protocol

KEPT_HAPPENINGS = 400


class RemoteState:
    """The knowledge of a client about a table; empty until the first update."""

    def __init__(self) -> None:
        self.welcome: protocol.Welcome | None = None
        self.update: protocol.Update | None = None
        # Everything known to have happened, oldest first; only the latest part is kept.
        self.happened: deque[protocol.HappeningWithSeq] = deque(maxlen=KEPT_HAPPENINGS)
        self.seq: int = 0
        self._shown: list[Card] = []
        self._view: tuple[protocol.View, View] | None = None
        self._received_at = 0.0

    @property
    def seat(self) -> int | None:
        return self.welcome.seat if self.welcome is not None else None

    @property
    def info(self) -> protocol.TableInfo:
        assert self.update is not None
        return self.update.info

    @property
    def rules(self) -> Ruleset:
        return ruleset_with(self.info.game, self.info.options)

    @property
    def seconds_left(self) -> float | None:
        """The rest of the time limit of a decision, now."""
        if self.update is None or self.update.seconds_left is None:
            return None
        return max(0.0, self.update.seconds_left - (time.monotonic() - self._received_at))

    @property
    def view(self) -> View | None:
        """The game as this seat sees it, as a value of the rules."""
        message = self.update.view if self.update is not None else None
        if message is None:
            return None
        if self._view is None or self._view[0] is not message:
            self._view = message, view_of(message, self.rules, self._shown)
        return self._view[1]

    def take(self, update: protocol.Update) -> None:
        news = [numbered for numbered in update.happened if numbered.seq > self.seq]
        if update.fresh:
            self.happened.clear()
            self._shown.clear()
        self.happened += news
        if news:
            self.seq = news[-1].seq
        for numbered in news:
            self._note_cards(numbered.what)
        self.update = update
        self._received_at = time.monotonic()

    def _note_cards(self, what: protocol.Happening) -> None:
        if isinstance(what, protocol.Began | protocol.Reshuffled):
            self._shown.clear()
        elif isinstance(what, protocol.Played):
            self._shown += map(card_named, what.cards)

    def since(self, seq: int) -> list[protocol.HappeningWithSeq]:
        # Other threads may ask, too, while more is added.
        return [numbered for numbered in list(self.happened) if numbered.seq > seq]

    def now(self, news: Sequence[protocol.HappeningWithSeq]) -> Now:
        assert self.update is not None
        return Now(self.info, self.update.view, self.seat, [numbered.what for numbered in news])

    def choice_named(self, text: str) -> protocol.Choice | None:
        view = self.update.view if self.update is not None else None
        choices = view.choices if view is not None else ()
        return next((choice for choice in choices if choice.text == text), None)
