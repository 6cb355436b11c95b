"""Speed of the readable engine: random games, and single calls. ``make bench``.

Figures depend on the machine, so each run also times a plain loop of integer additions and prints
the cost of everything as a multiple of one addition: that ratio carries over.
"""

import random
import time
from collections.abc import Callable

from qwixx.bots import RandomBot
from qwixx.gameplay import Game, SeededDealer, play
from qwixx.record import Decision
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.ruleset import RULESETS
from tests.strategies import NAMES

SECONDS_PER_FIGURE = 1.0
CALLS_PER_SAMPLE = 2000


def addition_seconds() -> float:
    """The reference: one addition in a loop, best of five."""

    def loop() -> None:
        total = 0
        for number in range(1_000_000):
            total += number

    return min(seconds(loop) for _ in range(5)) / 1_000_000


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def games_per_second(game: str, players: int) -> float:
    """Games of random players through views, with records."""
    rng = random.Random(1)
    bots = [RandomBot(rng)] * players
    played, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS_PER_FIGURE:
        play(Game(game, NAMES[:players], seed=played), bots)
        played += 1
    return played / spent


def state_games_per_second(game: str, players: int) -> float:
    """Games on bare states, without views and records."""
    rng = random.Random(1)
    dealer = SeededDealer(random.Random(2))
    start = State.new(RULESETS[game], players)
    played, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS_PER_FIGURE:
        state = start
        while not state.is_over:
            node = state.chance
            if node is not None:
                state = state.apply_chance(dealer.draw(node))
            else:
                seat = min(state.to_act)
                state = state.apply(seat, rng.choice(state.choices(seat)))
        played += 1
    return played / spent


def moments(game: str, players: int) -> list[tuple[State, int, Choice]]:
    """Decisions of random games: a state, a seat that has to act, and its choice."""
    found: list[tuple[State, int, Choice]] = []
    seed = 0
    while len(found) < CALLS_PER_SAMPLE:
        record = Game(game, NAMES[:players], seed=seed)
        play(record, [RandomBot(random.Random(seed))] * players)
        for before, step in zip(record.record.states(), record.record.steps, strict=False):
            if isinstance(step, Decision):
                found.append((before, step.seat, step.choice))
        seed += 1
    return found[:CALLS_PER_SAMPLE]


def microseconds_per_call(game: str, players: int) -> dict[str, float]:
    sample = moments(game, players)
    calls: dict[str, Callable[[], object]] = {
        "choices": lambda: [state.choices(seat) for state, seat, _ in sample],
        "apply": lambda: [state.apply(seat, choice) for state, seat, choice in sample],
        "view": lambda: [state.view(seat) for state, seat, _ in sample],
    }
    return {
        name: min(seconds(work) for _ in range(5)) / CALLS_PER_SAMPLE * 1e6 for name, work in calls.items()
    }


def main() -> None:
    addition = addition_seconds()
    print(f"one addition in a loop: {addition * 1e9:.1f} ns")
    print()
    print(f"{'game':12} players   games/s  bare games/s  game/addition  choices    apply     view  (µs)")
    for rules in RULESETS.values():
        for players in sorted({rules.min_players, rules.max_players}):
            whole, bare = games_per_second(rules.name, players), state_games_per_second(rules.name, players)
            calls = microseconds_per_call(rules.name, players)
            ratio = 1 / whole / addition
            print(
                f"{rules.name:12} {players:7} {whole:9.0f} {bare:13.0f} {ratio:14.0f}"
                f" {calls['choices']:8.1f} {calls['apply']:8.1f} {calls['view']:8.1f}"
            )


if __name__ == "__main__":
    main()
