"""A game at a table on a server: its news is printed at once, also while a person types."""

import threading
from collections.abc import Callable, Sequence
from time import monotonic

from qwixx.client import RemoteTable
from qwixx.notation import ParseError, parse_choice
from qwixx.rules.errors import InputError, QwixxError
from qwixx.rules.events import Ended
from qwixx.tables import protocol
from qwixx.terminal.console import Console, is_interactive
from qwixx.terminal.display import Display
from qwixx.terminal.person import CHOICE_HELP, COLOURED, AutoPass
from qwixx.terminal.table_news import TableNews
from qwixx.terminal.typed_choice import (
    PASSES,
    QUITS,
    answers_to,
    choice_typed,
    is_forced,
    question,
)

PROMPT = "> "
NO_ANSWERS = ("n", "no")
REMOTE_HELP = f"""\
{CHOICE_HELP}
  say TEXT          send a message to the table
  start             begin now, with bots in the free seats
  cover             let a bot play for people who are away
  link              the link and the code of the table, and your private link
  record            the game, once it is over, as text to copy
  ?                 this help         q         leave the terminal; the seat stays yours
{COLOURED}"""
LONG_COMMANDS = {
    "help": "?",
    "hint": "h",
    "undo": "u",
    "auto": "a",
    "sheets": "s",
    "yes": "y",
}
# Enter within this time does not answer a question: nobody has read it yet.
SECONDS_TO_READ = 0.5


class RemoteGame:
    """Prints the news of a table, and sends the choices and commands that a person types."""

    def __init__(self, console: Console, table: RemoteTable, auto_pass: AutoPass) -> None:
        self._console = console
        self._table = table
        self._auto_pass = auto_pass
        self._display = Display(console, table.seat, [])
        self._news = TableNews(console, table.now, self._display)
        # The last question to the person, and its time.
        self._asked: tuple[int, int, str] | None = None
        self._asked_at = 0.0
        self._was_over = False
        self._failure: QwixxError | None = None
        self._has_left = False
        # One thread reads the keyboard; another receives updates, and notifies the first of questions.
        self._lock = threading.Condition()

    def watch(self) -> None:
        """Print what happens until the game is over."""
        self._console.print("You are watching; Ctrl-C ends it.")
        self._receive()
        self._check()

    def play(self) -> None:
        """Play until the person leaves, or without a terminal until the game is over."""
        self._console.print("Type ? for help at any time.")
        threading.Thread(target=self._receive, name="news", daemon=True).start()
        try:
            self._answer_questions()
        finally:
            self._has_left = True

    def _answer_questions(self) -> None:
        while is_interactive() or self._is_asked_again():
            typed = self._console.ask(PROMPT, self._answers(), may_type_ahead=True)
            self._check()
            if typed.lower() in QUITS or (self._was_over and typed.lower() in NO_ANSWERS):
                return
            self._take(typed)

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure

    def _is_asked_again(self) -> bool:
        """Wait for a question, since without a terminal no line is read before; False if the game is over."""
        with self._lock:
            self._lock.wait_for(lambda: self._is_asked or self._was_over or self._failure is not None)
            self._check()
            return self._is_asked

    @property
    def _may_go_on(self) -> bool:
        """Whether there is a person who may want another game."""
        return self._table.seat is not None and is_interactive()

    @property
    def _is_asked(self) -> bool:
        return self._asked is not None and self._table.now.has_to_choose

    def _answers(self) -> Sequence[str]:
        view = self._table.view
        return answers_to(view) if view is not None and self._table.now.has_to_choose else ()

    # Hearing

    def _receive(self) -> None:
        seen = -1
        while self._failure is None and not (self._was_over and not self._may_go_on):
            try:
                seen = self._table.change(seen)
                with self._lock:
                    if self._has_left:
                        return
                    self._print_news()
                    self._lock.notify_all()
            except QwixxError as error:
                self._fail(error)

    def _fail(self, error: QwixxError) -> None:
        with self._lock:
            self._failure = error
            if self._may_go_on and not self._has_left:
                self._console.print_above([f"  {error}; press Enter to leave"])
            self._lock.notify_all()

    def _print_news(self) -> None:
        lines = self._news.lines()
        is_over = self._table.info.state == "over"
        if is_over and not self._was_over:
            lines += self._end()
        self._was_over = is_over
        lines += self._question()
        if lines:
            self._console.print_above(lines)

    def _question(self) -> list[str]:
        """The position and the question, where the person has to choose and has not been asked yet."""
        now, view = self._table.now, self._table.view
        if view is None or not now.has_to_choose:
            self._asked = None
            return []
        asked = (now.info.games_played, now.update.view.public.turn if now.update.view else 0, view.phase)
        if asked == self._asked:
            return []
        self._asked, self._asked_at = asked, monotonic()
        if self._auto_pass.is_on and is_forced(view):
            self._attempt(lambda: self._table.choose("-"))
            return []
        left = now.seconds_left
        limit = f" [{left:.0f} seconds]" if left is not None else ""
        lines = self._display.position(view, was_roll_printed=self._news.was_roll_printed)
        return [*lines, f"{self._display.names[view.seat or 0]}, {question(view)}{limit}"]

    def _end(self) -> list[str]:
        view = self._table.view
        assert view is not None
        assert view.outcome is not None
        narrator = self._news.narrator()
        lines = ["", *self._display.sheets(view), "", narrator.sentence(Ended(view.outcome))]
        lines += [self._fairness()]
        return [*lines, "", "Another game? y, or q to leave."] if self._may_go_on else lines

    def _fairness(self) -> str:
        try:
            verdict = self._table.verify()
        except QwixxError as error:
            return f"Whether the game was fair is not known: {error}"
        if not verdict.is_fair:
            return "NOT FAIR: the dice or cards are not what their seed gives. See qwixx verify."
        seat = self._table.seat
        own = ", and you added to their seed" if seat in verdict.contributions else ""
        return f"Fair: all {verdict.draws} draws are what the server was committed to{own}."

    # Answering

    def _take(self, typed: str) -> None:
        """Do what was typed; a refusal is printed."""
        view = self._table.view
        command, _, rest = typed.partition(" ")
        try:
            if not self._inform(command.lower(), rest) and not self._is_idle(typed):
                assert view is not None
                self._table.choose(parse_choice(choice_typed(self._console, typed, view)))
                self._print_waiting()
        except ParseError:
            assert view is not None
            self._display.refuse_unreadable(view.phase)
        except QwixxError as error:
            self._print_refusal(error)

    def _print_waiting(self) -> None:
        view = self._table.view
        if view is not None and view.chosen is not None and is_interactive():
            self._display.say(f"{self._news.waiting()} u takes your choice back.")

    def _is_idle(self, typed: str) -> bool:
        """Whether what was typed is not an answer: nothing is asked, or the question was not read yet."""
        if self._table.now.has_to_choose:
            return not typed and is_interactive() and monotonic() - self._asked_at < SECONDS_TO_READ
        if typed not in PASSES or typed == "-":
            self._display.say(self._news.waiting() or "nothing to choose now; ? lists what you can type.")
        return True

    def _attempt(self, act: Callable[[], object]) -> None:
        try:
            act()
        except QwixxError as error:
            self._print_refusal(error)

    def _print_refusal(self, error: QwixxError) -> None:
        reason = getattr(error, "reason", None)
        rule = reason.rule if isinstance(reason, protocol.Reason) else ""
        # The table itself refuses without a rule.
        self._display.refuse(str(error), rule)

    def _inform(self, command: str, rest: str) -> bool:
        """Carry out a command; False if it was none."""
        commands: dict[str, Callable[[], object]] = {
            "?": lambda: self._display.show_help(REMOTE_HELP),
            "h": lambda: self._display.show_hint(self._table.hint()),
            "u": self._table.undo,
            "a": lambda: self._display.say(self._auto_pass.toggle()),
            "s": self._sheets,
            "why": lambda: self._display.explain(rest, self._table.why),
            "say": lambda: self._table.say(rest),
            "start": self._table.start,
            "cover": self._cover,
            "link": self._links,
            "record": lambda: self._console.print(str(self._table.record())),
        }
        if self._was_over:
            commands["y"] = self._rematch
        act = commands.get(LONG_COMMANDS.get(command, command))
        if act is not None:
            act()
        return act is not None

    def _sheets(self) -> None:
        view = self._table.view
        self._console.print_lines(self._display.sheets(view) if view is not None else [])

    def _links(self) -> None:
        self._console.print_lines(self._news.invitation())
        self._console.print(f"  Your seat on another device: {self._table.now.private_link}")

    def _rematch(self) -> None:
        self._table.rematch()
        self._display.say("you want another game; it begins when all who are here do.")

    def _cover(self) -> None:
        away = self._table.now.update.away
        if not away:
            raise InputError("nobody is away.")
        for each in away:
            self._table.cover(each.seat)
