"""The table as lines of text, for ``render_mode="ansi"``."""

from collections.abc import Sequence

from qwixx.notation import format_roll
from qwixx.rules.view import View


def table_text(view: View, names: Sequence[str]) -> str:
    """A view as text: a line for the turn, one for the cards if there are any, and one for each seat."""
    lines = [_turn_line(view, names)]
    if view.display:
        places = " ".join("." if number is None else str(number) for number in view.display)
        lines.append(f"display {places}; deck {view.deck_top}, {view.deck_count} cards")
    lines += [_seat_line(view, seat, name) for seat, name in enumerate(names)]
    return "\n".join(lines) + "\n"


def _turn_line(view: View, names: Sequence[str]) -> str:
    words = f"{view.ruleset.name}: {view.phase}, turn of {names[view.active]}"
    if view.dice is not None:
        words += f", {format_roll(view.dice)}"
    return words


def _seat_line(view: View, seat: int, name: str) -> str:
    words = f"{name} {view.totals[seat]}: {view.sheets[seat]!s}"
    if view.hand_sizes:
        backs = view.hand_numbers[seat] if view.hand_numbers is not None else "?" * view.hand_sizes[seat]
        words += f"; holds {' '.join(map(str, backs))}"
    return words
