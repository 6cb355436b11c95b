"""What a net thinks of a position and of each choice there, for those who see no more than a seat does."""

from collections.abc import Sequence
from typing import NamedTuple

from qwixx.rules.cards import Card
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.view import View


class Opinion(NamedTuple):
    """A choice, the share of the win to expect after it (a tie is shared), and the expected final total."""

    choice: Choice
    win: float
    total: float


class Standing(NamedTuple):
    """What a seat may expect: its share of the win and its final total."""

    win: float
    total: float


class Judge:
    """The net of one game with so many players."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        """WeightsError if the weights are missing or damaged, or if nothing was trained for this game."""

    def opinions(self, view: View, shown: Sequence[Card] = ()) -> tuple[Opinion, ...]:
        """Each of ``view.choices``, in that order; ``shown`` are the cards played so far, oldest first."""
        raise NotImplementedError

    def standing(self, view: View, shown: Sequence[Card] = ()) -> Standing:
        """What the seat of the view may expect at the beginning of a turn."""
        raise NotImplementedError

    def after_roll(self, state: State) -> tuple[float, ...]:
        """Dice: each seat's share of the win once the dice lie, if everybody plays the turn as well as the net can."""
        raise NotImplementedError

    def before_roll(self, state: State) -> tuple[float, ...]:
        """Dice: the exact mean of ``after_roll`` over all rolls, for a state whose roll is to come."""
        raise NotImplementedError
