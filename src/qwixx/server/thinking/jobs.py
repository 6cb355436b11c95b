"""What is worked out in a process of its own: choices of trained bots, advice, reviews and puzzles.

What it takes to do so is slow to load, so each function imports it: the server itself only names them.
"""

import gzip
from collections.abc import Mapping
from typing import TYPE_CHECKING

from qwixx.bots import make_bot
from qwixx.gameplay import Game, ask, play
from qwixx.notation import parse_position
from qwixx.record import Record
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import whole_view
from qwixx.server.wire.why_nots import why_nots

if TYPE_CHECKING:
    from qwixx.coach.findings import Advice

PRACTICE = ("Ann", "Ben")


def choices(state: State, bots: Mapping[int, str]) -> dict[int, Choice]:
    """What bots choose at their seats."""
    return {seat: ask(make_bot(bot), state, seat) for seat, bot in bots.items()}


def advice(state: State, seat: int) -> "Advice":
    """What a seat could choose, judged by what it sees."""
    from qwixx.coach.advice import advise

    return advise(state, seat)


def game_review(record: Record) -> bytes:
    """A finished game judged, with every decision as its seat saw it: JSON, compressed."""
    from qwixx.coach.judge import as_opened
    from qwixx.coach.review import finished, review_finished

    game = finished(record)
    judged = review_finished(game)
    views = (
        whole_view(as_opened(game.moments[each.step].state), each.seat, each.turn)
        for each in judged.decisions
    )
    return gzip.compress(protocol.encode(protocol.GameReview(judged, tuple(views))), mtime=0)


def posed_puzzle(game: str, seed: int) -> bytes:
    """The puzzle of a seed, with its position as the seat in question sees it: JSON."""
    from qwixx.coach.puzzles import make_puzzle

    puzzle = make_puzzle(game, seed)
    state = parse_position(puzzle.position)
    view = whole_view(state, puzzle.advice.seat, puzzle.turn)
    refusals = dict(why_nots(state, puzzle.advice.seat))
    return protocol.encode(protocol.PosedPuzzle(puzzle, view, refusals))


def daily_par(day: str) -> bytes:
    """What best play makes of the dice of a day: JSON."""
    from qwixx.daily.par import par_of
    from qwixx.solver.solution import solution

    expected, record = par_of(day, solution())
    sheet = whole_view(record.state, 0, turn=0).public.sheets[0]
    return protocol.encode(protocol.DailyPar(day, expected, sheet.total, sheet))


# Before anybody waits: compiled once on a machine, and loaded once in a process


def prepare_bots() -> None:
    """Have ready what bots need to choose."""
    state = Game("dice", PRACTICE, seed=1).advance()
    choices(state, {0: "solid", 1: "master"})


def prepare_coach() -> None:
    """Have ready what advice and reviews need."""
    from qwixx.coach.review import review

    game = Game("dice", PRACTICE, seed=1)
    advice(game.advance(), 0)
    play(game, [make_bot("gap:1,2")] * len(PRACTICE))
    review(game.record)
