"""The levels a person can choose from, as data: who plays them, how far they see, and their errors.

Margins are measured, so that each level takes about three games of five from the one below;
docs/bots.md has the figures and the commands.
"""

from typing import Literal, NamedTuple

from qwixx.nets.style import BEST, Style
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, DICE

Character = Literal["Nino", "Mila", "Leo", "Vera", "Ada", "Otto"]


class Level(NamedTuple):
    """A level in a sentence, its style in the dice game and in the card games, and who plays it.

    A level without a character is for measuring: people are not asked whether they want it.
    """

    sentence: str
    dice: Style
    cards: Style
    character: Character | None = None

    def style(self, *, cards: bool) -> Style:
        return self.cards if cards else self.dice


LEVELS = {
    "novice": Level(
        "crosses what skips least, and dozes in the turns of others",
        dice=Style(margin=0.2, dozes=True),
        cards=Style(margin=0.4, dozes=True),
        character="Nino",
    ),
    "casual": Level(
        "sees large differences only",
        dice=Style(margin=0.15),
        cards=Style(margin=0.2),
        character="Mila",
    ),
    "solid": Level(
        "plays well, with the errors of somebody in a hurry",
        dice=Style(margin=0.105),
        cards=Style(margin=0.085),
        character="Leo",
    ),
    "strong": Level(
        "errs where choices are close",
        dice=Style(margin=0.065),
        cards=Style(margin=0.045),
        character="Vera",
    ),
    "master": Level("plays as well as we know how", dice=Style(deeper=True), cards=BEST, character="Ada"),
    "net": Level("is the net of master alone, without a look ahead", dice=BEST, cards=BEST),
}
LEVEL_GAMES = (DICE.name, CARDS.name, CARDS_JOKER.name)

# Bots with a habit that people may choose as well, each with a word for the habit.
HABITS = {"gap:1,2": "careful", "gap:2,3": "bold", "random": "careless"}


def character_of(bot: str) -> Character:
    """Who plays a bot: each level has somebody of its own, and Otto plays all others.

    >>> character_of("casual"), character_of("gap:3,4")
    ('Mila', 'Otto')
    """
    level = LEVELS.get(bot)
    return (level and level.character) or "Otto"
