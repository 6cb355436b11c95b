import pytest

from qwixx.engine.bridge import choice_of
from qwixx.rules.errors import QwixxError
from qwixx.rules.game import State
from qwixx.rules.ruleset import DICE


def test_a_number_is_no_choice_where_nobody_chooses() -> None:
    with pytest.raises(QwixxError, match="nobody chooses in the phase start"):
        choice_of(State.new(DICE, 2), seat=0, code=1)
