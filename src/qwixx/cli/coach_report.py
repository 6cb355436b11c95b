"""A coach's advice as lines of text."""

from typing import cast

from qwixx.cli.columns import aligned
from qwixx.cli.terminal import Terminal
from qwixx.coach.consequences import crosses_of
from qwixx.coach.findings import Advice, Explanation, GameName, Option, Unit
from qwixx.coach.sentences import amount, cost, sentence
from qwixx.coach.words import choice_name, phase_name, word_for
from qwixx.notation import parse_choice
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
    heading, *lines = aligned(rows, left=(0, -1))
    shown = [heading]
    for option, line in zip(advice.options, lines, strict=True):
        colour, _ = crosses_of(parse_choice(option.choice))
        shown.append(terminal.coloured(colour, line) if colour is not None else line)
    reasons = [reason for reason in map(_reason, advice.explanations) if reason]
    return [*shown, "", *reasons] if reasons else shown


def _cells(option: Option, unit: Unit) -> list[str]:
    win = [amount(option.win, "win")] if option.win is not None else []
    total, loss = f"{option.total:.1f}", cost(option.loss, unit)
    return [choice_name(option.choice), *win, total, loss, word_for(option.loss, unit)]


def _reason(explanation: Explanation | None) -> str:
    return sentence(explanation) if explanation is not None else ""
