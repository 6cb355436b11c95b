"""The differences between the games, as data, and the options of a table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal, TypedDict, Unpack

from qwixx.rules.enums import QualifiedRepr
from qwixx.rules.errors import SetupError

GameName = Literal["dice", "cards", "cards_joker", "solo"]
# The games of several players, which a score pad is for.
PadGame = Literal["dice", "cards", "cards_joker"]


class Phase(QualifiedRepr, StrEnum):
    """What a game waits for. In START, DEAL, ROLL and SHUFFLE that is chance, else players."""

    START = "start"
    DEAL = "deal"
    ROLL = "roll"
    COMMON = "common"
    OWN = "own"
    DRAW = "draw"
    SHUFFLE = "shuffle"
    PLAY = "play"
    OVER = "over"


PhaseName = Literal["start", "deal", "roll", "common", "own", "draw", "shuffle", "play", "over"]
DecisionPhase = Literal["common", "own", "draw", "play"]
# The phases in which players choose.
DECISIONS: dict[Phase, DecisionPhase] = {
    Phase.COMMON: "common",
    Phase.OWN: "own",
    Phase.DRAW: "draw",
    Phase.PLAY: "play",
}


class LockScope(QualifiedRepr, StrEnum):
    """Whom a crossed lock closes the row for, and whose locks count towards the end."""

    TABLE = "table"
    OWNER = "owner"


class FirstPlayer(QualifiedRepr, StrEnum):
    """The way to find the first active player (D2)."""

    RANDOM = "random"
    FIRST_SIX = "first_six"


class Options(TypedDict, total=False):
    """The options of a table, for type checkers: ``**options: Unpack[Options]``."""

    first_player: FirstPlayer | Literal["random", "first_six"]
    closed_row_in_action_2: bool
    hand_numbers_public: bool


@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """One game and the options of a table.

    >>> ruleset("dice", first_player="first_six").first_player
    FirstPlayer.FIRST_SIX
    """

    name: GameName
    title: str
    min_players: int
    max_players: int
    turn: tuple[Phase, Phase, Phase]
    lock_scope: LockScope
    rows_to_end: int = 2
    jokers: bool = False
    # Options that a table of this game may set; the others keep their defaults.
    adjustable: tuple[str, ...] = ()
    first_player: FirstPlayer = FirstPlayer.RANDOM
    closed_row_in_action_2: bool = False
    hand_numbers_public: bool = True

    def __post_init__(self) -> None:
        for option, values in OPTIONS.items():
            if getattr(self, option) not in values.values():
                right = " or ".join(map(str, values.values()))
                raise SetupError(f"option {option} is {right}, not {getattr(self, option)!r}")

    @property
    def has_cards(self) -> bool:
        """Whether it is played with cards; else with dice."""
        return Phase.DRAW in self.turn

    @property
    def options(self) -> dict[str, str | bool]:
        """The options that differ from their defaults."""
        return {name: getattr(self, name) for name in OPTIONS if getattr(self, name) != _default(name)}

    @property
    def option_words(self) -> dict[str, str]:
        """The same as texts, as they are written everywhere: ``{"closed_row_in_action_2": "true"}``."""
        return {name: option_word(value) for name, value in self.options.items()}

    def __str__(self) -> str:
        """The name of the game and the options that differ from their defaults, as in a position."""
        return " ".join([self.name, *(f"{name}={word}" for name, word in self.option_words.items())])

    def __repr__(self) -> str:
        options = (f"{name}={value!r}" for name, value in self.option_words.items())
        return f"ruleset({', '.join([repr(self.name), *options])})"

    def check_players(self, players: int) -> None:
        """SetupError if the game is not for this number of players."""
        if not hasattr(players, "__index__") or not self.min_players <= players <= self.max_players:
            wanted = (
                f"{self.min_players} to {self.max_players} players"
                if self.min_players < self.max_players
                else f"{self.min_players} player"
            )
            raise SetupError(f"S13: {self.title} is for {wanted}, not {players!r}")


# The values of each option by the word that names them, the default first.
OPTIONS: dict[str, dict[str, str | bool]] = {
    "first_player": {str(way): way for way in FirstPlayer},
    "closed_row_in_action_2": {"false": False, "true": True},
    "hand_numbers_public": {"true": True, "false": False},
}

DICE = Ruleset(
    name="dice",
    title="the dice game",
    min_players=2,
    max_players=5,
    turn=(Phase.ROLL, Phase.COMMON, Phase.OWN),
    lock_scope=LockScope.TABLE,
    adjustable=("first_player", "closed_row_in_action_2"),
)
"""The dice game."""
SOLO = replace(DICE, name="solo", title="the solo game", min_players=1, max_players=1, adjustable=())
"""The dice game for one player."""
CARDS = Ruleset(
    name="cards",
    title="the card game",
    min_players=2,
    max_players=5,
    turn=(Phase.DRAW, Phase.COMMON, Phase.PLAY),
    lock_scope=LockScope.OWNER,
    adjustable=("hand_numbers_public",),
)
"""The card game without jokers."""
CARDS_JOKER = replace(CARDS, name="cards_joker", title="the card game with jokers", jokers=True)
"""The card game with jokers."""

RULESETS: dict[str, Ruleset] = {rules.name: rules for rules in (DICE, CARDS, CARDS_JOKER, SOLO)}
"""Every game by name, with its default options."""


def ruleset(game: str | Ruleset, **options: Unpack[Options]) -> Ruleset:
    """The game with this name, or the given one, with options of the table.

    >>> ruleset("cards", hand_numbers_public=False).option_words
    {'hand_numbers_public': 'false'}
    """
    return ruleset_with(game, options)


def ruleset_with(game: str | Ruleset, options: Mapping[str, object]) -> Ruleset:
    """The same with options that were read from somewhere, by name; values may be words, such as ``true``."""
    rules = RULESETS.get(game) if isinstance(game, str) else game
    if not isinstance(rules, Ruleset):
        raise SetupError(f"no game {game!r}: the games are {', '.join(RULESETS)}")
    checked = {option: _checked(rules, option, value) for option, value in options.items()}
    return replace(rules, **checked) if checked else rules  # type: ignore[arg-type]


def option_word(value: object) -> str:
    """The word that names a value of an option: ``first_six``, ``true``."""
    return str(value).lower()


def _checked(rules: Ruleset, option: str, value: object) -> str | bool:
    if option not in OPTIONS:
        raise SetupError(f"no option {option!r}: the options are {', '.join(OPTIONS)}")
    values = OPTIONS[option]
    word = option_word(value)
    if word not in values:
        raise SetupError(f"option {option} is {' or '.join(values)}, not {value}")
    if option not in rules.adjustable and values[word] != _default(option):
        own = f"it has {' and '.join(rules.adjustable)}" if rules.adjustable else "it has none"
        raise SetupError(f"{rules.title} has no option {option}: {own}")
    return values[word]


def _default(option: str) -> str | bool:
    return next(iter(OPTIONS[option].values()))
