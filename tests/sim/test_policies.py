import numpy as np
import pytest

from qwixx.rules.ruleset import DICE
from qwixx.sim.kernel import SEAT_COLUMNS
from qwixx.sim.policies import NET_DEEPER
from qwixx.sim.simulation import Matchup

UNKNOWN = NET_DEEPER + 1


@pytest.mark.parametrize("bot", ["random", "net"])
def test_an_unknown_policy_code_is_an_error(bot: str) -> None:
    matchup = Matchup(DICE, (bot, "random"), seed=1)
    board, results = matchup.board(), np.zeros((1, SEAT_COLUMNS + 6), dtype=np.int16)
    board.policies[:, 0] = UNKNOWN
    with pytest.raises(AssertionError, match="an unknown policy"):
        matchup.kernel(board, 1, 0, matchup.known, results)
