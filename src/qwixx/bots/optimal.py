"""The player of the solo game who cannot be bettered."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from qwixx.bots.errors import BotFailure
from qwixx.rules.chance import Roll
from qwixx.rules.choices import CROSSES, PASS, Choice
from qwixx.rules.ruleset import SOLO, Phase
from qwixx.rules.view import View
from qwixx.solver.best import best_first_action, best_second_action
from qwixx.solver.rows import PRINTED
from qwixx.solver.solution import row_states, solution
from qwixx.solver.turn import NO_ROW, SCRATCH


class OptimalBot:
    """Plays for the highest expected total by the exact solution, which is solved if it is not on disk."""

    def __init__(self) -> None:
        self._scratch = np.zeros(1, dtype=SCRATCH)[0]

    def choose(self, view: View) -> Choice:
        if view.ruleset != SOLO:
            raise BotFailure("optimal", f"knows the solo game only, not {view.ruleset.title}")
        assert view.dice is not None
        sheet, dice = view.sheets[0], faces(view.dice)
        self._scratch["rows"] = row_states(sheet)
        place = PRINTED.table, _values(), sheet.penalties
        if view.phase is Phase.COMMON:
            colour, number = best_first_action(*place, dice, self._scratch), view.dice.sum
        else:
            colour, number = best_second_action(*place, view.crossed, dice, self._scratch)
        return PASS if colour == NO_ROW else CROSSES[colour][number]


@cache
def _values() -> NDArray[np.float32]:
    # Not before somebody has to choose: whoever only names the bot must not wait for the solver.
    return solution().values


def faces(dice: Roll) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """The dice as compiled code takes them: white ones first, 0 for a die that is out."""
    return np.array([*dice.white, *(die or 0 for die in dice.colours)], dtype=np.int64)
