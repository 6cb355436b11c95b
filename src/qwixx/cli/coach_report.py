"""A coach's advice as lines of text."""

from collections.abc import Iterable, Sequence
from typing import assert_never, cast

from qwixx.cli.terminal import Terminal
from qwixx.coach.findings import Advice, Explanation, GameName, Option, Unit
from qwixx.coach.sentences import amount, cost, sentence
from qwixx.coach.words import choice_name, phase_name, word_for
from qwixx.notation import parse_choice
from qwixx.rules.choices import Cross, Draw, Pass, Play
from qwixx.rules.colours import Colour
from qwixx.rules.game import State


def advice_lines(terminal: Terminal, state: State, advice: Advice) -> list[str]:
    """Each choice with its value, the best first, and why the others are worse."""
    question = phase_name(cast(GameName, state.ruleset.name), advice.phase)
    if advice.phase == "common":
        question += f": {state.common_number}"
    head = f"{state.ruleset.title}, seat {advice.seat + 1}, {question}"
    return [terminal.bold(head[0].upper() + head[1:]), "", *option_lines(terminal, advice)]


def option_lines(terminal: Terminal, advice: Advice) -> list[str]:
    """The table of the options, and below it a sentence for each that loses something."""
    with_win = advice.unit == "win"
    rows = [["choice", *(["win"] if with_win else []), "total", "loss", ""]]
    rows += [_cells(option, advice.unit) for option in advice.options]
    colours = [None, *(colour_of(option.choice) for option in advice.options)]
    lines = aligned(rows)
    shown = [
        terminal.coloured(colour, line) if colour is not None else line
        for colour, line in zip(colours, lines, strict=True)
    ]
    reasons = [reason for reason in map(_reason, advice.explanations) if reason]
    return [*shown, "", *reasons] if reasons else shown


def _cells(option: Option, unit: Unit) -> list[str]:
    win = [amount(option.win, "win")] if option.win is not None else []
    total, loss = f"{option.total:.1f}", cost(option.loss, unit)
    return [choice_name(option.choice), *win, total, loss, word_for(option.loss, unit)]


def _reason(explanation: Explanation | None) -> str:
    return sentence(explanation) if explanation is not None else ""


def colour_of(text: str) -> Colour | None:
    """The row that a choice crosses something in."""
    choice = parse_choice(text)
    match choice:
        case Cross(colour, _):
            return colour
        case Play(_, colour, numbers) if numbers:
            return colour
        case Pass() | Draw() | Play():
            return None
        case _:
            assert_never(choice)


def aligned(rows: Sequence[Sequence[str]], left: Iterable[int] = (0, -1)) -> list[str]:
    """Rows of cells in columns, numbers to the right; the first and the last column to the left."""
    count = len(rows[0])
    to_left = {column % count for column in left}
    widths = [max(len(row[column]) for row in rows) for column in range(count)]
    return [
        "  ".join(
            f"{cell:<{width}}" if column in to_left else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
