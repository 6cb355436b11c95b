"""A coach's advice as lines of text: for ``qwixx coach`` and ``puzzle``, and as a hint."""

from qwixx.coach.consequences import crosses_of
from qwixx.coach.findings import Advice, Explanation, Option, Unit, word_for
from qwixx.coach.report.sentences import amount, choice_name, cost, sentence
from qwixx.notation import parse_choice
from qwixx.terminal.console import Console
from qwixx.text_table import aligned


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
