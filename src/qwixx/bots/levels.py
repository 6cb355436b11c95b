"""The levels a person can choose from, as data: how far a player of each level sees, and its errors.

Margins are measured, so that each level takes about three games of five from the one below;
docs/bots.md has the figures and the commands.
"""

from typing import NamedTuple

from qwixx.nets.style import BEST, Style
from qwixx.rules.ruleset import CARDS, CARDS_JOKER, DICE


class Level(NamedTuple):
    """A level in a sentence, and its style in the dice game and in the card games."""

    sentence: str
    dice: Style
    cards: Style

    def style(self, *, cards: bool) -> Style:
        return self.cards if cards else self.dice


LEVELS = {
    "novice": Level(
        "crosses what skips least, and dozes in the turns of others",
        dice=Style(margin=0.2, dozes=True),
        cards=Style(margin=0.4, dozes=True),
    ),
    "casual": Level("sees large differences only", dice=Style(margin=0.15), cards=Style(margin=0.2)),
    "solid": Level(
        "plays well, with the errors of somebody in a hurry",
        dice=Style(margin=0.105),
        cards=Style(margin=0.085),
    ),
    "strong": Level("errs where choices are close", dice=Style(margin=0.065), cards=Style(margin=0.045)),
    "master": Level("plays as well as we know how", dice=Style(deeper=True), cards=BEST),
    "net": Level("is the net of master alone, without a look ahead", dice=BEST, cards=BEST),
}
LEVEL_GAMES = (DICE.name, CARDS.name, CARDS_JOKER.name)
