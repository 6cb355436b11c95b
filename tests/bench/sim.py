"""Speed of the compiled simulator compared with the readable engine, with one and two threads, and, if there
is a compiler, compared with C.

Everything is timed in the same run, with one thread in CPU seconds and with two in wall time; ratios
carry over to other machines, figures do not. ``make bench``, or ``python -m tests.bench.sim jobs`` for
the threads only.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from qwixx.bots import make_bot
from qwixx.gameplay import Game, play
from qwixx.rules.ruleset import RULESETS
from qwixx.sim import Matchup, play_out, simulate
from tests.strategies import NAMES

PLAYER = "gap:1,2"
SEED = 1
SECONDS_PER_FIGURE = 1.0
GAMES_AGAINST_C = 1_000_000
ROUNDS_AGAINST_C = 5
# A matchup, and games that take about a second.
SHARED = ((("gap:1,2", "gap:2,3"), 600_000), (("net", "gap:1,2"), 400))
ROUNDS_SHARED = 7


def main() -> None:
    if sys.argv[1:] == ["jobs"]:
        compare_jobs()
        return
    began = time.perf_counter()
    play_out(Matchup(RULESETS["dice"], (PLAYER, PLAYER), SEED), 1)
    print(f"ready after {time.perf_counter() - began:.1f} s (compiled now, or read from disk)\n")
    print(f"{'game':12} players  compiled games/s  readable games/s  ratio")
    for game, rules in RULESETS.items():
        for players in range(rules.min_players, rules.max_players + 1):
            compiled, readable = compiled_speed(game, players), readable_speed(game, players)
            print(f"{game:12} {players:7}  {compiled:16,.0f}  {readable:16,.0f}  {compiled / readable:5.0f}")
    compare_jobs()
    compare_with_c()


def compare_jobs() -> None:
    """Compare two threads with one in alternating rounds, so that other load affects both."""
    print(
        f"\n{'dice between':18} one job games/s  two jobs games/s  ratio (best of {ROUNDS_SHARED}, aim 1.85)"
    )
    for players, games in SHARED:
        simulate("dice", players, 1)
        pairs = [[seconds(players, games, jobs) for jobs in (1, 2)] for _ in range(ROUNDS_SHARED)]
        one, two = (games / min(column) for column in zip(*pairs, strict=True))
        print(f"{' '.join(players):18} {one:15,.0f}  {two:16,.0f}  {two / one:5.2f}")


def seconds(players: tuple[str, ...], games: int, jobs: int) -> float:
    began = time.perf_counter()
    simulate("dice", players, games, seed=SEED, jobs=jobs)
    return time.perf_counter() - began


def compiled_speed(game: str, players: int) -> float:
    matchup = Matchup(RULESETS[game], (PLAYER,) * players, SEED)
    games = 1_000
    while True:
        spent = processor_seconds(matchup, games)
        if spent > SECONDS_PER_FIGURE / 2:
            return games / spent
        games *= 2


def processor_seconds(matchup: Matchup, games: int) -> float:
    began = time.process_time()
    play_out(matchup, games)
    return time.process_time() - began


def readable_speed(game: str, players: int) -> float:
    """Games a second of the same players in the readable engine, through views."""
    bots = [make_bot(PLAYER)] * players
    games, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS_PER_FIGURE:
        play(Game(game, NAMES[:players], seed=games), bots)
        games += 1
    return games / spent


def compare_with_c() -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        print("\nno C compiler here: nothing to compare with")
        return
    matchup = Matchup(RULESETS["dice"], (PLAYER, PLAYER), SEED)
    points = int(play_out(matchup, GAMES_AGAINST_C).points.sum())
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "dice"
        source = Path(__file__).with_name("dice.c")
        subprocess.run([compiler, "-O3", "-o", program, source], check=True)
        pairs = [
            (processor_seconds(matchup, GAMES_AGAINST_C), c_seconds(program, points))
            for _ in range(ROUNDS_AGAINST_C)
        ]
    ours, theirs = (min(column) for column in zip(*pairs, strict=True))
    print(f"\n{GAMES_AGAINST_C:,} games of two {PLAYER}, best of {ROUNDS_AGAINST_C}:")
    print(f"compiled {GAMES_AGAINST_C / ours:,.0f} games/s, C with -O3 {GAMES_AGAINST_C / theirs:,.0f}")
    print(f"ratio {theirs / ours:.2f} (aim 0.8)")


def c_seconds(program: Path, points: int) -> float:
    command = [str(program), str(SEED), str(GAMES_AGAINST_C)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    their_points, spent = run.stdout.split()
    if int(their_points) != points:
        sys.exit(f"C plays another game: {their_points} points in all, not {points}")
    return float(spent)


if __name__ == "__main__":
    main()
