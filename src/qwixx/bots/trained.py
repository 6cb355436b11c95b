"""Players who ask a net."""

from collections.abc import Sequence

from qwixx.bots.levels import Level
from qwixx.nets.evaluator import evaluator_for
from qwixx.rules.cards import Card
from qwixx.rules.choices import Choice
from qwixx.rules.view import View


class TrainedBot:
    """A player of some level. It counts the cards that were shown, if it is told them."""

    def __init__(self, level: Level) -> None:
        self._level = level

    def choose(self, view: View) -> Choice:
        return self.choose_knowing(view, ())

    def choose_knowing(self, view: View, shown: Sequence[Card]) -> Choice:
        evaluator = evaluator_for(view.ruleset, len(view.sheets))
        return evaluator.choose(view, shown, self._level.style(cards=view.ruleset.has_cards))
