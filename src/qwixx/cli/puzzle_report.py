"""A puzzle and its solution as lines of text."""

from qwixx.cli.coach_report import option_lines
from qwixx.cli.drawings import sheet_lines, table_lines
from qwixx.cli.terminal import Terminal
from qwixx.cli.typed_choice import cells_of
from qwixx.coach.findings import Puzzle
from qwixx.coach.puzzles import NAMES
from qwixx.coach.sentences import lost, sentence
from qwixx.coach.words import choice_name
from qwixx.server.wire import protocol

# A hand of cards may be played in dozens of ways.
MOST_SHOWN = 8


def puzzle_lines(terminal: Terminal, puzzle: Puzzle, view: protocol.View) -> list[str]:
    """The position as whoever has to choose sees it, and the question."""
    seat, public = puzzle.advice.seat, view.public
    lines = [
        terminal.bold(f"Puzzle {puzzle.seed}, {puzzle.game}: you are {NAMES[seat]}, turn {puzzle.turn}."),
        "",
    ]
    for other in range(puzzle.players):
        offered = {cell for choice in view.choices for cell in cells_of(choice)} if other == seat else ()
        lines += sheet_lines(terminal, NAMES[other], public.sheets[other], public.closed_rows, offered)
    lines += table_lines(terminal, view, NAMES[: puzzle.players])
    active = "It is your turn" if public.active == seat else f"It is {NAMES[public.active]}'s turn"
    has_crossed = public.phase in ("own", "play") and public.crossed
    crossed = ", and you have crossed the common number" if has_crossed else ""
    return [*lines, f"{active}{crossed}. What would you choose? (s shows the solution, q leaves)"]


def solution_lines(terminal: Terminal, puzzle: Puzzle, chosen: str | None) -> list[str]:
    """What the choice was worth, None if none was made, and the best ones with their values."""
    return [*_verdict(puzzle, chosen), "", *option_lines(terminal, puzzle.advice.top(MOST_SHOWN)), ""]


def _verdict(puzzle: Puzzle, chosen: str | None) -> list[str]:
    advice = puzzle.advice
    name = choice_name(advice.options[0].choice)
    if chosen is None:
        return [f"The best choice is {name}."]
    place = [option.choice for option in advice.options].index(chosen)
    why = advice.explanations[place]
    if why is not None:
        return [f"Not the best: {sentence(why)}", f"The best choice is {name}."]
    ahead = lost(advice.options[1].loss - advice.options[place].loss, advice.unit)
    return [f"Right: {name} is best, by {ahead} over the next."]
