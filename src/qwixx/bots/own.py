"""Your own players: an object, a class, or the text ``module:Class`` that names one."""

import importlib
import inspect
import os
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from qwixx.bots.errors import BotError, did_you_mean
from qwixx.gameplay import Player

# Called for each game, with its random generator if it has a parameter ``rng``.
PlayerClass: TypeAlias = Callable[..., Player]


@dataclass(frozen=True)
class OwnPlayer:
    """A player, or a class that makes a new one for each game."""

    given: Player | PlayerClass

    def __post_init__(self) -> None:
        if not (self.is_class or _is_player(self.given)):
            raise BotError(
                "a player is an object with a method choose(view), or a class of such objects,"
                f" not {self.given!r}"
            )

    @property
    def is_class(self) -> bool:
        return callable(self.given) and not _is_player(self.given)

    @property
    def spec(self) -> str:
        """The module and the class, as in ``mybot:Greedy``."""
        given: Any = self.given if hasattr(self.given, "__qualname__") else type(self.given)
        return f"{given.__module__}:{given.__qualname__}"

    def player(self, rng: random.Random) -> Player:
        """The player of one game; a class that takes ``rng`` gets this random generator."""
        if not self.is_class:
            return self.given  # type: ignore[return-value]
        make: Any = self.given
        arguments = {"rng": rng} if _takes_rng(make) else {}
        _check_arguments(make, arguments, self.spec)
        player = make(**arguments)
        if not _is_player(player):
            raise BotError(f"{self.spec} makes {player!r}, which has no method choose(view)")
        return player  # type: ignore[no-any-return]


def _is_player(value: object) -> bool:
    return not isinstance(value, type) and callable(getattr(value, "choose", None))


def _takes_rng(make: PlayerClass) -> bool:
    try:
        return "rng" in inspect.signature(make).parameters
    except ValueError:  # some classes written in C have no signature
        return False


def _check_arguments(make: PlayerClass, arguments: dict[str, random.Random], spec: str) -> None:
    """BotError if a class cannot be called with these arguments."""
    try:
        signature = inspect.signature(make)
    except ValueError:  # some classes written in C have no signature
        return
    try:
        signature.bind(**arguments)
    except TypeError as error:
        raise BotError(
            f"{spec}: a class of players is called without arguments, or with rng; {error}"
        ) from error


def is_class_name(spec: str) -> bool:
    """Whether a text has the form ``module:Class``; a class has a capital, so that ``a:b`` may be a person.

    >>> is_class_name("bots.mine:Greedy"), is_class_name("gap:1,2")
    (True, False)
    """
    module, _, name = spec.partition(":")
    is_class = name.isidentifier() and name[0].isupper()
    return is_class and all(part.isidentifier() for part in module.split("."))


def names_a_file(spec: str) -> bool:
    """Whether a text has the form ``module:name``, and the current folder has this module."""
    module, colon, name = spec.partition(":")
    return bool(colon) and name.isidentifier() and Path(*module.split(".")).with_suffix(".py").is_file()


def own_player(spec: str) -> OwnPlayer:
    """The player that ``module:Class`` names, also in the current folder; BotError if there is none."""
    module_name, _, name = spec.partition(":")
    if os.getcwd() not in sys.path:
        # Last, so that a file there hides no installed module.
        sys.path.append(os.getcwd())
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise  # the module is there, and lacks one of those that it imports
        raise BotError(
            f"cannot import {spec}: there is no module {error.name} in this folder or on the Python path"
        ) from error
    if not hasattr(module, name):
        raise BotError(f"module {module_name} has no {name}{did_you_mean(name, _classes(module))}")
    try:
        return OwnPlayer(getattr(module, name))
    except BotError as error:
        raise BotError(f"{spec}: {error}") from error


def _classes(module: object) -> list[str]:
    return [name for name, value in vars(module).items() if isinstance(value, type)]
