"""One decision in a page: the sheet it was about, what lay on the table, and every option."""

from html import escape

from qwixx.coach.consequences import crosses_of
from qwixx.coach.findings import JudgedDecision, Option, Unit
from qwixx.coach.sentences import amount, cost, sentence
from qwixx.coach.words import choice_name, word_for
from qwixx.notation import format_roll, parse_choice, parse_position
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.game import State
from qwixx.rules.scoring import total
from qwixx.rules.sheet import PENALTY_BOXES

CROSS = "&#10005;"
# The drawing stands once at the head of the page.
LOCK = '<svg aria-label="lock"><use href="#lock"/></svg>'
LOCK_SYMBOL = (
    '<svg hidden><symbol id="lock" viewBox="0 0 16 16"><path fill="none" stroke="currentColor"'
    ' stroke-width="2" d="M5 7V5a3 3 0 0 1 6 0v2"/><rect x="3" y="7" width="10" height="7" rx="1.5"'
    ' fill="currentColor"/></symbol></svg>'
)

Cells = frozenset[tuple[Colour, int]]


def decision_body(decision: JudgedDecision, unit: Unit) -> str:
    """The sheet with the choice made and the best one, the reason, and a table of all options."""
    state = parse_position(decision.position)
    why = f"<p>{escape(sentence(decision.explanation))}</p>" if decision.explanation is not None else ""
    return "\n".join(
        [
            f'<p class="table">{escape(_on_the_table(state, decision.seat))}</p>',
            sheet_html(state, decision),
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
    number = f"; {view.common_number} for everybody" if view.common_number is not None else ""
    return f"Hand: {hand}; display: {display}{number}"


def cost_html(loss: float, unit: Unit) -> str:
    """What a choice loses, with a minus that stands as high as a plus."""
    return escape(cost(loss, unit)).replace("-", "&minus;")


def sheet_html(state: State, decision: JudgedDecision) -> str:
    """The sheet of whoever decides, with rings around what was chosen and what was best."""
    sheet, closed = state.sheets[decision.seat], state.closed_rows
    chosen, best = _cells(decision.choice.choice), _cells(decision.best.choice)
    lines = ['<div class="sheet">']
    for colour in COLOURS:
        cells = [
            _cell(number, _state_of(sheet.rows[colour], colour, number), (colour, number), chosen, best)
            for number in colour.numbers
        ]
        lock = CROSS if sheet.has_lock(colour) else LOCK
        shut = " closed" if colour in closed else ""
        lines.append(
            f'<div class="row {colour}{shut}">{"".join(cells)}<span class="lock">{lock}</span></div>'
        )
    boxes = "".join("&#9746;" if box < sheet.penalties else "&#9744;" for box in range(PENALTY_BOXES))
    lines.append(f'<p class="foot">penalties {boxes} &middot; {total(sheet)} points so far</p></div>')
    return "\n".join(lines)


def _state_of(row: tuple[int, ...], colour: Colour, number: int) -> str:
    if number in row:
        return "crossed"
    return "skipped" if row and colour.place(number) < colour.place(row[-1]) else "free"


def _cell(number: int, what: str, cell: tuple[Colour, int], chosen: Cells, best: Cells) -> str:
    marks = [what, *(["chosen"] if cell in chosen else []), *(["best"] if cell in best else [])]
    said = "".join(f" ({mark})" for mark in marks if mark != "free")
    text = CROSS if what == "crossed" else number
    return f'<span class="{" ".join(marks)}" title="{number}{said}">{text}</span>'


def _cells(choice: str) -> Cells:
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
