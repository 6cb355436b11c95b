"""A person at the keyboard, who asks the table for what a browser would ask for."""

from collections.abc import Callable

from qwixx.cli.drawings import LEGEND, sheet_lines, short_sheet, table_lines
from qwixx.cli.terminal import Terminal
from qwixx.cli.typed_choice import cells_of, choice_typed, cross_typed, question
from qwixx.notation import ParseError
from qwixx.rules.errors import IllegalChoice, InputError
from qwixx.rules.reasons import Reason
from qwixx.server.tables import facts
from qwixx.server.tables.table import Table
from qwixx.server.wire import protocol

HELP = f"""\
  Enter or -        pass (draws and plays cannot be passed)
  r7                cross red 7; y, g and b are yellow, green and blue
  r or 7            the same, if no other choice is in red or has a 7
  2 or 1 3          take cards from these places of the display
  R4 R5             play these cards; you are asked what to cross
  why r12           why you may not cross it
  u                 take back the last choice, while somebody has yet to choose
  s                 all sheets        record    the game so far, as text to copy
  ?                 this help         q         leave the game
  On the sheet: {LEGEND}
  White + colour is the sum of one white die and one coloured die, in its row."""

HINTS = {
    "common": "type a cross like r7, or Enter to pass",
    "own": "type a cross like r7, or Enter to pass",
    "draw": "type one place or more, like 2 or 1 3",
    "play": "type cards of your hand like R4 R5",
}
QUITS = ("q", "quit", "exit")


class Quit(Exception):
    """The person wants to leave."""


class Person:
    """Shows what the table lets its seat see and asks until the table accepts the answer."""

    def __init__(
        self,
        terminal: Terminal,
        table: Table,
        seat: int,
        record: Callable[[], str],
        take_back: Callable[[int], list[facts.AnyFact]],
    ) -> None:
        self._terminal = terminal
        self._table = table
        self._seat = seat
        self._record = record
        self._take_back = take_back
        self._names = table.now.names

    def decide(self, version: int, view: protocol.View) -> list[facts.AnyFact]:
        """The facts that the person's decision leads to."""
        self._show(view)
        while True:
            try:
                planned = self._answer(version, view)
            except ParseError:
                self._say(f"that is no choice here: {HINTS[view.public.phase]}, or ? for help.")
            except IllegalChoice as refused:
                self._refuse(refused.reason)
            except InputError as error:
                self._say(str(error))
            else:
                if planned is not None:
                    return planned

    def _say(self, sentence: str) -> None:
        self._terminal.print(f"  {sentence[0].upper()}{sentence[1:]}")

    def _refuse(self, reason: Reason) -> None:
        self._say(f"{reason.sentence} (rule {reason.rule})")

    def _show(self, view: protocol.View) -> None:
        self._terminal.print()
        for seat, sheet in enumerate(view.public.sheets):
            if seat != self._seat:
                self._terminal.print(short_sheet(self._terminal, self._names[seat], sheet))
        for line in table_lines(self._terminal, view, self._names):
            self._terminal.print(line)
        self._print_sheet(view, self._seat)

    def _print_sheet(self, view: protocol.View, seat: int) -> None:
        offered = {cell for choice in view.choices for cell in cells_of(choice)} if seat == self._seat else ()
        sheet, closed = view.public.sheets[seat], view.public.closed_rows
        for line in sheet_lines(self._terminal, self._names[seat], sheet, closed, offered):
            self._terminal.print(line)

    def _answer(self, version: int, view: protocol.View) -> list[facts.AnyFact] | None:
        """What the answer leads to; None if it only wanted to know something."""
        typed = self._terminal.ask(question(self._names[self._seat], view))
        command, _, rest = typed.lower().partition(" ")
        if command in QUITS:
            raise Quit
        if command in ("u", "undo"):
            return self._take_back(self._seat)
        if self._inform(command, rest, view):
            return None
        choice = choice_typed(self._terminal, typed, view)
        return self._table.plan(self._seat, protocol.Choose(0, version, choice))

    def _inform(self, command: str, rest: str, view: protocol.View) -> bool:
        """Tell what was asked for; False if nothing was."""
        match command:
            case "?" | "h" | "help":
                self._terminal.print(HELP)
            case "s" | "sheets":
                for seat in range(len(view.public.sheets)):
                    self._print_sheet(view, seat)
            case "record" if view.public.hand_sizes:
                self._say("the record shows all hands: --save keeps it for when the game is over.")
            case "record":
                self._terminal.print(self._record())
            case "why":
                self._explain(rest)
            case _:
                return False
        return True

    def _explain(self, typed: str) -> None:
        if not typed:
            raise InputError("ask about a choice, for example: why r12")
        refusal = self._table.why_not(self._seat, cross_typed(typed))
        if refusal is not None:
            self._refuse(refusal)
        else:
            self._say(f"you may choose {typed}.")
