"""The optimal player of the solo game."""

from functools import cache

import numpy as np

from qwixx.bots.errors import BotError, check_decision
from qwixx.compiled.cells import Scratch
from qwixx.compiled.rows import PRINTED, row_states
from qwixx.compiled.structs import Singles, new_struct
from qwixx.engine.bridge import dice_faces
from qwixx.rules.choices import CROSSES, PASS, Choice
from qwixx.rules.ruleset import SOLO, Phase, Ruleset
from qwixx.rules.view import View
from qwixx.solver.best_turn import NO_ROW, best_first_action, best_second_action
from qwixx.solver.solved import solution


class OptimalBot:
    """Plays for the highest expected total by exact values.

    They are those of the user's cache unless given, solved when first needed if they are not there.
    """

    def __init__(self, values: Singles | None = None) -> None:
        self._values = values
        self._scratch = new_struct(Scratch)

    def __repr__(self) -> str:
        return "make_bot('optimal')"

    def before_game(self, rules: Ruleset, players: int, *, exact: bool) -> None:
        """Load the values, or solve the game if they are nowhere; BotError for another game."""
        _check_solo(rules)
        self._known_values()

    def choose(self, view: View) -> Choice:
        _check_solo(view.ruleset)
        check_decision(view)
        assert view.dice is not None
        sheet, dice = view.sheets[0], np.array(dice_faces(view.dice), dtype=np.int64)
        self._scratch.rows[:] = row_states(sheet)
        place = PRINTED.table, self._known_values(), sheet.penalties
        if view.phase is Phase.COMMON:
            colour, number = best_first_action(*place, dice, self._scratch), view.dice.sum
        else:
            has_crossed = view.crossed is not None
            colour, number = best_second_action(*place, has_crossed, dice, self._scratch)
        return PASS if colour == NO_ROW else CROSSES[colour][number]

    def _known_values(self) -> Singles:
        # Lazily: making the bot must not wait for the solver.
        return _cached_values() if self._values is None else self._values


def _check_solo(rules: Ruleset) -> None:
    if rules != SOLO:
        raise BotError(f"optimal knows the solo game only, not {rules.title}")


@cache
def _cached_values() -> Singles:
    return solution().values
