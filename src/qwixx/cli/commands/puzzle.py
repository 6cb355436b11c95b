"""``qwixx puzzle``: what would you cross?"""

import argparse
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from qwixx.bots.provenance import weights_of_coach
from qwixx.cli.options import rules_named, seed
from qwixx.coach.findings import Puzzle
from qwixx.coach.report.sentences import choice_name, lost, sentence
from qwixx.notation import ParseError, format_choice, parse_choice, parse_position
from qwixx.rules.errors import IllegalChoice, InputError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase, Ruleset
from qwixx.rules.view import View
from qwixx.seeds import seed_number
from qwixx.system.signals import defer_handlers
from qwixx.terminal.console import Console, add_color_argument, print_json
from qwixx.terminal.display import Display, option_lines
from qwixx.terminal.drawings import dice_or_card_lines
from qwixx.terminal.typed_choice import CHOICE_HINTS, QUITS, answers_to, choice_typed, question
from qwixx.terminal.warm_up import judge_with_notice

if TYPE_CHECKING:
    from qwixx.coach.judge import Judge

SOLUTIONS = ("s", "solution")
LARGEST_SEED = 10**6
# A hand of cards may be played in dozens of ways.
MOST_SHOWN = 8
EXAMPLES = """\
examples:
  qwixx puzzle                           a position of the dice game: what would you cross?
  qwixx puzzle --game solo --count 5     five puzzles of the solo game, one after the other
  qwixx puzzle --seed 7                  the same puzzle every time
  qwixx puzzle --seed 7 --json           the position, every choice with its value, and the reasons

Type answers as in qwixx play: r7 crosses out red 7, Enter passes, s shows the solution, q quits."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game", default="dice", metavar="GAME", help="dice, cards, cards_joker or solo (default: dice)"
    )
    parser.add_argument(
        "--players", type=int, metavar="N", help="number of players (default: as few as possible)"
    )
    parser.add_argument("--seed", type=seed, help="seed of the first puzzle (default: random)")
    parser.add_argument("--count", type=int, default=1, metavar="N", help="number of puzzles (default: 1)")
    parser.add_argument("--json", action="store_true", help="print the puzzles, with their answers, as JSON")
    add_color_argument(parser)


class SolutionWanted(Exception):
    """The person would rather see the solution."""


def run(args: argparse.Namespace) -> int:
    """Set puzzles; the exit status."""
    if args.count < 1:
        raise InputError(f"--count is 1 or more, not {args.count}")
    rules = rules_named(args.game, [])
    players = args.players if args.players is not None else rules.min_players
    rules.check_players(players)
    with judge_with_notice(rules, players) as judge:
        return _run(args, rules, players, judge)


def _run(args: argparse.Namespace, rules: Ruleset, players: int, judge: "Judge") -> int:
    # Judges are slow to import.
    with defer_handlers():
        from qwixx.coach.puzzles import NAMES, make_puzzle

    first = random.SystemRandom().randrange(LARGEST_SEED) if args.seed is None else seed_number(args.seed)
    puzzles = (make_puzzle(rules, number, players, judge) for number in range(first, first + args.count))
    if args.json:
        print_json({"puzzles": list(puzzles)}, "qwixx-puzzles/1", weights=weights_of_coach(rules, players))
        return 0
    console = Console(args.color)
    found = 0
    for number, puzzle in enumerate(puzzles, 1):
        answer = _ask(console, puzzle, NAMES)
        if answer is None:
            return 0
        found += answer
        if args.count > 1:
            console.print(f"{found} of {number} found.")
    return 0


def _ask(console: Console, puzzle: Puzzle, names: Sequence[str]) -> bool | None:
    """Set a puzzle and explain it: whether the best choice was found, None if the person leaves."""
    state = parse_position(puzzle.position)
    view = state.view(puzzle.advice.seat)
    console.print_lines(puzzle_lines(console, puzzle, view, names))
    try:
        typed = _typed(console, state, view, names)
    except SolutionWanted:
        typed = None
    except EOFError:
        return None
    console.print()
    console.print_lines(solution_lines(console, puzzle, typed))
    return any(option.choice == typed and option.loss == 0 for option in puzzle.advice.options)


def _typed(console: Console, state: State, view: View, names: Sequence[str]) -> str:
    """The choice that a person types, asked for until it is legal; EOFError if they leave."""
    assert view.seat is not None
    while True:
        typed = console.ask(f"{names[view.seat]}, {question(view)}: ", answers_to(view))
        if typed.lower() in QUITS:
            raise EOFError
        if typed.lower() in SOLUTIONS:
            raise SolutionWanted
        try:
            choice = parse_choice(choice_typed(console, typed, view))
            refusal = state.why_not(view.seat, choice)
            if refusal is not None:
                raise IllegalChoice(refusal)
        except ParseError:
            console.print(f"  That is not a choice here: {CHOICE_HINTS[view.phase]}.")
        except InputError as error:
            console.print(f"  {error}")
        else:
            return format_choice(choice)


def puzzle_lines(console: Console, puzzle: Puzzle, view: View, names: Sequence[str]) -> list[str]:
    """The position as the seat that has to choose sees it, and the question."""
    seat = puzzle.advice.seat
    lines = [
        console.bold(f"Puzzle {puzzle.seed}, {puzzle.game}: you are {names[seat]}, turn {puzzle.turn}."),
        "",
    ]
    lines += Display(console, seat, names).sheets(view)
    lines += dice_or_card_lines(console, view, names[: puzzle.players])
    active = "It is your turn" if view.active == seat else f"It is {names[view.active]}'s turn"
    has_crossed = view.phase in (Phase.OWN, Phase.PLAY) and view.crossed is not None
    crossed = ", and you have crossed the common number" if has_crossed else ""
    return [*lines, f"{active}{crossed}. What would you choose? (s shows the solution, q leaves)"]


def solution_lines(console: Console, puzzle: Puzzle, chosen: str | None) -> list[str]:
    """The verdict on a choice, None if none was made, and the best choices with their values."""
    return [*_verdict(puzzle, chosen), "", *option_lines(console, puzzle.advice.top(MOST_SHOWN)), ""]


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
