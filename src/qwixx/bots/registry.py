"""Bots by name."""

import random
import re
from collections.abc import Callable
from typing import NamedTuple

from qwixx.bots.errors import BotError, did_you_mean
from qwixx.bots.levels import LEVEL_GAMES, LEVELS
from qwixx.bots.own import is_class_name, own_player
from qwixx.bots.simple import GapBot, RandomBot
from qwixx.extras import require
from qwixx.gameplay import Player
from qwixx.rules.ruleset import RULESETS, SOLO, Ruleset, ruleset
from qwixx.seeds import Seed, generator

ALL_GAMES = tuple(RULESETS)


class BotKind(NamedTuple):
    """A kind of bot: its notation, its description, and its factory.

    A bot is made for each game: slow data belongs in a cache of its module, and the factory imports
    modules that are slow to import.
    """

    usage: str
    example: str
    sentence: str
    make: Callable[[str, random.Random], Player]
    games: tuple[str, ...] = ALL_GAMES
    # A text that names such a bot can run any program.
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
    require("bots", "the bot 'optimal'")
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
    "random": BotKind("random", "random", "picks a legal choice at random", _random),
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
        "plays the solo game perfectly",
        _optimal,
        games=(SOLO.name,),
    ),
    "exec": BotKind(
        "exec:COMMAND",
        "exec:./mybot",
        "your program in any language; see `qwixx docs bot-protocol`",
        _program,
        runs_programs=True,
    ),
}
"""Every kind of bot, by the name that its specification begins with."""


def _own(spec: str, rng: random.Random) -> Player:
    return own_player(spec).player(rng)


# Its parameters are the whole text: any module may stand before the colon.
OWN_CLASS = BotKind(
    "module:Class",
    "mybot:Greedy",
    "your class with a method choose(view), from the current folder or the Python path",
    _own,
    runs_programs=True,
)


def all_kinds() -> list[BotKind]:
    """Every kind of bot, in the order in which they are listed."""
    return [*BOTS.values(), OWN_CLASS]


def kind_of(spec: str) -> tuple[BotKind, str]:
    """The kind of bot that a text names, and its parameters."""
    if not isinstance(spec, str):
        raise BotError(f"a bot is named by a text such as 'gap:1,2', not {spec!r}")
    name, _, parameters = spec.partition(":")
    if name not in BOTS and is_class_name(spec):
        return OWN_CLASS, spec
    if name not in BOTS:
        there_are = ", ".join(kind.example for kind in BOTS.values())
        raise BotError(f"no bot {spec!r}: there are {there_are}{did_you_mean(name, BOTS)}")
    return BOTS[name], parameters


def make_bot(
    spec: str,
    rng: Seed | random.Random | None = None,
    *,
    game: str | Ruleset | None = None,
    players: int | None = None,
    programs: bool = False,
) -> Player:
    """The bot that a text like ``random`` or ``gap:1,2`` names; ``rng`` is its random generator, or its seed.

    A bot that does not play ``game`` with that number of ``players`` is refused, if both are known.
    ``exec:COMMAND`` and ``module:Class`` run programs, so they are refused unless ``programs`` says that
    the text comes from a user who may run programs on this machine: not from a browser, and not from a file.
    """
    kind, parameters = kind_of(spec)
    name = None if game is None else ruleset(game).name
    if name is not None and name not in kind.games:
        raise BotError(f"{spec} plays {', '.join(kind.games)} only, not {name}")
    if kind.needs_weights:
        require("bots", f"the bot {spec!r}")
        if name is not None and players is not None:
            from qwixx.nets.weight_files import check_weights

            check_weights(name, players)
    if kind.runs_programs and not programs:
        raise BotError(
            f"{spec!r} would run a program: only the command line may name it,"
            " and Python by make_bot(..., programs=True)"
        )
    return kind.make(parameters, generator(rng))
