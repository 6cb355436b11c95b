"""One run of ``qwixx coach``: the position is read and checked, then judged, then told."""

import argparse

import msgspec

from qwixx.cli.coach_report import advice_lines
from qwixx.cli.judge import appointed
from qwixx.cli.options import located
from qwixx.cli.terminal import Terminal, print_json
from qwixx.coach.advice import advise
from qwixx.coach.judge import as_opened, check_to_act
from qwixx.notation import format_position, format_roll, parse_position, parse_roll
from qwixx.rules.errors import InputError
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO, Phase
from qwixx.solver.solution import check_solo


def run_coach(args: argparse.Namespace) -> int:
    """The exit status."""
    if args.top is not None and args.top < 1:
        raise InputError(f"--top is 1 or more, not {args.top}")
    state = as_opened(_state(args.position, args.dice))
    seat = state.active if args.seat is None else args.seat - 1
    _check_question(state, seat, "--seat" if args.seat is not None else "--position")
    with appointed(state.ruleset, state.players) as judge:
        advice = advise(state, seat, judge).top(args.top)
    if args.json:
        print_json({"position": format_position(state), **msgspec.to_builtins(advice)})
    else:
        terminal = Terminal(args.color)
        terminal.print_lines(advice_lines(terminal, state, advice))
    return 0


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
        located("--position", lambda: check_solo(state))
    if state.phase is Phase.ROLL:
        raise InputError("nothing is chosen before the roll: name it too, as in --dice '4+1 r3 y2 g5 b6'")
    located(seat_from if state.to_act else "--position", lambda: check_to_act(state, seat))
