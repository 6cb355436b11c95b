"""Bots that take long to load, asked once before anybody waits for them in the middle of a game."""

from collections.abc import Iterable

from qwixx.bots.levels import LEVELS
from qwixx.bots.practice import practise
from qwixx.bots.registry import kind_of
from qwixx.cli.terminal import print_notice
from qwixx.rules.ruleset import Ruleset

OPTIMAL = "optimal"


def slow_bots(bots: Iterable[str | None]) -> list[str]:
    """Those of these bots that have something to compile or to solve, each once."""
    named = {bot for bot in bots if bot is not None}
    return sorted(bot for bot in named if bot == OPTIMAL or kind_of(bot)[0].needs_weights)


def is_cold(bots: Iterable[str | None], rules: Ruleset) -> bool:
    """Whether there is a trained bot among these that was never compiled here."""
    trained = [bot for bot in bots if bot in LEVELS]
    if not trained:
        return False
    from qwixx.bots.trained import is_compiled

    return not all(is_compiled(LEVELS[bot], rules) for bot in trained)


def load_bots(bots: Iterable[str | None], rules: Ruleset, players: int) -> None:
    """Compile and solve what these bots need; people who have to wait for that are told why."""
    slow = slow_bots(bots)
    if not slow:
        return
    from qwixx.cli.compile_notice import compiling_told
    from qwixx.solver.table_file import default_path

    if OPTIMAL in slow and not default_path().exists():
        print_notice("qwixx: solving the solo game first; this takes about a minute, once")
    with compiling_told("the bots"):
        for bot in slow:
            practise(bot, rules, players)
