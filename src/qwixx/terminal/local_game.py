"""A local game: the terminal hosts its table, people share one keyboard, and all events are narrated."""

import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from qwixx.bots import make_bot
from qwixx.coach.findings import Advice
from qwixx.gameplay import Player
from qwixx.record import Record
from qwixx.rules.choices import Choice
from qwixx.rules.errors import InputError, QwixxError
from qwixx.rules.events import Ended, Event, Passed, Rolled
from qwixx.rules.pieces import choice_of
from qwixx.rules.view import View
from qwixx.tables import protocol
from qwixx.tables.game.facts import AnyFact
from qwixx.tables.game.opening import history_of
from qwixx.tables.game.table import Table
from qwixx.terminal.console import Console
from qwixx.terminal.drawings import sheet_lines
from qwixx.terminal.narration import Narrator
from qwixx.terminal.person import AutoPass, Person, Quit
from qwixx.terminal.record_file import SavedRecord
from qwixx.terminal.seats import SeatArgument
from qwixx.terminal.typed_choice import QUITS
from qwixx.terminal.warm_up import judge_with_notice

# The time of the table stands still: a terminal has no time limit and no absence.
NOW = 0.0

TIP = "Type ? for help at any time."


@contextmanager
def opened_table(record: Record, seats: list[SeatArgument], seed: str) -> Iterator[Table]:
    """A table in memory, at the beginning of a new game or of the rest of one."""
    bots = {number: seat.bot for number, seat in enumerate(seats) if seat.bot is not None}
    # A resumed game never repeats the random stream of its beginning.
    dice_and_cards = random.Random(f"{seed}/{len(record.steps)}" if record.steps else seed)
    with ExitStack() as at_the_end:
        players = dict[int, Player]()
        for number, bot in bots.items():
            # Each bot has a separate generator, so that a seed rolls the same dice with all players.
            luck = random.Random(f"{seed}/bot {number}")
            player = make_bot(bot, luck, game=record.ruleset.name, programs=True)
            players[number] = _Checked(player, f"{seats[number].name} ({bot})")
            if hasattr(player, "close"):
                at_the_end.callback(player.close)
        yield Table("terminal", history_of(record, bots), dice_and_cards, players)


class _Checked:
    """A player whose illegal choices are reported with its name."""

    def __init__(self, player: Player, name: str) -> None:
        self._player, self._name = player, name

    def choose(self, view: View) -> Choice:
        try:
            choice = choice_of(self._player.choose(view))
        except InputError as error:
            raise InputError(f"{error}; {self._name} chose that") from error
        if choice not in view.choices:
            legal = ", ".join(map(str, view.choices))
            raise InputError(f"{self._name} chose {choice}, which is not one of {legal}")
        return choice


class LocalGame:
    """A table in memory whose people are asked in turn; what they decide is saved and narrated."""

    def __init__(self, console: Console, table: Table, saved: SavedRecord, auto_pass: AutoPass) -> None:
        self._console = console
        self._table = table
        self._saved = saved
        self._names = table.now.names
        self._narrator = Narrator(console, self._names, table.now.rules.lock_scope)
        self._people = {
            number: Person(console, table, number, auto_pass, saved.text, self._take_back, self._hint)
            for number, seat in enumerate(table.now.seats)
            if seat.bot is None
        }
        # With hidden hands and several people, the screen is cleared before the keyboard is passed on.
        self._is_shared = len(self._people) > 1 and table.now.rules.has_cards
        self._at_keyboard: int | None = None
        self._decision, self._first = 0, 0
        self._since = table.now.last_seq
        self._turn = 0
        self._narrated = [TIP] if self._people else []
        self._seen: dict[int | None, int] = defaultdict(int)
        # Whether the last roll was narrated since a player was last asked.
        self._was_roll_printed = False

    def play(self) -> int:
        """Play to the end, or until a person leaves; the exit status."""
        self._saved.save()
        try:
            self._play()
        except (Quit, EOFError):
            self._print_stop("You left the game")
            return 0
        except KeyboardInterrupt:
            self._console.print()
            self._print_stop("You left the game")
            raise
        except QwixxError:
            self._print_stop("The game stopped")
            raise
        self._show_end()
        if self._saved.path is not None:
            self._console.print(f"The record is in {self._saved.path}.")
        return 0

    def _play(self) -> None:
        for seat in self._people:
            self._table.presence.arrive(seat)
            self._table.apply(self._table.plan_arrival(seat), NOW)
        self._narrate()
        self._carry_out(self._table.plan_tick(NOW))
        while self._table.now.is_playing:
            seat = self._next()
            self._hand_over(seat)
            version, was_roll_printed = self._table.now.version, self._was_roll_printed
            self._was_roll_printed = False
            self._carry_out(
                self._people[seat].decide(version, self._view(seat), was_roll_printed=was_roll_printed)
            )
        self._print_unread()

    def _next(self) -> int:
        """The seat to ask: the person at the keyboard first, then the others clockwise."""
        if self._decision != self._table.now.decision:
            self._decision, self._first = self._table.now.decision, self._at_keyboard or 0
        return min(self._view(None).to_act, key=self._order)

    def _order(self, seat: int) -> int:
        return (seat - self._first) % len(self._names)

    def _take_back(self, seat: int) -> list[AnyFact]:
        """Withdraw the latest hidden choice; without one, the table refuses."""
        chosen = [person for person in self._people if self._view(person).chosen is not None]
        last = max(chosen, key=self._order, default=seat)
        return self._table.plan(last, protocol.Withdraw(0, self._table.now.version))

    def _hint(self, seat: int) -> Advice:
        """The advice of the coach for a seat, from the view of that seat."""
        # Most games need neither the coach nor what it compiles.
        from qwixx.coach.advice import advise

        if self._table.now.settings.daily is not None:
            raise InputError("there are no hints with the dice of a day, which people compare")
        state = self._table.now.state
        assert state is not None
        with judge_with_notice(state.ruleset, state.players) as judge:
            return advise(state, seat, judge)

    def _carry_out(self, planned: list[AnyFact]) -> None:
        for fact in planned:
            # One by one, since bots may plan a whole game, and a table remembers only the latest happenings.
            self._table.apply([fact], NOW)
            self._narrate()
        self._saved.save()
        if not self._is_shared:
            self._print_unread()

    def _view(self, seat: int | None) -> View:
        state = self._table.now.state
        assert state is not None
        return state.view(seat)

    def _narrate(self) -> None:
        """Add the narration of what happened to the unread lines."""
        now = self._table.now
        for seq, what in now.happened_since(self._since):
            self._since = seq
            # Chat, joining and leaving do not occur in a terminal.
            assert isinstance(what, Event)
            self._narrated += self._sentences(what)
            self._was_roll_printed = self._was_roll_printed or isinstance(what, Rolled)
        if now.turn > self._turn:
            self._turn = now.turn
            self._narrated += ["", self._narrator.heading(self._turn, self._view(None).active)]

    def _sentences(self, event: Event) -> list[str]:
        # The end is printed below the last sheets, and a single player needs no line about passing.
        alone = len(self._names) == 1
        omitted = (Ended, Passed) if alone else Ended
        return [] if isinstance(event, omitted) else [self._narrator.sentence(event)]

    def _print_unread(self) -> None:
        """Print the unread lines, of the person at the keyboard or, if nothing is hidden, of all together."""
        reader = self._at_keyboard if self._is_shared else None
        self._console.print_lines(self._narrated[self._seen[reader] :])
        self._seen[reader] = len(self._narrated)

    def _hand_over(self, seat: int) -> None:
        if self._is_shared and seat != self._at_keyboard:
            self._console.clear()
            name = self._names[seat]
            typed = self._console.ask(
                f"Pass the keyboard to {name}. {name}, press Enter when no one else is looking: "
            )
            if typed.lower() in QUITS:
                raise Quit
        self._at_keyboard = seat
        self._print_unread()

    def _print_stop(self, what: str) -> None:
        path = self._saved.path
        where = f"go on with: qwixx play --resume {path}" if path else "it was not saved"
        self._console.print(f"{what}; {where}")

    def _show_end(self) -> None:
        view = self._view(None)
        assert view.outcome is not None
        for name, sheet in zip(self._names, view.sheets, strict=True):
            self._console.print()
            self._console.print_lines(sheet_lines(self._console, name, sheet, view.closed_rows))
        self._console.print()
        self._console.print(self._narrator.sentence(Ended(view.outcome)))
