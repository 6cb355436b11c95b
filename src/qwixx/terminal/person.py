"""A person at the keyboard: the view of their seat, and their answers."""

from collections.abc import Callable
from dataclasses import dataclass

from qwixx.coach.findings import Advice
from qwixx.notation import ParseError
from qwixx.rules.errors import IllegalChoice, InputError, QwixxError
from qwixx.rules.view import View
from qwixx.tables import protocol
from qwixx.tables.game.facts import AnyFact
from qwixx.tables.game.table import Table
from qwixx.terminal.console import Console
from qwixx.terminal.display import Display
from qwixx.terminal.typed_choice import (
    QUITS,
    answers_to,
    choice_typed,
    is_forced,
    question,
)

CHOICE_HELP = """\
  Enter or -        pass (draws and plays cannot be passed)
  r7                cross out red 7; y, g and b are yellow, green and blue
  r or 7            the same, if no other choice is in red or has a 7
  1                 the first choice offered, 2 the second, if none of them has this number
  2 or 1 3          take cards from these places of the display
  R4 R5             play these cards; you are asked what to cross out
  why r12           why you may not cross it out
  h                 a hint: what the coach would choose
  u                 take back the last choice, until all have chosen
  a                 pass without being asked where nothing fits, or be asked again
  s                 all sheets"""
COLOURED = "  White + colour is the sum of one white die and one coloured die, in its row."
LOCAL_HELP = f"""\
{CHOICE_HELP}
  record            the game so far, as text to copy
  ?                 this help
  q                 leave the game
{COLOURED}"""


class Quit(Exception):
    """The person wants to leave."""


@dataclass
class AutoPass:
    """Whether forced passes are made without asking, for all people at a keyboard."""

    is_on: bool = False

    def toggle(self) -> str:
        """Switch it on or off; the new state in a sentence."""
        self.is_on = not self.is_on
        if self.is_on:
            return "from now on you pass without being asked where nothing fits; a ends that."
        return "you are asked again where nothing fits."


class Person:
    """Shows the view of a seat and asks until the table accepts the answer."""

    def __init__(
        self,
        console: Console,
        table: Table,
        seat: int,
        auto_pass: AutoPass,
        record: Callable[[], str],
        take_back: Callable[[int], list[AnyFact]],
        hint: Callable[[int], Advice],
    ) -> None:
        self._console = console
        self._table = table
        self._seat = seat
        self._auto_pass = auto_pass
        self._record = record
        self._take_back = take_back
        self._hint = hint
        self._name = table.now.names[seat]
        self._display = Display(console, seat, table.now.names)

    def decide(self, version: int, view: View, *, was_roll_printed: bool) -> list[AnyFact]:
        """The facts that the person's decision leads to."""
        if self._auto_pass.is_on and is_forced(view):
            return self._table.plan(self._seat, protocol.Choose(0, version, "-"))
        self._console.print_lines(self._display.position(view, was_roll_printed=was_roll_printed))
        while True:
            try:
                planned = self._answer(version, view)
            except ParseError:
                self._display.refuse_unreadable(view.phase)
            except IllegalChoice as refused:
                self._display.refuse(refused.reason.sentence, refused.reason.rule)
            except InputError as error:
                self._display.say(str(error))
            else:
                if planned is not None:
                    return planned

    def _answer(self, version: int, view: View) -> list[AnyFact] | None:
        """The facts that the answer leads to; None if it was a question."""
        typed = self._console.ask(f"{self._name}, {question(view)}: ", answers_to(view))
        command, _, rest = typed.lower().partition(" ")
        if command in QUITS:
            raise Quit
        if command in ("u", "undo"):
            return self._take_back(self._seat)
        if self._inform(command, rest, view):
            return None
        choice = choice_typed(self._console, typed, view)
        return self._table.plan(self._seat, protocol.Choose(0, version, choice))

    def _inform(self, command: str, rest: str, view: View) -> bool:
        """Answer a question; False if it was none."""
        match command:
            case "?" | "help":
                self._display.show_help(LOCAL_HELP)
            case "h" | "hint":
                self._show_hint()
            case "a" | "auto":
                self._display.say(self._auto_pass.toggle())
            case "s" | "sheets":
                self._console.print_lines(self._display.sheets(view))
            case "record" if view.hand_sizes:
                self._display.say("the record shows all hands: use --save to read it after the game.")
            case "record":
                self._console.print(self._record())
            case "why":
                self._display.explain(rest, self._why_not)
            case _:
                return False
        return True

    def _show_hint(self) -> None:
        try:
            advice = self._hint(self._seat)
        except QwixxError as error:
            # A game can be played where the coach is not installed, and with options that it does not know.
            self._display.say(str(error))
        else:
            self._display.show_hint(advice)

    def _why_not(self, choice: str) -> protocol.Reason | None:
        return self._table.answer(self._seat, protocol.Ask(0, choice)).reason
