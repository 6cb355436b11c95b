"""Choices of trained bots on a machine that has not compiled them yet.

One process interprets the code by which they choose while another one compiles it. Both choose the same,
except that sums round differently, so that a tie between choices may be broken otherwise.
"""

import atexit
import logging
import os
from concurrent.futures import CancelledError, Future
from threading import Lock
from time import monotonic
from typing import Protocol

from qwixx.bots.levels import Level
from qwixx.rules.choices import Choice
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.view import View
from qwixx.worker import BACKGROUND, Worker, WorkerError

log: logging.Logger = logging.getLogger(__name__)

# Seconds until code that could not be compiled is tried again.
RETRY_AFTER = 60.0


class Compilable(Protocol):
    """A bot whose code can be compiled, or interpreted in a process with ``NUMBA_DISABLE_JIT``."""

    level: Level

    def compile(self, rules: Ruleset, players: int) -> None: ...
    def choose_here(self, view: View) -> Choice: ...


class ColdStart:
    """Two processes, started when a choice needs them and ended when everything is compiled."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Forget both processes, in a forked copy of this one: it has none of its threads."""
        self._lock = Lock()
        self._begin()

    def _begin(self) -> None:
        self._interpreter = Worker(environment={"NUMBA_DISABLE_JIT": "1"})
        # The compiler leaves the processor to the game.
        self._compiler = Worker(BACKGROUND)
        self._compiling: dict[tuple[Level, bool], Future[None]] = {}
        self._retry_at: dict[tuple[Level, bool], float] = {}

    def choose(self, bot: Compilable, view: View) -> Choice:
        """The choice of a bot that is not compiled."""
        with self._lock:
            interpreter, compiler = self._interpreter, self._compiler
            compiling = self._compile(bot, view)
        try:
            # Where nothing can be cached, the process that has compiled it is the one that chooses.
            is_compiled = compiling is not None and compiling.done() and compiling.exception() is None
            return (compiler if is_compiled else interpreter).submit(bot.choose_here, view).result()
        except CancelledError:
            # Another thread found the code compiled, and has closed both processes.
            return bot.choose_here(view)
        except WorkerError as error:
            # For example weights that are missing, of which this process raises the proper error.
            log.warning("no helper process chooses (%s): this process compiles instead", error)
            return bot.choose_here(view)

    def _compile(self, bot: Compilable, view: View) -> "Future[None] | None":
        """The compilation of a bot's code; None after a failure, until the next try."""
        rules = view.ruleset
        key = bot.level, rules.has_cards
        compiling = self._compiling.get(key)
        if compiling is not None and compiling.done() and (error := compiling.exception()) is not None:
            log.warning(
                "compiling failed (%s): choices are interpreted; next try in %.0f s", error, RETRY_AFTER
            )
            del self._compiling[key]
            self._retry_at[key] = monotonic() + RETRY_AFTER
        if key not in self._compiling and monotonic() >= self._retry_at.get(key, 0):
            self._compiling[key] = self._compiler.submit(bot.compile, rules, len(view.sheets))
        return self._compiling.get(key)

    def close_if_done(self) -> None:
        """End the processes unless something is still being compiled."""
        with self._lock:
            if all(compiling.done() for compiling in self._compiling.values()):
                self._close()

    def close(self) -> None:
        """End the processes at once."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._compiling or self._retry_at:
            self._interpreter.close()
            self._compiler.close()
            self._begin()


COLD_START = ColdStart()
atexit.register(COLD_START.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=COLD_START.forget)
