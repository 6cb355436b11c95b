"""Warm-up: compiling and solving for bots and judges, with notices for the person who waits.

Slow modules are imported in functions, since most games need none of them.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from qwixx.bots.levels import LEVELS
from qwixx.bots.registry import kind_of, make_bot
from qwixx.gameplay import Preparing
from qwixx.rules.ruleset import SOLO, Ruleset
from qwixx.terminal.console import print_notice

if TYPE_CHECKING:
    from tqdm import tqdm

    from qwixx.coach.judge import Judge

OPTIMAL = "optimal"
COMPILES = "numba:compile"
# Seconds before another bar appears, and then not before its first step: until then ours is shown.
DELAY = 0.1
BAR = "compiling: {n_fmt} functions, {elapsed}"


def slow_bots(bots: Iterable[str | None]) -> list[str]:
    """The bots that have to compile or solve something, without repetitions."""
    named = {bot for bot in bots if bot is not None}
    return sorted(bot for bot in named if bot == OPTIMAL or kind_of(bot)[0].needs_weights)


def is_cold(bots: Iterable[str | None], rules: Ruleset) -> bool:
    """Whether one of these bots is trained and was never compiled on this machine."""
    trained = [bot for bot in bots if bot in LEVELS]
    if not trained:
        return False
    from qwixx.bots.trained import TrainedBot

    return not all(TrainedBot(LEVELS[bot]).is_compiled(rules) for bot in trained)


def load_bots(bots: Iterable[str | None], rules: Ruleset, players: int) -> None:
    """Compile and solve what these bots need, with notices."""
    slow = slow_bots(bots)
    if not slow:
        return
    if OPTIMAL in slow:
        solve_notice()
    with compile_notice("the bots"):
        for bot in slow:
            player = make_bot(bot)
            assert isinstance(player, Preparing)
            player.before_game(rules, players, exact=True)


@contextmanager
def judge_with_notice(rules: Ruleset, players: int) -> "Iterator[Judge]":
    """The judge of a game; notices announce compiling and solving."""
    from qwixx.coach.judges import judge_for

    if rules == SOLO:
        solve_notice()
        yield judge_for(rules, players)
        return
    with compile_notice("the judge"):
        yield judge_for(rules, players)


def solve_notice() -> None:
    """Print a notice if the solo game is not solved yet."""
    from qwixx.solver.table_file import default_path

    logging.getLogger("qwixx.waits").disabled = True
    if not default_path().exists():
        print_notice("qwixx: solving the solo game first; this takes about a minute, once")


# Notices of the compiler


@contextmanager
def compile_notice(what: str) -> Iterator[None]:
    """Print a notice on standard error if something has to be compiled; cached code is loaded silently."""
    from numba.core import event

    logging.getLogger("qwixx.waits").disabled = True
    event.Listener.register(_CompileListener)
    with event.install_listener(COMPILES, _CompileListener(what)):
        yield


class _CompileListener:
    """Announces the first compiled function, and counts all, which are nested."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._is_announced = False
        self._depth = 0
        self._bar: tqdm[Any] | None = None

    def notify(self, event: Any) -> None:
        if event.is_start:
            self._on_start()
        else:
            self._on_end()

    def _on_start(self) -> None:
        from tqdm import tqdm

        if not self._is_announced:
            print_notice(
                f"qwixx: compiling {self._what}; this takes about half a minute, once on this machine"
            )
            self._is_announced = True
        if self._bar is None:
            self._bar = tqdm(bar_format=BAR, position=0, disable=None, leave=False)
        self._depth += 1

    def _on_end(self) -> None:
        self._depth -= 1
        assert self._bar is not None
        self._bar.update()
        if self._depth == 0:
            self._bar.close()
            self._bar = None
