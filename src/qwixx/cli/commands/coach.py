"""``qwixx coach``: what each choice in a position is worth."""

import argparse

import msgspec

from qwixx.bots.provenance import weights_of_coach
from qwixx.cli.options import located
from qwixx.coach.findings import Advice
from qwixx.coach.judge import as_opened, check_to_act
from qwixx.coach.report.sentences import phase_name
from qwixx.notation import format_position, format_roll, parse_position, parse_roll
from qwixx.rules.errors import InputError
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO, Phase
from qwixx.system.signals import defer_handlers
from qwixx.terminal.console import Console, add_color_argument, print_json
from qwixx.terminal.display import option_lines
from qwixx.terminal.record_file import STANDARD_INPUT, read_game, read_input_text
from qwixx.terminal.warm_up import judge_with_notice

EXAMPLES = """\
examples:
  qwixx coach --position 'dice; 1 roll; r2,4 y3; g12,10' --dice '4+1 r3 y2 g5 b6'
  qwixx coach --position 'dice; 1 roll; r2,4 y3; g12,10' --dice '4+1 r3 y2 g5 b6' --seat 2
  qwixx coach --position 'dice; 2 own 4+1 r3 y2 b6 crossed b5; r5,7 g12,11,10,9,8,2 p1; b10,5'
  qwixx coach --position 'solo; 1 roll; r2,3 p1' --dice '4+1 r3 y2 g5 b6' --json
  qwixx coach game.qwixx --turn 7 --seat 2

"win" is the expected share of the win (ties are shared), "total" the expected final total. Values are exact
in the solo game; in the others they come from the nets of the bot master, which see only what the seat sees.
See `qwixx docs notation` for positions and rolls, and `qwixx docs coach` for the method."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--position", metavar="TEXT", help="a position of any game, or - for standard input")
    what.add_argument(
        "file", nargs="?", metavar="RECORD", help="the record of a game, or - for standard input; see --turn"
    )
    parser.add_argument("--turn", type=int, metavar="N", help="turn of the record, from 1")
    parser.add_argument("--dice", metavar="TEXT", help="the roll, for a position before the roll")
    parser.add_argument(
        "--seat", type=int, metavar="N", help="seat that chooses, from 1 (default: the active player)"
    )
    parser.add_argument("--top", type=int, metavar="N", help="show only the N best choices")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    add_color_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Judge a position; the exit status."""
    # Judges are slow to import.
    with defer_handlers():
        from qwixx.coach.advice import advise

    if args.top is not None and args.top < 1:
        raise InputError(f"--top is 1 or more, not {args.top}")
    state = as_opened(_recorded(args) if args.file is not None else _described(args))
    seat = state.active if args.seat is None else args.seat - 1
    _check_question(state, seat, "--seat" if args.seat is not None else "--position")
    with judge_with_notice(state.ruleset, state.players) as judge:
        advice = advise(state, seat, judge).top(args.top)
    if args.json:
        message = {"position": format_position(state), **msgspec.to_builtins(advice)}
        print_json(message, "qwixx-advice/1", weights=weights_of_coach(state.ruleset, state.players))
    else:
        console = Console(args.color)
        console.print_lines(advice_lines(console, state, advice))
    return 0


def _recorded(args: argparse.Namespace) -> State:
    """The first position of a turn in which the seat has to choose."""
    record = read_game(args.file)
    if args.turn is None or args.dice is not None:
        raise InputError("for a record, name the turn with --turn N, and no dice")
    states = [state for _, turn, state in record.moments() if turn == args.turn]
    if not states:
        last = max(turn for _, turn, _ in record.moments())
        raise InputError(f"--turn is 1 to {last} in this game, not {args.turn}")
    for state in states:
        if (state.active if args.seat is None else args.seat - 1) in state.to_act:
            return state
    raise InputError(f"seat {args.seat or states[0].active + 1} chooses nothing in turn {args.turn}")


def _described(args: argparse.Namespace) -> State:
    if args.turn is not None:
        raise InputError("--turn is for a record; a position is in one turn")
    text = read_input_text(STANDARD_INPUT).strip() if args.position == STANDARD_INPUT else args.position
    return _state(text, args.dice)


def _state(position: str, dice: str | None) -> State:
    state = located("--position", lambda: parse_position(position))
    if dice is None:
        return state
    if state.phase is not Phase.ROLL:
        lie = f"the dice lie there already, {format_roll(state.dice)}" if state.dice else "it has no dice"
        raise InputError(
            f"--dice is for a position before the roll, and this one is in phase {state.phase}:"
            f" {lie}; leave out --dice"
        )
    return located("--dice", lambda: state.apply_chance(parse_roll(dice)))


def _check_question(state: State, seat: int, seat_from: str) -> None:
    if not 0 <= seat < state.players:
        raise InputError(f"{seat_from}: there is no seat {seat + 1}: seats go from 1 to {state.players}")
    if state.ruleset == SOLO:
        from qwixx.solver.solved import check_solo

        located("--position", lambda: check_solo(state))
    if state.phase is Phase.ROLL:
        raise InputError("nothing is chosen before the roll: name it too, as in --dice '4+1 r3 y2 g5 b6'")
    located(seat_from if state.to_act else "--position", lambda: check_to_act(state, seat))


def advice_lines(console: Console, state: State, advice: Advice) -> list[str]:
    """Each choice with its value, the best first, and why the others are worse."""
    question = phase_name(state.ruleset.name, advice.phase)
    if advice.phase == "common":
        question += f": {state.common_number}"
    head = f"{state.ruleset.title}, seat {advice.seat + 1}, {question}"
    return [console.bold(head[0].upper() + head[1:]), "", *option_lines(console, advice)]
