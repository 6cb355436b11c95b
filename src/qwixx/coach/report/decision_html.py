"""One decision in a page: the sheet, the dice or cards on the table, and every option."""

from html import escape

from qwixx.coach.consequences import crosses_of
from qwixx.coach.findings import JudgedDecision, Option, Unit, word_for
from qwixx.coach.report.sentences import amount, choice_name, cost, sentence
from qwixx.notation import format_roll, parse_choice, parse_position
from qwixx.rules.colours import Colour
from qwixx.rules.game import State
from qwixx.svg import Rings, sheet


def decision_body(decision: JudgedDecision, unit: Unit) -> str:
    """The sheet with the choice made and the best one, the reason, and a table of all options."""
    state = parse_position(decision.position)
    why = f"<p>{escape(sentence(decision.explanation))}</p>" if decision.explanation is not None else ""
    return "\n".join(
        [
            f'<p class="table">{escape(_on_the_table(state, decision.seat))}</p>',
            _sheet(state, decision),
            why,
            _options(decision, unit),
        ]
    )


def _on_the_table(state: State, seat: int) -> str:
    if state.dice is not None:
        return f"Dice: {format_roll(state.dice)}"
    view = state.view(seat)
    display = " ".join(map(str, view.display))
    hand = " ".join(map(str, view.hand))
    number = f"; {view.common_number} for everyone" if view.common_number is not None else ""
    return f"Hand: {hand}; display: {display}{number}"


def cost_html(loss: float, unit: Unit) -> str:
    """The loss of a choice, with a minus that stands as high as a plus."""
    return escape(cost(loss, unit)).replace("-", "&minus;")


def _sheet(state: State, decision: JudgedDecision) -> str:
    """The sheet of the deciding seat, with rings around what was chosen and what was best."""
    rings = Rings(best=_cells(decision.best.choice), chosen=_cells(decision.choice.choice))
    return sheet(state.sheets[decision.seat], closed=state.closed_rows, rings=rings, styled=False)


def _cells(choice: str) -> frozenset[tuple[Colour, int]]:
    colour, numbers = crosses_of(parse_choice(choice))
    return frozenset((colour, number) for number in numbers) if colour is not None else frozenset()


def _options(decision: JudgedDecision, unit: Unit) -> str:
    win = "<th>win</th>" if unit == "win" else ""
    rows = [_option(option, unit, place == decision.chosen) for place, option in enumerate(decision.options)]
    head = f"<tr><th>choice</th>{win}<th>total</th><th>loss</th><th></th></tr>"
    return f'<table class="options">{head}{"".join(rows)}</table>'


def _option(option: Option, unit: Unit, was_chosen: bool) -> str:
    win = f"<td>{amount(option.win, 'win')}</td>" if option.win is not None else ""
    word = f"{'chosen, ' if was_chosen else ''}{word_for(option.loss, unit)}"
    name, loss = choice_name(option.choice), cost_html(option.loss, unit)
    mark = ' class="was-chosen"' if was_chosen else ""
    return f"<tr{mark}><td>{name}</td>{win}<td>{option.total:.1f}</td><td>{loss}</td><td>{word}</td></tr>"
