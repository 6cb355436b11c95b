"""Errors of bots: one that does not exist, and one that fails in a game."""

import difflib
from collections.abc import Iterable

from qwixx.rules.errors import InputError, OperationalError
from qwixx.rules.view import View


class BotError(InputError):
    """A bot that does not exist, or parameters it does not take."""


class BotFailure(OperationalError):
    """A bot that cannot go on with its game: it crashed, hangs, floods or answers nonsense.

    ``reason`` continues a sentence that begins with the bot; ``last_words`` are the last lines it
    wrote to its error output.
    """

    def __init__(self, bot: str, reason: str, last_words: tuple[str, ...] = ()) -> None:
        super().__init__(f"{bot} {reason}")
        self.reason = reason
        self.last_words = last_words

    def __reduce__(self) -> tuple[type["BotFailure"], tuple[str, str, tuple[str, ...]]]:
        bot = str(self).removesuffix(f" {self.reason}")
        return BotFailure, (bot, self.reason, self.last_words)


def check_decision(view: View) -> None:
    """InputError for a view without choices, such as a spectator's, and for any other value."""
    if not isinstance(view, View) or not view.choices:
        raise InputError("a bot chooses by the view of a seat that has to choose: state.view(seat)")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The nearest known word as the end of an error's sentence; empty if none is near.

    >>> did_you_mean("rnadom", ["random", "gap"])
    '; did you mean random?'
    """
    words = list(known)
    near = difflib.get_close_matches(word, words, n=1) or [each for each in words if word and word in each]
    return f"; did you mean {near[0]}?" if near else ""
