"""Arguments that several commands share, and their parsing: errors name the option."""

import argparse
from collections.abc import Callable
from typing import TypeVar

from qwixx.bots.errors import did_you_mean
from qwixx.rules.errors import InputError, SetupError
from qwixx.rules.ruleset import OPTIONS, RULESETS, Ruleset, ruleset_with
from qwixx.seeds import Seed

T = TypeVar("T")


def add_rules_arguments(parser: argparse.ArgumentParser, default: str | None = "dice") -> None:
    """``--game`` and ``--option``; a command without a default for the game asks for it."""
    games, options = ", ".join(RULESETS), ", ".join(OPTIONS)
    parser.add_argument("--game", default=default, metavar="GAME", help=f"one of {games} (default: dice)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help=f"a table option: {options}"
    )


def rules_named(game: str, options: list[str]) -> Ruleset:
    """The game with options written as NAME=VALUE.

    >>> rules_named("dice", ["first_player=first_six"]).first_player
    FirstPlayer.FIRST_SIX
    """
    if game not in RULESETS:
        known = ", ".join(RULESETS)
        raise SetupError(f"no game {game!r}: the games are {known}{did_you_mean(game, RULESETS)}")
    return ruleset_with(game, parse_options(options))


def parse_options(options: list[str]) -> dict[str, str]:
    """Options of the rules written as NAME=VALUE; whether a game has them is not checked."""
    return dict(map(_parsed, options))


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


def whole_number(text: str) -> int:
    """A whole number, for argparse; also as in 1e6 or 1_000_000.

    >>> whole_number("1e6")
    1000000
    """
    try:
        return int(text)
    except ValueError:
        number = float(text)
        if not number.is_integer():
            raise
        return int(number)


# As argparse names it in its errors.
whole_number.__name__ = "whole number"


def seed(text: str) -> Seed:
    """A seed, for argparse: a number if the text is one.

    >>> seed("7"), seed("Friday")
    (7, 'Friday')
    """
    try:
        return int(text)
    except ValueError:
        return text


def located(option: str, read: Callable[[], T]) -> T:
    """The result of a parsing function; its InputErrors get the name of the option in front."""
    try:
        return read()
    except InputError as error:
        raise InputError(f"{option}: {error}") from error
