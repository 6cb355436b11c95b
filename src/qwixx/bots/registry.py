"""Bots by name."""

import random
import re
from collections.abc import Callable
from typing import NamedTuple

from qwixx.bots.errors import BotError, did_you_mean
from qwixx.bots.gap import GapBot
from qwixx.bots.levels import LEVEL_GAMES, LEVELS
from qwixx.bots.uniform import RandomBot
from qwixx.gameplay import Player
from qwixx.rules.ruleset import RULESETS, SOLO

ALL_GAMES = tuple(RULESETS)


class BotKind(NamedTuple):
    """How a kind of bot is written, what it does, and how one is made from its parameters.

    A bot is made for every game anew: what is slow to load belongs in a cache of its module, and a
    module that is slow to import is imported where the bot is made.
    """

    usage: str
    example: str
    sentence: str
    make: Callable[[str, random.Random], Player]
    games: tuple[str, ...] = ALL_GAMES
    # Whoever may name such a bot may run any program here.
    runs_programs: bool = False
    needs_weights: bool = False


def _random(parameters: str, rng: random.Random) -> Player:
    if parameters:
        raise BotError(f"random takes no parameters, not {parameters!r}; did you mean random?")
    return RandomBot(rng)


def _gap(parameters: str, rng: random.Random) -> Player:
    limits = re.fullmatch(r"(\d{1,2}),(\d{1,2})", parameters or "1,2")
    if limits is None:
        raise BotError(f"gap takes two limits as in gap:1,2, not {parameters!r}")
    return GapBot(int(limits[1]), int(limits[2]))


def _optimal(parameters: str, rng: random.Random) -> Player:
    if parameters:
        raise BotError(f"optimal takes no parameters, not {parameters!r}; did you mean optimal?")
    from qwixx.bots.optimal import OptimalBot

    return OptimalBot()


def _trained(name: str) -> Callable[[str, random.Random], Player]:
    def make(parameters: str, rng: random.Random) -> Player:
        if parameters:
            raise BotError(f"{name} takes no parameters, not {parameters!r}; did you mean {name}?")
        from qwixx.bots.trained import TrainedBot

        return TrainedBot(LEVELS[name])

    return make


def _program(parameters: str, rng: random.Random) -> Player:
    from qwixx.bots.program import ProgramBot

    return ProgramBot(parameters, seed=f"{rng.getrandbits(64):016x}")


BOTS = {
    "random": BotKind("random", "random", "chooses any legal choice, all equally likely", _random),
    "gap": BotKind(
        "gap:a,b",
        "gap:1,2",
        "crosses the common number if it skips at most a; b if it would otherwise take a penalty;"
        " 1 after a cross this turn",
        _gap,
    ),
    **{
        name: BotKind(name, name, level.sentence, _trained(name), games=LEVEL_GAMES, needs_weights=True)
        for name, level in LEVELS.items()
    },
    "optimal": BotKind(
        "optimal",
        "optimal",
        "plays the solo game for the highest expected total",
        _optimal,
        games=(SOLO.name,),
    ),
    "exec": BotKind(
        "exec:COMMAND",
        "exec:./mybot",
        "a program of yours, in any language, that speaks the protocol of docs/bot-protocol.md",
        _program,
        runs_programs=True,
    ),
}


def kind_of(spec: str) -> tuple[BotKind, str]:
    """The kind of bot that a text names, and its parameters."""
    if not isinstance(spec, str):
        raise BotError(f"a bot is named by a text such as 'gap:1,2', not {spec!r}")
    name, _, parameters = spec.partition(":")
    if name not in BOTS:
        there_are = ", ".join(kind.example for kind in BOTS.values())
        raise BotError(f"no bot {spec!r}: there are {there_are}{did_you_mean(name, BOTS)}")
    return BOTS[name], parameters


def make_bot(
    spec: str,
    rng: random.Random | None = None,
    *,
    game: str | None = None,
    players: int | None = None,
    programs: bool = False,
) -> Player:
    """The bot that a text like ``random`` or ``gap:1,2`` names; its luck comes from ``rng``.

    A bot that does not play ``game`` with so many ``players`` is refused, if that is known.
    ``exec:COMMAND`` runs a program, so it is refused unless ``programs`` says that the text comes from
    somebody who may run programs on this machine: not from a browser, and not from a file.
    """
    kind, parameters = kind_of(spec)
    if game is not None and game not in kind.games:
        raise BotError(f"{spec} plays {', '.join(kind.games)} only, not {game}")
    if kind.needs_weights and game is not None and players is not None:
        from qwixx.nets.weights import weights_for

        weights_for(game, players)
    if kind.runs_programs and not programs:
        raise BotError(
            f"{spec!r} would run a program: only the command line may name it,"
            " and Python by make_bot(..., programs=True)"
        )
    if rng is not None and not isinstance(rng, random.Random):
        raise BotError(f"the luck of a bot is a generator, as in random.Random(7), not {rng!r}")
    return kind.make(parameters, rng or random.Random())
