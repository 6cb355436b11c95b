"""What is worked out in a process of its own: choices of trained bots, advice, reviews and puzzles.

What it takes to do so is slow to load, so each function imports it: the server itself only names them.
"""

import gzip
from collections.abc import Mapping
from typing import TYPE_CHECKING

from qwixx.bots import make_bot
from qwixx.notation import format_choice, parse_position
from qwixx.play import Game, ask, play
from qwixx.record import Decision, Record
from qwixx.rules.choices import Cross
from qwixx.rules.game import State
from qwixx.server import protocol
from qwixx.server.views import seat_view

if TYPE_CHECKING:
    from qwixx.analysis.moments import Moment
    from qwixx.analysis.review import Advice

PRACTICE = ("Ann", "Ben")


def choices(state: State, bots: Mapping[int, str]) -> dict[int, str]:
    """What bots choose at their seats, in the notation."""
    return {seat: format_choice(ask(make_bot(bot), state, seat)) for seat, bot in bots.items()}


def advice(state: State, seat: int) -> "Advice":
    """What a seat could choose, judged by what it sees."""
    from qwixx.analysis.coaching import advise

    return advise(state, seat)


def game_review(record: Record) -> bytes:
    """A finished game judged, with every decision as its seat saw it: JSON, compressed."""
    from qwixx.analysis.moments import moments
    from qwixx.analysis.reviewing import review

    judged = review(record)
    steps = tuple(moments(record))
    views = (_decided(record, steps[decision.step], decision.seat) for decision in judged.decisions)
    return gzip.compress(protocol.encode(protocol.GameReview(judged, tuple(views))), mtime=0)


def _decided(record: Record, moment: "Moment", seat: int) -> protocol.View:
    state, crossed_with = moment.opened, None
    if state.crossed:
        done = (step for step in reversed(record.steps[: moment.step]) if isinstance(step, Decision))
        crossed_with = next(step.choice for step in done if step.seat == state.active)
    assert crossed_with is None or isinstance(crossed_with, Cross)
    return seat_view(state.view(seat), moment.turn, crossed_with)


def posed_puzzle(game: str, seed: int) -> bytes:
    """The puzzle of a seed, with its position as the seat in question sees it: JSON."""
    from qwixx.analysis.puzzles import make_puzzle

    puzzle = make_puzzle(game, seed)
    state = parse_position(puzzle.position)
    view = seat_view(state.view(puzzle.advice.seat), puzzle.turn, None)
    return protocol.encode(protocol.PosedPuzzle(puzzle, view))


# Before anybody waits: compiled once on a machine, and loaded once in a process


def prepare_bots() -> None:
    """Have ready what bots need to choose."""
    state = Game("dice", PRACTICE, seed=1).advance()
    choices(state, {0: "solid", 1: "master"})


def prepare_coach() -> None:
    """Have ready what advice and reviews need."""
    from qwixx.analysis.reviewing import review

    game = Game("dice", PRACTICE, seed=1)
    advice(game.advance(), 0)
    play(game, [make_bot("gap:1,2")] * len(PRACTICE))
    review(game.record)
