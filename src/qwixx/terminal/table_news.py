"""News of a table on a server as sentences: the game, people, chat, the connection."""

from typing import assert_never

from qwixx.client import AsyncRemoteTable
from qwixx.client.messages import event_of
from qwixx.coach.report.sentences import listed
from qwixx.rules.events import Ended
from qwixx.tables import protocol
from qwixx.terminal.console import Console
from qwixx.terminal.display import Display
from qwixx.terminal.narration import Narrator

Around = (
    protocol.Joined
    | protocol.Left
    | protocol.Moved
    | protocol.Covered
    | protocol.Returned
    | protocol.TimedOut
    | protocol.Said
    | protocol.Reacted
)


class TableNews:
    """Narrates updates of a remote table."""

    def __init__(self, console: Console, table: AsyncRemoteTable, display: Display) -> None:
        self._console = console
        self._table = table
        self._display = display
        self._narrated_seq: int | None = None
        self._waited_for: str | None = None
        self._away: frozenset[int] = frozenset()
        self._was_connected = True
        # Whether the last lines included a roll.
        self.was_roll_printed: bool = False

    def narrator(self) -> Narrator:
        return Narrator(self._console, self._display.names, self._table.rules.lock_scope)

    def lines(self) -> list[str]:
        """The news since the last call."""
        self._display.names = [seat.name or "free seat" for seat in self._table.info.seats]
        return [*self._connection(), *self._happened(), *self._missing(), *self._lobby()]

    def _connection(self) -> list[str]:
        was, self._was_connected = self._was_connected, self._table.is_connected
        if was == self._was_connected:
            return []
        return ["  The connection is back."] if not was else ["  Connection lost; trying again ..."]

    def _happened(self) -> list[str]:
        if self._narrated_seq is None:
            self._narrated_seq = self._first()
        news = self._table.happened_since(self._narrated_seq)
        self._narrated_seq = self._table.last_seq
        begins = [number for number, each in enumerate(news) if isinstance(each.what, _TURNS)]
        view = self._table.update.view
        turn = view.public.turn if view is not None else 0
        lines: list[str] = []
        self.was_roll_printed = any(isinstance(each.what, protocol.Rolled) for each in news)
        for number, each in enumerate(news):
            if number in begins:
                turn_begun = turn - sum(other > number for other in begins)
                lines += ["", self.narrator().heading(turn_begun, getattr(each.what, "seat", 0))]
            lines += self._sentences(each.what)
        return lines

    def _first(self) -> int:
        """The running turn, for a client that joined during the game."""
        seqs = [each.seq for each in self._table.happened_since(0) if isinstance(each.what, _TURNS)]
        is_playing = self._table.info.state == "playing"
        return seqs[-1] - 1 if seqs and is_playing else self._table.last_seq if not is_playing else 0

    def _sentences(self, what: protocol.Happening) -> list[str]:
        if isinstance(what, Around):
            return self._around(what)
        event = event_of(what)
        # The end is printed below the last sheets.
        return [] if event is None or isinstance(event, Ended) else [self.narrator().sentence(event)]

    def _around(self, what: Around) -> list[str]:
        name = self._display.names[what.seat]
        match what:
            case protocol.Joined(_, joined):
                return [f"{joined} sits down."]
            case protocol.Left(_, left, removed):
                return [f"{left} was removed." if removed else f"{left} leaves."]
            case protocol.Moved(seat, to):
                return [f"{self._display.names[to]} and {self._display.names[seat]} change places."]
            case protocol.Covered():
                return [f"A bot plays for {name}."]
            case protocol.Returned(_, choices):
                return [
                    f"{name} is back; a bot made {choices} choice{'' if choices == 1 else 's'} meanwhile."
                ]
            case protocol.TimedOut(_, passed):
                return [f"{name}'s time is up{': a pass' if passed else ''}."]
            case protocol.Said(seat, text):
                return [] if seat == self._table.seat else [self._console.bold(f"{name}: {text}")]
            case protocol.Reacted(_, reaction):
                return [self._console.bold(f"{name}: {reaction.replace('_', ' ')}")]
            case _:
                assert_never(what)

    def _missing(self) -> list[str]:
        """The people who have just gone away, and when a bot takes over."""
        before, away = self._away, self._table.update.away
        self._away = frozenset(each.seat for each in away)
        return [
            f"{self._display.names[each.seat]} is away"
            + (f"; a bot takes over in {each.seconds:.0f} seconds." if each.seconds is not None else ".")
            for each in away
            if each.seat not in before
        ]

    def _lobby(self) -> list[str]:
        waiting = self.waiting()
        if self._table.info.state != "open" or waiting == self._waited_for:
            return []
        self._waited_for = waiting
        return [f"  {waiting}"] if waiting else []

    def waiting(self) -> str:
        """A sentence about the people that the table waits for."""
        info, view = self._table.info, self._table.view
        if info.state == "open":
            free = sum(seat.name is None for seat in info.seats)
            here = listed([seat.name for seat in info.seats if seat.name is not None])
            how = " Type start to begin with bots." if info.host == self._table.seat else ""
            return f"At the table: {here}. It waits for {free} more.{how}" if free else ""
        if info.state == "over" or view is None:
            return ""
        names = [self._display.names[seat] for seat in sorted(view.to_act)]
        return f"It is up to {listed(names)} to choose." if names else ""

    def invitation(self) -> list[str]:
        code = self._table.info.code
        return [f"  Link: {self._table.link}", *([f"  Code: {code}"] if code is not None else [])]


_TURNS = (protocol.Rolled, protocol.Drew)
