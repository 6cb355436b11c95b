"""The view of a person at a keyboard: sheets, dice and cards, refusals, and the advice of the coach."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from qwixx.coach.consequences import crosses_of
from qwixx.coach.findings import Advice, Explanation, Option, Unit, word_for
from qwixx.coach.report.sentences import amount, choice_name, cost, sentence
from qwixx.notation import parse_choice
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import Phase
from qwixx.rules.view import View
from qwixx.terminal.console import Console
from qwixx.terminal.drawings import dice_or_card_lines, legend, sheet_lines, short_sheet
from qwixx.terminal.typed_choice import CHOICE_HINTS, cells_of, cross_typed
from qwixx.text_table import aligned

if TYPE_CHECKING:
    from qwixx.tables import protocol

# The number of choices in a hint.
HINTED = 5


class Display:
    """Draws what ``seat`` sees, for the people who are called ``names``."""

    def __init__(self, console: Console, seat: int | None, names: Sequence[str]) -> None:
        self._console = console
        self._seat = seat
        self.names = names

    def position(self, view: View, *, was_roll_printed: bool = False) -> list[str]:
        """Others in a line each, the dice or the cards, and the own sheet."""
        lines = [""]
        lines += [
            short_sheet(self._console, self.names[seat], sheet)
            for seat, sheet in enumerate(view.sheets)
            if seat != self._seat
        ]
        if not (was_roll_printed and view.dice is not None):
            lines += dice_or_card_lines(self._console, view, self.names)
        return lines if self._seat is None else [*lines, *self.sheet(view, self._seat)]

    def sheet(self, view: View, seat: int) -> list[str]:
        """A whole sheet; on the own one the numbers that may be crossed are marked."""
        offered = {cell for choice in view.choices for cell in cells_of(choice)} if seat == self._seat else ()
        return sheet_lines(self._console, self.names[seat], view.sheets[seat], view.closed_rows, offered)

    def sheets(self, view: View) -> list[str]:
        return [line for seat in range(len(view.sheets)) for line in self.sheet(view, seat)]

    def say(self, sentence: str) -> None:
        """An answer to what was typed."""
        self._console.print(f"  {sentence[0].upper()}{sentence[1:]}")

    def refuse(self, sentence: str, rule: str) -> None:
        self.say(f"{sentence} (rule {rule})" if rule else sentence)

    def explain(self, typed: str, why_not: "Callable[[str], protocol.Reason | None]") -> None:
        """The reason why a choice is not allowed, or that it is."""
        if not typed:
            raise InputError("ask about a choice, for example: why r12")
        reason = why_not(cross_typed(typed))
        if reason is None:
            self.say(f"you may choose {typed}.")
        else:
            self.refuse(reason.text, reason.rule)

    def refuse_unreadable(self, phase: Phase) -> None:
        """The answer to what is no choice of any kind."""
        self.say(f"that is not a choice here: {CHOICE_HINTS[phase]}, or ? for help.")

    def show_help(self, commands: str) -> None:
        self._console.print(f"{commands}\n  On the sheet: {legend(self._console)}")

    def show_hint(self, advice: Advice) -> None:
        self._console.print_lines(
            f"  {line}" if line else "" for line in option_lines(self._console, advice.top(HINTED))
        )


def option_lines(console: Console, advice: Advice) -> list[str]:
    """The table of the options, and below it a sentence for each that loses something."""
    with_win = advice.unit == "win"
    rows = [["choice", *(["win"] if with_win else []), "total", "loss", ""]]
    rows += [_cells(option, advice.unit) for option in advice.options]
    heading, *lines = aligned(rows, left=(0, -1))
    shown = [heading]
    for option, line in zip(advice.options, lines, strict=True):
        colour, _ = crosses_of(parse_choice(option.choice))
        shown.append(console.coloured(colour, line) if colour is not None else line)
    reasons = [reason for reason in map(_reason, advice.explanations) if reason]
    return [*shown, "", *reasons] if reasons else shown


def _cells(option: Option, unit: Unit) -> list[str]:
    win = [amount(option.win, "win")] if option.win is not None else []
    total, loss = f"{option.total:.1f}", cost(option.loss, unit)
    return [choice_name(option.choice), *win, total, loss, word_for(option.loss, unit)]


def _reason(explanation: Explanation | None) -> str:
    return sentence(explanation) if explanation is not None else ""
