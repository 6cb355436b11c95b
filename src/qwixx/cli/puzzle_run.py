"""One run of ``qwixx puzzle``: a position is shown, an answer asked for, and explained."""

import argparse
import random

from qwixx.cli.coach_report import option_lines
from qwixx.cli.coach_run import load_judge, tell, top
from qwixx.cli.drawings import sheet_lines, table_lines
from qwixx.cli.options import rules_named
from qwixx.cli.person import HINTS
from qwixx.cli.terminal import Terminal, print_json
from qwixx.cli.typed_choice import cells_of, choice_typed, question
from qwixx.coach.findings import Explanation, Option, Puzzle
from qwixx.coach.puzzles import NAMES, make_puzzle
from qwixx.coach.sentences import lost, sentence
from qwixx.coach.words import choice_name
from qwixx.notation import ParseError, format_choice, parse_choice, parse_position
from qwixx.rules.errors import IllegalChoice, QwixxError
from qwixx.rules.game import State
from qwixx.server import protocol
from qwixx.server.messages import seat_view

QUITS, SOLUTIONS = ("q", "quit", "exit"), ("s", "solution")
LARGEST_SEED = 10**6
# A hand of cards may be played in dozens of ways.
MOST_SHOWN = 8


class Asked(Exception):
    """The person would rather see the solution."""


def run_puzzle(args: argparse.Namespace) -> int:
    """The exit status."""
    if args.count < 1:
        raise QwixxError(f"--count is 1 or more, not {args.count}")
    rules = rules_named(args.game, [])
    players = args.players if args.players is not None else rules.min_players
    values = load_judge(State.new(rules, players))
    first = args.seed if args.seed is not None else random.SystemRandom().randrange(LARGEST_SEED)
    puzzles = (make_puzzle(rules, seed, players, values) for seed in range(first, first + args.count))
    if args.json:
        print_json(list(puzzles))
        return 0
    terminal = Terminal(args.color)
    found = 0
    for number, puzzle in enumerate(puzzles, 1):
        answer = _ask(terminal, puzzle)
        if answer is None:
            return 0
        found += answer
        if args.count > 1:
            terminal.print(f"{found} of {number} found.")
    return 0


def _ask(terminal: Terminal, puzzle: Puzzle) -> bool | None:
    """Set a puzzle and explain it: whether the best choice was found, None if the person leaves."""
    state = parse_position(puzzle.position)
    view = seat_view(state.view(puzzle.advice.seat), puzzle.turn)
    tell(terminal, _puzzle_lines(terminal, puzzle, view))
    try:
        typed = _typed(terminal, state, view)
    except Asked:
        typed = None
    except EOFError:
        return None
    terminal.print()
    tell(
        terminal, [*_verdict(puzzle, typed), "", *option_lines(terminal, top(puzzle.advice, MOST_SHOWN)), ""]
    )
    return typed is not None and _option(puzzle, typed)[0].loss == 0


def _puzzle_lines(terminal: Terminal, puzzle: Puzzle, view: protocol.View) -> list[str]:
    seat = puzzle.advice.seat
    lines = [
        terminal.bold(f"Puzzle {puzzle.seed}, {puzzle.game}: you are {NAMES[seat]}, turn {puzzle.turn}."),
        "",
    ]
    for other in range(puzzle.players):
        offered = {cell for choice in view.choices for cell in cells_of(choice)} if other == seat else ()
        lines += sheet_lines(terminal, NAMES[other], view.sheets[other], view.closed_rows, offered)
    lines += table_lines(terminal, view, NAMES[: puzzle.players])
    active = "It is your turn" if view.active == seat else f"It is {NAMES[view.active]}'s turn"
    crossed = (
        ", and you have crossed the common number" if view.phase in ("own", "play") and view.crossed else ""
    )
    return [*lines, f"{active}{crossed}. What would you choose? (s shows the solution, q leaves)"]


def _typed(terminal: Terminal, state: State, view: protocol.View) -> str:
    """The choice that a person types, asked for until it is legal; EOFError if they leave."""
    assert view.seat is not None
    while True:
        typed = terminal.ask(question(NAMES[view.seat], view))
        if typed.lower() in QUITS:
            raise EOFError
        if typed.lower() in SOLUTIONS:
            raise Asked
        try:
            choice = parse_choice(choice_typed(terminal, typed, view))
            refusal = state.why_not(view.seat, choice)
            if refusal is not None:
                raise IllegalChoice(refusal)
        except ParseError:
            terminal.print(f"  That is no choice here: {HINTS[view.phase]}.")
        except ValueError as error:
            terminal.print(f"  {error}")
        else:
            return format_choice(choice)


def _option(puzzle: Puzzle, text: str) -> tuple[Option, Explanation | None]:
    advice = puzzle.advice
    return next(
        pair for pair in zip(advice.options, advice.explanations, strict=True) if pair[0].choice == text
    )


def _verdict(puzzle: Puzzle, typed: str | None) -> list[str]:
    best, unit = puzzle.advice.options[0], puzzle.advice.unit
    name = choice_name(best.choice)
    if typed is None:
        return [f"The best choice is {name}."]
    option, why = _option(puzzle, typed)
    if why is not None:
        return [f"Not the best: {sentence(why)}", f"The best choice is {name}."]
    second = puzzle.advice.options[1]
    ahead = lost(second.loss - option.loss, unit)
    return [f"Right: {name} is best, by {ahead} over the next."]
