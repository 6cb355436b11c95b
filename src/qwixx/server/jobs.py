"""The jobs of a worker process: choices of trained bots, advice, reviews and puzzles.

What they need is slow to import, so each function imports it: the server itself only names the functions.
"""

import gzip
from collections.abc import Mapping
from typing import TYPE_CHECKING

from qwixx.bots import make_bot
from qwixx.bots.levels import LEVELS
from qwixx.gameplay import Game, ask, play
from qwixx.notation import parse_position
from qwixx.record import Record
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.ruleset import DICE
from qwixx.tables import protocol
from qwixx.tables.views import whole_view, why_nots

if TYPE_CHECKING:
    from qwixx.bots.trained import TrainedBot
    from qwixx.coach.findings import Advice

# The players of the games that compile what is needed.
PRACTICE = ("Ann", "Ben")


def bot_choices(state: State, bots: Mapping[int, str]) -> dict[int, Choice]:
    """The choices of bots at their seats."""
    return {seat: ask(make_bot(bot), state, seat) for seat, bot in bots.items()}


def advise_seat(state: State, seat: int) -> "Advice":
    """The choices of a seat, judged by what it sees."""
    from qwixx.coach.advice import advise

    return advise(state, seat)


def game_review(record: Record) -> bytes:
    """A finished game judged, with every decision as its seat saw it: JSON, compressed."""
    from qwixx.coach.game_review import finished, review_finished
    from qwixx.coach.judge import as_opened

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


def par_of_day(day: str) -> bytes:
    """What best play makes of the dice of a day: JSON."""
    from qwixx.daily import par_of
    from qwixx.solver.solved import solution

    expected, record = par_of(day, solution())
    sheet = whole_view(record.state, 0, turn=0).public.sheets[0]
    return protocol.encode(protocol.DailyPar(day, expected, sheet.total, sheet))


# Jobs before the first client waits: code is compiled once on a machine, and loaded once in a process


def are_bots_compiled() -> bool:
    """Whether all trained bots can be loaded without the compiler."""
    return all(bot.is_compiled(DICE) for bot in _trained_bots())


def prepare_bots() -> None:
    """Load, or compile, what trained bots of every kind need to choose."""
    for bot in _trained_bots():
        bot.compile(DICE, len(PRACTICE))


def _trained_bots() -> "list[TrainedBot]":
    from qwixx.bots.trained import TrainedBot

    return [TrainedBot(level) for level in LEVELS.values()]


def prepare_coach() -> None:
    """Load, or compile, what advice and reviews need."""
    from qwixx.coach.game_review import review

    game = Game("dice", PRACTICE, seed=1)
    advise_seat(game.advance(), 0)
    play(game, [make_bot("gap:1,2")] * len(PRACTICE))
    review(game.record)
