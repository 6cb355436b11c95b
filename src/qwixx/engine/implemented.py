"""The games and options that compiled code implements: it refuses all others instead of misplaying them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache

from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import OPTIONS, Ruleset, option_word

# Fields about players and settings, which do not change how a turn goes.
ABOUT_THE_TABLE = {"name", "title", "min_players", "max_players", "adjustable"}


@dataclass(frozen=True, eq=False)
class Implemented:
    """The games and options that a part of the compiled code plays.

    ``games`` has, by name, every field of a ruleset that is not an option; ``options`` the values of each
    option. An option that is missing here must keep its default value.
    """

    part: str
    remedy: str
    games: Mapping[str, Mapping[str, object]]
    options: Mapping[str, tuple[object, ...]]

    def check(self, rules: Ruleset) -> None:
        """InputError if this part does not implement a game or one of its options."""
        unknown = _first_unknown(self, rules)
        if unknown is not None:
            raise InputError(f"{self.part} does not know {unknown}; {self.remedy}")


@cache
def _first_unknown(implemented: Implemented, rules: Ruleset) -> str | None:
    return next(_unknown(implemented, rules), None)


def _unknown(implemented: Implemented, rules: Ruleset) -> Iterator[str]:
    if rules.name not in implemented.games:
        yield f"the game {rules.name!r}"
        return
    game = implemented.games[rules.name]
    for field in fields(rules):
        if field.name not in ABOUT_THE_TABLE and field.name not in OPTIONS:
            value = getattr(rules, field.name)
            if field.name not in game or game[field.name] != value:
                yield f"{field.name}={option_word(value)} of {rules.title}"
    for option, value in rules.options.items():
        if value not in implemented.options.get(option, ()):
            yield f"option {option}={option_word(value)} of {rules.title}"
