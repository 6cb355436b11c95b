"""The levels that people choose from, as data: characters, lookahead, and errors.

Margins are measured, so that each level takes about three games of five from the one below;
docs/bots.md has the figures and the commands.
"""

from typing import Literal, NamedTuple

from qwixx.nets.style import BEST, Style
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, DICE

Character = Literal["Nino", "Mila", "Leo", "Vera", "Ada", "Otto"]


class Level(NamedTuple):
    """A level in a sentence, its style in the dice game and in the card games, and who plays it.

    A level without a character is for measurements only and not offered to people.
    """

    sentence: str
    dice: Style
    cards: Style
    character: Character | None = None

    def style(self, *, cards: bool) -> Style:
        return self.cards if cards else self.dice


LEVELS = {
    "novice": Level(
        "skips as few numbers as possible, and never crosses in other players' turns",
        dice=Style(margin=0.2, dozes=True),
        cards=Style(margin=0.4, dozes=True),
        character="Nino",
    ),
    "casual": Level(
        "sees only large differences",
        dice=Style(margin=0.15),
        cards=Style(margin=0.2),
        character="Mila",
    ),
    "solid": Level(
        "plays well, with careless errors",
        dice=Style(margin=0.105),
        cards=Style(margin=0.085),
        character="Leo",
    ),
    "strong": Level(
        "errs only when choices are close",
        dice=Style(margin=0.065),
        cards=Style(margin=0.045),
        character="Vera",
    ),
    "master": Level("plays as well as possible", dice=Style(deeper=True), cards=BEST, character="Ada"),
    "net": Level("is master without lookahead", dice=BEST, cards=BEST),
}
# The levels that people choose from, the weakest first.
OFFERED_LEVELS = tuple(name for name, level in LEVELS.items() if level.character is not None)
LEVEL_GAMES = (DICE.name, CARDS.name, CARDS_JOKER.name)

# Bots with a habit that people may choose as well, each with a word for the habit.
HABITS = {"gap:1,2": "careful", "gap:2,3": "bold", "random": "careless"}


def character_of(bot: str) -> Character:
    """The character of a bot: each level has its own, and all other bots are Otto.

    >>> character_of("casual"), character_of("gap:3,4")
    ('Mila', 'Otto')
    """
    level = LEVELS.get(bot)
    return (level and level.character) or "Otto"
