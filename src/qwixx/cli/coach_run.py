"""One run of ``qwixx coach``: the position is read and checked, then judged, then told."""

import argparse
import sys
from collections.abc import Callable
from typing import TypeVar

import msgspec

from qwixx.cli.coach_report import advice_lines
from qwixx.cli.terminal import Terminal, print_json, print_notice
from qwixx.coach.advice import advise
from qwixx.coach.appointment import judge_for
from qwixx.coach.findings import Advice
from qwixx.coach.judge import Judge, check_to_act
from qwixx.coach.moments import as_opened
from qwixx.notation import format_position, format_roll, parse_position, parse_roll
from qwixx.rules.errors import QwixxError
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO, Phase
from qwixx.solver.solution import check_solo
from qwixx.solver.table_file import default_path

T = TypeVar("T")


def run_coach(args: argparse.Namespace) -> int:
    """The exit status."""
    if args.top is not None and args.top < 1:
        raise QwixxError(f"--top is 1 or more, not {args.top}")
    state = as_opened(_state(args.position, args.dice))
    seat = state.active if args.seat is None else args.seat - 1
    _check_question(state, seat, "--seat" if args.seat is not None else "--position")
    advice = advise(state, seat, load_judge(state))
    if args.json:
        plain = {"position": format_position(state), **msgspec.to_builtins(top(advice, args.top))}
        print_json(plain)
    else:
        tell(Terminal(args.color), advice_lines(Terminal(args.color), state, top(advice, args.top)))
    return 0


def _state(position: str, dice: str | None) -> State:
    state = _located("--position", lambda: parse_position(position))
    if dice is None:
        return state
    if state.phase is not Phase.ROLL:
        lie = f"the dice lie there already, {format_roll(state.dice)}" if state.dice else "it has no dice"
        raise QwixxError(
            f"--dice is for a position before the roll, and this one is in phase {state.phase}:"
            f" {lie}; leave out --dice"
        )
    return _located("--dice", lambda: state.apply_chance(parse_roll(dice)))


def _check_question(state: State, seat: int, seat_from: str) -> None:
    if not 0 <= seat < state.players:
        raise QwixxError(f"{seat_from}: there is no seat {seat + 1}: seats go from 1 to {state.players}")
    if state.ruleset == SOLO:
        _located("--position", lambda: check_solo(state))
    if state.phase is Phase.ROLL:
        raise QwixxError("nothing is chosen before the roll: name it too, as in --dice '4+1 r3 y2 g5 b6'")
    _located(seat_from if state.to_act else "--position", lambda: check_to_act(state, seat))


def _located(option: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except QwixxError as error:
        raise QwixxError(f"{option}: {error}") from error


def top(advice: Advice, most: int | None) -> Advice:
    """Only the best options."""
    return msgspec.structs.replace(
        advice, options=advice.options[:most], explanations=advice.explanations[:most]
    )


def load_judge(state: State) -> Judge:
    """The judge of a state's game; a person who has to wait for it is told why."""
    if state.ruleset == SOLO and not default_path().exists():
        print_notice("qwixx: solving the solo game first; this takes about a minute, once")
    if state.ruleset != SOLO and sys.stderr.isatty():
        _tell_if_compiling()
    return judge_for(state.ruleset, state.players)


def _tell_if_compiling() -> None:
    from qwixx.compiled import is_kept
    from qwixx.nets.choice import weigh

    if not is_kept(weigh):
        print_notice("qwixx: compiling the judge; this takes a while, once")


def tell(terminal: Terminal, lines: list[str]) -> None:
    for line in lines:
        terminal.print(line)
