"""What differs between the games, as data, and the options of a table."""

from dataclasses import dataclass, replace
from enum import StrEnum

from qwixx.rules.errors import SetupError


class Phase(StrEnum):
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


class LockScope(StrEnum):
    """Whom a crossed lock closes the row for, and whose locks count towards the end."""

    TABLE = "table"
    OWNER = "owner"


class FirstPlayer(StrEnum):
    """How the first active player is found (D2)."""

    RANDOM = "random"
    FIRST_SIX = "first_six"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game and the options of a table.

    >>> ruleset("dice", first_player="first_six").first_player
    <FirstPlayer.FIRST_SIX: 'first_six'>
    """

    name: str
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

    def check_players(self, players: int) -> None:
        """SetupError if the game is not for so many players."""
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
SOLO = replace(DICE, name="solo", title="the solo game", min_players=1, max_players=1, adjustable=())
CARDS = Ruleset(
    name="cards",
    title="the card game",
    min_players=2,
    max_players=5,
    turn=(Phase.DRAW, Phase.COMMON, Phase.PLAY),
    lock_scope=LockScope.OWNER,
    adjustable=("hand_numbers_public",),
)
CARDS_JOKER = replace(CARDS, name="cards_joker", title="the card game with jokers", jokers=True)

RULESETS = {rules.name: rules for rules in (DICE, CARDS, CARDS_JOKER, SOLO)}


def ruleset(game: str | Ruleset, **options: object) -> Ruleset:
    """The game with this name, or the given one, with options of the table.

    >>> ruleset("cards", hand_numbers_public=False).option_words
    {'hand_numbers_public': 'false'}
    """
    rules = RULESETS.get(game) if isinstance(game, str) else game
    if not isinstance(rules, Ruleset):
        raise SetupError(f"no game {game!r}: the games are {', '.join(RULESETS)}")
    checked = {option: _checked(rules, option, value) for option, value in options.items()}
    return replace(rules, **checked) if checked else rules  # type: ignore[arg-type]


def check_ruleset(value: object) -> None:
    """SetupError if this is no Ruleset; the name of a game is none."""
    if not isinstance(value, Ruleset):
        raise SetupError(f"a ruleset is needed, as DICE or ruleset('dice'), not {value!r}")


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
