"""Players that choose by a net."""

from typing import NamedTuple

from qwixx.bots import cold_start
from qwixx.bots.errors import check_decision
from qwixx.bots.levels import Level
from qwixx.compiled import folder
from qwixx.compiled.folder import INTERPRETED
from qwixx.gameplay import Game
from qwixx.nets.style import Manner, Style
from qwixx.rules.choices import Choice
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.view import View

# The functions of `qwixx.nets` that are called from Python, which compile all that they call.
CHOOSER_NAMES = {
    Manner.BEST: "choice.choose",
    Manner.BY_HABIT: "choice.choose_by_habit",
    Manner.DEEPER: "choice.choose_deeper",
}
SETTLING = "common_action.settle_common"


class CompiledCode(NamedTuple):
    """The compiled code that a player needs."""

    manner: Manner
    for_cards: bool

    @property
    def is_cached(self) -> bool:
        """Whether an earlier process has compiled it."""
        return folder.is_cached(CHOOSER_NAMES[self.manner]) and (self.for_cards or folder.is_cached(SETTLING))


# Code that this process has compiled, loaded, or found in the cache.
_ready = set[CompiledCode]()


class TrainedBot:
    """A player of some level. Until its code is compiled, another process interprets it."""

    def __init__(self, level: Level) -> None:
        self.level = level

    def __repr__(self) -> str:
        return f"<TrainedBot that {self.level.sentence}>"

    def before_game(self, rules: Ruleset, players: int, *, exact: bool) -> None:
        """InputError for a game it does not play; if choices have to be ``exact``, wait for the compiler."""
        from qwixx.nets.evaluator import evaluator_for

        evaluator_for(rules, players)
        if exact:
            self.compile(rules, players)

    def is_compiled(self, rules: Ruleset) -> bool:
        """Whether its choices in such a game wait for no compiler."""
        code = self._code(rules)
        if INTERPRETED or code in _ready:
            return True
        if not code.is_cached:
            return False
        _ready.add(code)
        cold_start.COLD_START.close_if_done()
        return True

    def compile(self, rules: Ruleset, players: int) -> None:
        """Compile or load the code for such a game, by making one choice and discarding it."""
        if self._code(rules) not in _ready:
            state = Game(rules, [f"seat {number}" for number in range(1, players + 1)], seed=1).advance()
            # The active seat: a bot that dozes in the turns of others needs nothing there.
            self.choose_here(state.view(state.active))
            _ready.add(self._code(rules))

    def choose(self, view: View) -> Choice:
        """The choice, within a second also on a machine that has compiled nothing."""
        check_decision(view)
        if self.is_compiled(view.ruleset):
            return self.choose_here(view)
        return cold_start.COLD_START.choose(self, view)

    def choose_here(self, view: View) -> Choice:
        """The choice made in this process, which compiles missing code."""
        import numpy as np

        from qwixx.nets.evaluator import evaluator_for

        evaluator = evaluator_for(view.ruleset, len(view.sheets))
        # Where code is interpreted, sums of 64 bits wrap around as they do in compiled code.
        with np.errstate(over="ignore"):
            return evaluator.choose(view, self._style(view.ruleset))

    def _style(self, rules: Ruleset) -> Style:
        return self.level.style(cards=rules.has_cards)

    def _code(self, rules: Ruleset) -> CompiledCode:
        return CompiledCode(self._style(rules).manner, rules.has_cards)
