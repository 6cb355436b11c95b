"""The player of the solo game who cannot be bettered."""

from functools import cache

import numpy as np

from qwixx.bots.errors import BotFailure
from qwixx.rules.chance import Roll
from qwixx.rules.choices import CROSSES, PASS, Choice
from qwixx.rules.ruleset import SOLO, Phase
from qwixx.rules.view import View
from qwixx.solver.best import best_first_action, best_second_action
from qwixx.solver.rows import PRINTED
from qwixx.solver.solution import row_states, solution
from qwixx.solver.turn import NO_ROW, Scratch
from qwixx.structs import Ints, Singles, new_struct


class OptimalBot:
    """Plays for the highest expected total by exact values.

    They are those of the user's cache unless given, solved when first needed if they are not there.
    """

    def __init__(self, values: Singles | None = None) -> None:
        self._values = values
        self._scratch = new_struct(Scratch)

    def choose(self, view: View) -> Choice:
        if view.ruleset != SOLO:
            raise BotFailure("optimal", f"knows the solo game only, not {view.ruleset.title}")
        assert view.dice is not None
        sheet, dice = view.sheets[0], faces(view.dice)
        self._scratch.rows[:] = row_states(sheet)
        place = PRINTED.table, self._known_values(), sheet.penalties
        if view.phase is Phase.COMMON:
            colour, number = best_first_action(*place, dice, self._scratch), view.dice.sum
        else:
            has_crossed = view.crossed is not None
            colour, number = best_second_action(*place, has_crossed, dice, self._scratch)
        return PASS if colour == NO_ROW else CROSSES[colour][number]

    def _known_values(self) -> Singles:
        # Not before somebody has to choose: whoever only names the bot must not wait for the solver.
        return _cached_values() if self._values is None else self._values


@cache
def _cached_values() -> Singles:
    return solution().values


def faces(dice: Roll) -> Ints:
    """The dice as compiled code takes them: white ones first, 0 for a die that is out."""
    return np.array([*dice.white, *(die or 0 for die in dice.colours)], dtype=np.int64)
