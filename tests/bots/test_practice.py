"""Who has practised has everything compiled."""

from qwixx.bots.levels import LEVELS
from qwixx.bots.practice import practise
from qwixx.bots.trained import is_compiled
from qwixx.rules.ruleset import DICE


def test_who_has_practised_is_compiled() -> None:
    """Also one who dozes in the turns of others."""
    practise("novice", DICE, 2)
    assert is_compiled(LEVELS["novice"], DICE)
