"""A player as a program: it answers the messages of docs/bot-protocol.md."""

import random
import sys
from contextlib import redirect_stdout
from typing import Any, BinaryIO

import msgspec

from qwixx.bots.own import OwnPlayer, PlayerClass
from qwixx.bots.program import BOT_PROTOCOL
from qwixx.gameplay import Player, prepare
from qwixx.notation.plain import read_view
from qwixx.record import LONGEST_NAME
from qwixx.rules.choices import Choice
from qwixx.rules.pieces import choice_of
from qwixx.rules.ruleset import ruleset_with
from qwixx.rules.view import View


def run(
    player: Player | PlayerClass,
    *,
    name: str | None = None,
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
) -> None:
    """Play as a program until the input ends: ``qwixx arena 'exec:python mybot.py'`` runs one.

    A class makes a new player for each game, with its random generator as ``rng=`` if it takes one. What the
    player prints goes to standard error, since standard output is for messages.
    """
    lines, answers = stdin or sys.stdin.buffer, stdout or sys.stdout.buffer
    program = _Program(OwnPlayer(player), name)
    with redirect_stdout(sys.stderr):
        for line in lines:
            answer = program.answer(msgspec.json.decode(line))
            if answer is not None:
                answers.write(msgspec.json.encode(answer) + b"\n")
                answers.flush()


class _Program:
    """Answers messages, one game after the other."""

    def __init__(self, own: OwnPlayer, name: str | None) -> None:
        self._own = own
        self._name = name or own.spec.rpartition(":")[2][:LONGEST_NAME]
        self._player: Player | None = None

    def answer(self, message: Any) -> dict[str, object] | None:
        """The answer to a message; None for one that wants no answer, and for those of later versions."""
        match message["type"]:
            case "hello":
                return {"type": "hello", "protocol": BOT_PROTOCOL, "name": self._name}
            case "new_game":
                self._player = self._own.player(random.Random(message["seed"]))
                rules = ruleset_with(message["game"], message["options"])
                prepare(self._player, rules, message["players"], exact=True)
            case "choose":
                view = read_view(message["view"], message["choices"])
                return {"type": "choice", "choice": view.choices.index(self._choice(view))}
            case _:
                pass  # of a later version, or one that wants no answer
        return None

    def _choice(self, view: View) -> Choice:
        if self._player is None:
            self._player = self._own.player(random.Random())
        choice = choice_of(self._player.choose(view))
        if choice not in view.choices:
            legal = ", ".join(map(str, view.choices))
            raise ValueError(f"{self._name} chose {choice}, which is not one of {legal}")
        return choice
