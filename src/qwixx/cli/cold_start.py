"""Trained bots on a machine that has not compiled them yet: nobody waits for the compiler.

One process interprets the code by which they choose while another one compiles it. Both choose the same,
except that sums round differently, so that choices which are worth the same may be told apart otherwise.
"""

from collections.abc import Sequence
from concurrent.futures import Future

from qwixx.bots.interpreted import choose_compiled, choose_interpreted
from qwixx.bots.practice import practise
from qwixx.rules.cards import Card
from qwixx.rules.choices import Choice
from qwixx.rules.view import View
from qwixx.server.thinking.worker import Worker
from qwixx.server.thinking.worker_pool import UNHURRIED


class ColdStart:
    """The two processes; closing it ends them, whatever they are at."""

    def __init__(self) -> None:
        self._interpreter, self._compiler = Worker(), Worker(UNHURRIED)

    def player(self, bot: str) -> "ColdBot":
        return ColdBot(bot, self._interpreter, self._compiler)

    def close(self) -> None:
        self._interpreter.close()
        self._compiler.close()


class ColdBot:
    """A trained bot, asked where it can answer first."""

    def __init__(self, bot: str, interpreter: Worker, compiler: Worker) -> None:
        self._bot = bot
        self._interpreter, self._compiler = interpreter, compiler
        self._compiling: Future[None] | None = None

    def choose(self, view: View) -> Choice:
        return self.choose_knowing(view, ())

    def choose_knowing(self, view: View, shown: Sequence[Card]) -> Choice:
        if self._is_compiled(view):
            return self._compiler.submit(choose_compiled, self._bot, view, shown).result()
        return self._interpreter.submit(choose_interpreted, self._bot, view, shown).result()

    def _is_compiled(self, view: View) -> bool:
        """Where compiling fails, the interpreter goes on."""
        if self._compiling is None:
            self._compiling = self._compiler.submit(practise, self._bot, view.ruleset, len(view.sheets))
        return self._compiling.done() and self._compiling.exception() is None
