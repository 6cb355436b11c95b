"""The terminal as a client of a table: people share one keyboard, and everything that happens is told."""

from collections import defaultdict

from qwixx.cli.drawings import sheet_lines
from qwixx.cli.narration import Narrator
from qwixx.cli.person import QUITS, Person, Quit
from qwixx.cli.record_file import Book
from qwixx.cli.terminal import Terminal
from qwixx.rules.errors import QwixxError
from qwixx.server.tables import facts
from qwixx.server.tables.table import Table
from qwixx.server.wire import protocol

# At a keyboard nobody is hurried and nobody vanishes: the table's time stands still.
NOW = 0.0

TIP = "Type ? for help at any time."


class Client:
    """Asks whoever has to decide, lets the table carry it out, keeps it, and only then tells it."""

    def __init__(self, terminal: Terminal, table: Table, book: Book) -> None:
        self._terminal = terminal
        self._table = table
        self._book = book
        self._names = table.now.names
        self._narrator = Narrator(terminal, self._names, table.now.rules.lock_scope)
        self._people = {
            number: Person(terminal, table, number, book.text, self._take_back)
            for number, seat in enumerate(table.now.seats)
            if seat.bot is None
        }
        # Where hands are hidden and several people play, nobody sees the screen before it is theirs.
        self._is_shared = len(self._people) > 1 and table.now.rules.has_cards
        self._at_keyboard: int | None = None
        self._decision, self._first = 0, 0
        self._since = table.now.last_seq
        self._turn = 0
        self._news = [TIP] if self._people else []
        self._seen: dict[int | None, int] = defaultdict(int)

    def play(self) -> int:
        """Play to the end, or until somebody leaves; the exit status."""
        self._book.keep()
        try:
            self._play()
        except (Quit, EOFError):
            self._say_where("You left the game")
            return 0
        except KeyboardInterrupt:
            self._terminal.print()
            self._say_where("You left the game")
            raise
        except QwixxError:
            self._say_where("The game stopped")
            raise
        self._show_end()
        if self._book.path is not None:
            self._terminal.print(f"The record is in {self._book.path}.")
        return 0

    def _play(self) -> None:
        for seat in self._people:
            self._table.take(self._table.plan_arrival(seat), NOW)
        self._note(self._update(None))
        self._carry_out(self._table.plan_tick(NOW))
        while self._table.now.is_playing:
            seat = self._next()
            self._hand_over(seat)
            self._carry_out(self._people[seat].decide(self._table.now.version, self._view(seat)))
        self._tell()

    def _next(self) -> int:
        """Whoever has the keyboard when a decision opens is asked first, then the others clockwise."""
        if self._decision != self._table.now.decision:
            self._decision, self._first = self._table.now.decision, self._at_keyboard or 0
        return min(self._view(None).public.to_act, key=self._order)

    def _order(self, seat: int) -> int:
        return (seat - self._first) % len(self._names)

    def _take_back(self, seat: int) -> list[facts.AnyFact]:
        """What was chosen last is taken back while it is hidden; where nothing is, the table refuses."""
        chosen = [person for person in self._people if self._view(person).chosen is not None]
        last = max(chosen, key=self._order, default=seat)
        return self._table.plan(last, protocol.Withdraw(0, self._table.now.version))

    def _carry_out(self, planned: list[facts.AnyFact]) -> None:
        for fact in planned:
            # One by one: bots alone plan a whole game, and a table remembers only the latest happenings.
            self._table.take([fact], NOW)
            self._note(self._update(None))
        self._book.keep()
        if not self._is_shared:
            self._tell()

    def _update(self, seat: int | None) -> protocol.Update:
        return self._table.update(seat, self._since, NOW)

    def _view(self, seat: int | None) -> protocol.View:
        view = self._update(seat).view
        assert view is not None
        return view

    def _note(self, update: protocol.Update) -> None:
        """Put what happened into words, to be told when the one who is to read it looks."""
        for each in update.happened:
            self._since = each.seq
            self._news += self._words(each.what)
        if update.view is not None and update.view.public.turn > self._turn:
            self._turn = update.view.public.turn
            self._news += ["", self._narrator.heading(self._turn, update.view.public.active)]

    def _words(self, what: protocol.Happening) -> list[str]:
        # The end is told below the last sheets; and alone, one knows what one did not do.
        alone = len(self._names) == 1
        untold = (protocol.Ended, protocol.Passed) if alone else protocol.Ended
        return [] if isinstance(what, untold) else [self._narrator.sentence(what)]

    def _tell(self) -> None:
        """Show the news to whoever has the keyboard, or where nothing is hidden to all at once."""
        reader = self._at_keyboard if self._is_shared else None
        for line in self._news[self._seen[reader] :]:
            self._terminal.print(line)
        self._seen[reader] = len(self._news)

    def _hand_over(self, seat: int) -> None:
        if self._is_shared and seat != self._at_keyboard:
            self._terminal.clear()
            name = self._names[seat]
            typed = self._terminal.ask(
                f"Pass the keyboard to {name}. {name}, press Enter when nobody else looks: "
            )
            if typed.lower() in QUITS:
                raise Quit
        self._at_keyboard = seat
        self._tell()

    def _say_where(self, what: str) -> None:
        path = self._book.path
        where = f"go on with: qwixx play --resume {path}" if path else "it was not saved"
        self._terminal.print(f"{what}; {where}")

    def _show_end(self) -> None:
        view = self._view(None).public
        assert view.outcome is not None
        for name, sheet in zip(self._names, view.sheets, strict=True):
            self._terminal.print()
            for line in sheet_lines(self._terminal, name, sheet, view.closed_rows):
                self._terminal.print(line)
        self._terminal.print()
        self._terminal.print(self._narrator.sentence(protocol.Ended(view.outcome)))
