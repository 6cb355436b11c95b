"""People who wait for the compiler are told so, and see that it goes on."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event
from tqdm import tqdm

from qwixx.cli.terminal import print_notice

COMPILES = "numba:compile"
# Seconds before another bar appears, and then not before its first step: until then ours may stand there.
DELAY = 0.1
BAR = "compiling: {n_fmt} functions, {elapsed}"


class _Teller(event.Listener):
    """Says what is compiled when the first function is, and counts functions. They compile one another."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._is_told = False
        self._depth = 0
        self._bar: tqdm[Any] | None = None

    def on_start(self, event: object) -> None:
        if not self._is_told:
            print_notice(
                f"qwixx: compiling {self._what}; this takes about half a minute, once on this machine"
            )
            self._is_told = True
        if self._bar is None:
            self._bar = tqdm(bar_format=BAR, position=0, disable=None, leave=False)
        self._depth += 1

    def on_end(self, event: object) -> None:
        self._depth -= 1
        assert self._bar is not None
        self._bar.update()
        if self._depth == 0:
            self._bar.close()
            self._bar = None


@contextmanager
def compiling_told(what: str) -> Iterator[None]:
    """Tell where errors go if something has to be compiled; what was kept is loaded in silence."""
    with event.install_listener(COMPILES, _Teller(what)):
        yield
