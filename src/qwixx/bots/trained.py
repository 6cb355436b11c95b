"""Players who ask a net."""

from collections.abc import Sequence

from qwixx.bots.levels import Level
from qwixx.compiled import is_kept
from qwixx.nets.common_action import settle_common
from qwixx.nets.evaluator import CHOOSERS, evaluator_for
from qwixx.rules.cards import Card
from qwixx.rules.choices import Choice
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.view import View


class TrainedBot:
    """A player of some level. It counts the cards that were shown, if it is told them."""

    def __init__(self, level: Level) -> None:
        self.level = level

    def choose(self, view: View) -> Choice:
        return self.choose_knowing(view, ())

    def choose_knowing(self, view: View, shown: Sequence[Card]) -> Choice:
        evaluator = evaluator_for(view.ruleset, len(view.sheets))
        return evaluator.choose(view, shown, self.level.style(cards=view.ruleset.has_cards))


def is_compiled(level: Level, rules: Ruleset) -> bool:
    """Whether an earlier process has compiled what a player of this level needs to choose."""
    chooser = CHOOSERS[level.style(cards=rules.has_cards).manner]
    return is_kept(chooser) and (rules.has_cards or is_kept(settle_common))
