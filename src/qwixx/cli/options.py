"""The game and the rule options that a command line names."""

from qwixx.bots.errors import did_you_mean
from qwixx.rules.errors import SetupError
from qwixx.rules.ruleset import OPTIONS, RULESETS, Ruleset, ruleset


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
