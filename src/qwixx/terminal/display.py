"""What one person sees of a game at a keyboard: sheets, dice and cards, refusals and hints."""

from collections.abc import Sequence

from qwixx.coach.findings import Advice
from qwixx.rules.view import View
from qwixx.terminal.advice import option_lines
from qwixx.terminal.console import Console
from qwixx.terminal.drawings import sheet_lines, short_sheet, table_lines
from qwixx.terminal.typed_choice import cells_of

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
            lines += table_lines(self._console, view, self.names)
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

    def show_hint(self, advice: Advice) -> None:
        self._console.print_lines(
            f"  {line}" if line else "" for line in option_lines(self._console, advice.top(HINTED))
        )
