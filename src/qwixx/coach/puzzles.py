"""Puzzles: positions of played games in which one choice is clearly the best, and hard to see.

The games are played by bots that count skipped numbers, as most people do. Candidates are decisions whose
best choice stands out, preferably those where counting is misleading.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from qwixx.bots.simple import GapBot
from qwixx.coach.advice import advice_of
from qwixx.coach.consequences import crossing
from qwixx.coach.findings import Crossing, Puzzle, Unit
from qwixx.coach.judge import Judge, Valued, as_opened, ranked
from qwixx.coach.judges import judge_for
from qwixx.gameplay import Game, play
from qwixx.notation import format_position
from qwixx.record import Decision
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase, Ruleset, ruleset
from qwixx.seeds import Seed, seed_number

COUNTING = GapBot(2, 3)
COUNTING_PLAYERS = (GapBot(1, 2), GapBot(2, 3), GapBot(1, 3), GapBot(2, 2), GapBot(1, 2))
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")
# The loss of the second best choice: enough to be sure of the answer, not so much that it is obvious.
STANDS_OUT: dict[Unit, tuple[float, float]] = {"win": (0.03, 0.15), "points": (1.5, 8.0)}
# Games that are nearly decided are left out.
OPEN_GAME = (0.1, 0.9)
MOST_GAMES = 40
FEWEST_OPTIONS = 3


class Candidate(NamedTuple):
    """A decision that might be a puzzle: the state as its seat knows it, and the ranking of all choices."""

    turn: int
    state: State
    seat: int
    ranking: list[Valued]
    tempting: int

    @property
    def lead(self) -> float:
        """The loss of the second best choice."""
        return self.ranking[0].value - self.ranking[1].value


def make_puzzle(
    game: str | Ruleset, seed: Seed, players: int | None = None, judge: Judge | None = None
) -> Puzzle:
    """The puzzle of a seed: the same one every time, for the same weights."""
    rules, number = ruleset(game), seed_number(seed)
    count = players if players is not None else rules.min_players
    rules.check_players(count)
    judge = judge or judge_for(rules, count)
    found = _search(rules, count, random.Random(f"puzzle {rules.name} {count} {number}"), judge)
    return Puzzle(
        game=rules.name,
        players=count,
        seed=number,
        turn=found.turn,
        position=format_position(found.state),
        advice=advice_of(found.state, found.seat, found.ranking, judge.unit),
        tempting=found.tempting,
    )


def _search(rules: Ruleset, players: int, rng: random.Random, judge: Judge) -> Candidate:
    """The first decision found in which counting misleads; without one, that of the largest lead."""
    clearest: Candidate | None = None
    for _ in range(MOST_GAMES):
        for found in _candidates(rules, players, rng, judge):
            if found.tempting and _stands_out(found, judge.unit):
                return found
            if clearest is None or found.lead > clearest.lead:
                clearest = found
    assert clearest is not None, f"{MOST_GAMES} games without a decision"
    return clearest


def _stands_out(found: Candidate, unit: Unit) -> bool:
    best = found.ranking[0].win
    is_open = best is None or OPEN_GAME[0] <= best <= OPEN_GAME[1]
    least, most = STANDS_OUT[unit]
    return is_open and least <= found.lead <= most


def _candidates(rules: Ruleset, players: int, rng: random.Random, judge: Judge) -> Iterator[Candidate]:
    """The decisions of one game in random order, so that no part of a game is preferred."""
    game = Game(rules, NAMES[:players], seed=rng.getrandbits(32))
    play(game, COUNTING_PLAYERS[:players])
    record = game.record
    pairs = list(zip(record.steps, record.moments(), strict=False))
    rng.shuffle(pairs)
    for step, (_, turn, state) in pairs:
        if isinstance(step, Decision) and _is_question(state, step.seat):
            known, seat = as_opened(state), step.seat
            ranking = ranked(judge.choices(known, seat))
            yield Candidate(turn, known, seat, ranking, _tempting(known, seat, ranking))


def _is_question(state: State, seat: int) -> bool:
    """Whether the decision has enough options. Draws are left out: they cross nothing to be counted."""
    return state.phase is not Phase.DRAW and len(state.choices(seat)) >= FEWEST_OPTIONS


def _tempting(state: State, seat: int, ranking: list[Valued]) -> int:
    """The rank of the choice by counting, if skipped numbers are the reason for it; otherwise 0."""
    choices = [each.choice for each in ranking]
    counted = COUNTING.choose(state.view(seat))
    if not _misleads(crossing(state, seat, counted), crossing(state, seat, choices[0])):
        return 0
    return choices.index(counted)


def _misleads(counted: Crossing, best: Crossing) -> bool:
    """Whether counting prefers a choice to the best one: it skips fewer, or crosses where the best passes."""
    if not best.numbers:
        return len(counted.numbers) > 0
    return _skipped_per_cross(counted) < _skipped_per_cross(best)


def _skipped_per_cross(crossing: Crossing) -> float:
    return crossing.skipped / max(len(crossing.numbers), 1)
