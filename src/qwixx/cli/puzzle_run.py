"""One run of ``qwixx puzzle``: a position is shown, an answer asked for, and explained."""

import argparse
import random

from qwixx.cli.judge import appointed
from qwixx.cli.options import rules_named
from qwixx.cli.person import HINTS
from qwixx.cli.puzzle_report import puzzle_lines, solution_lines
from qwixx.cli.terminal import Terminal, print_json
from qwixx.cli.typed_choice import choice_typed, question
from qwixx.coach.findings import Puzzle
from qwixx.coach.judge import Judge
from qwixx.coach.puzzles import NAMES, make_puzzle
from qwixx.notation import ParseError, format_choice, parse_choice, parse_position
from qwixx.rules.errors import IllegalChoice, InputError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import whole_view

QUITS, SOLUTIONS = ("q", "quit", "exit"), ("s", "solution")
LARGEST_SEED = 10**6


class Asked(Exception):
    """The person would rather see the solution."""


def run_puzzle(args: argparse.Namespace) -> int:
    """The exit status."""
    if args.count < 1:
        raise InputError(f"--count is 1 or more, not {args.count}")
    rules = rules_named(args.game, [])
    players = args.players if args.players is not None else rules.min_players
    rules.check_players(players)
    with appointed(rules, players) as judge:
        return _run(args, rules, players, judge)


def _run(args: argparse.Namespace, rules: Ruleset, players: int, judge: Judge) -> int:
    first = args.seed if args.seed is not None else random.SystemRandom().randrange(LARGEST_SEED)
    puzzles = (make_puzzle(rules, seed, players, judge) for seed in range(first, first + args.count))
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
    view = whole_view(state, puzzle.advice.seat, puzzle.turn)
    terminal.print_lines(puzzle_lines(terminal, puzzle, view))
    try:
        typed = _typed(terminal, state, view)
    except Asked:
        typed = None
    except EOFError:
        return None
    terminal.print()
    terminal.print_lines(solution_lines(terminal, puzzle, typed))
    return any(option.choice == typed and option.loss == 0 for option in puzzle.advice.options)


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
            terminal.print(f"  That is no choice here: {HINTS[view.public.phase]}.")
        except InputError as error:
            terminal.print(f"  {error}")
        else:
            return format_choice(choice)
