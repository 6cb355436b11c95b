"""What a command line names: the game, its options, and the option in which a mistake was made."""

from collections.abc import Callable
from typing import TypeVar

from qwixx.bots.errors import did_you_mean
from qwixx.rules.errors import InputError, SetupError
from qwixx.rules.ruleset import OPTIONS, RULESETS, Ruleset, ruleset

T = TypeVar("T")


def rules_named(game: str, options: list[str]) -> Ruleset:
    """The game with options written as NAME=VALUE.

    >>> rules_named("dice", ["first_player=first_six"]).first_player
    <FirstPlayer.FIRST_SIX: 'first_six'>
    """
    if game not in RULESETS:
        known = ", ".join(RULESETS)
        raise SetupError(f"no game {game!r}: the games are {known}{did_you_mean(game, RULESETS)}")
    return ruleset(game, **dict(map(_parsed, options)))


def _parsed(word: str) -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if name not in OPTIONS:
        known = ", ".join(OPTIONS)
        raise SetupError(f"no option {name!r}: the options are {known}{did_you_mean(name, OPTIONS)}")
    if not equals:
        raise SetupError(
            f"an option is written NAME=VALUE, as in {name}={list(OPTIONS[name])[-1]}, not {word!r}"
        )
    return name, value


def located(option: str, read: Callable[[], T]) -> T:
    """What a function reads; InputError that begins with the option it was read from if it cannot."""
    try:
        return read()
    except InputError as error:
        raise InputError(f"{option}: {error}") from error
