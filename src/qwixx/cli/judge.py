"""The judge of a game, for commands in which a person waits for it."""

from collections.abc import Iterator
from contextlib import contextmanager

from qwixx.cli.terminal import print_notice
from qwixx.coach.appointment import judge_for
from qwixx.coach.judge import Judge
from qwixx.rules.ruleset import SOLO, Ruleset
from qwixx.solver.table_file import default_path


@contextmanager
def appointed(rules: Ruleset, players: int) -> Iterator[Judge]:
    """The judge of a game; whoever has to wait for what it needs is told why."""
    if rules == SOLO:
        if not default_path().exists():
            print_notice("qwixx: solving the solo game first; this takes about a minute, once")
        yield judge_for(rules, players)
        return
    from qwixx.cli.compile_notice import compiling_told

    with compiling_told("the judge"):
        yield judge_for(rules, players)
