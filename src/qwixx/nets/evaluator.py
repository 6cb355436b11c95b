"""The evaluator: a net that values positions and choices by what one seat may see."""

from collections.abc import Callable, Mapping
from functools import cache
from threading import Lock
from typing import NamedTuple

from qwixx.engine.board import ENGINE, Board
from qwixx.engine.bridge import PHASE_CODES, board_of, board_of_view, legal_codes
from qwixx.engine.implemented import Implemented
from qwixx.nets.choice import choose, choose_by_habit, choose_deeper, evaluate
from qwixx.nets.common_action import settle_common
from qwixx.nets.inference import total_after, win_of
from qwixx.nets.lookahead import mean_over_rolls, values_of_roll
from qwixx.nets.style import BEST, Manner, Style
from qwixx.nets.weight_files import checksum_of, name_of
from qwixx.nets.weights import Weights, new_net, weights_for
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO, FirstPlayer, Phase, Ruleset
from qwixx.rules.view import View

CHOOSERS: dict[Manner, Callable[..., int]] = {
    Manner.BEST: choose,
    Manner.BY_HABIT: choose_by_habit,
    Manner.DEEPER: choose_deeper,
}

# The engine may learn an option before the nets do, which were trained without it.
NETS = Implemented(
    part="the trained net",
    remedy="choose a bot that needs no net",
    games={name: game for name, game in ENGINE.games.items() if name != SOLO.name},
    options={
        # Nets evaluate games that have begun.
        "first_player": (FirstPlayer.RANDOM, FirstPlayer.FIRST_SIX),
        # The lookahead plays action 2 with the dice that are on the table.
        "closed_row_in_action_2": (False, True),
        # Nets do not look at the hands of others.
        "hand_numbers_public": (True, False),
    },
)


class Evaluation(NamedTuple):
    """A choice, the expected share of the win after it (a tie is shared), and the expected final total."""

    choice: Choice
    win: float
    total: float


class Expectation(NamedTuple):
    """The expected share of the win and final total of a seat."""

    win: float
    total: float


class Evaluator:
    """A net for one game. Compiled code writes into the net, so one thread uses it at a time."""

    def __init__(self, weights: Weights, checksums: Mapping[str, str] | None = None) -> None:
        # The SHA-256 of the weights by their name, for results.
        self.checksums: dict[str, str] = dict(checksums or {})
        self._net = new_net(weights)
        self._lock = Lock()

    def evaluate(self, view: View) -> tuple[Evaluation, ...]:
        """Each of ``view.choices``, in that order."""
        assert view.seat is not None
        board = board_of_view(view)
        with self._lock:
            self._settle(board, view)
            count = evaluate(PHASE_CODES[view.phase], board, view.seat, self._net)
            values = self._net.choice_values
            wins, totals = values.wins[:count].tolist(), values.totals[:count].tolist()
        return tuple(map(Evaluation, view.choices, wins, totals))

    def choose(self, view: View, style: Style = BEST) -> Choice:
        """The choice of a player with this style."""
        assert view.seat is not None
        board, phase = board_of_view(view), PHASE_CODES[view.phase]
        errors = (style.margin, style.dozes) if style.manner is Manner.BY_HABIT else ()
        with self._lock:
            # A player who dozes passes without evaluating the roll.
            if view.seat == view.active or not style.dozes:
                self._settle(board, view)
            code = CHOOSERS[style.manner](phase, board, view.seat, *errors, self._net)
        return view.choices[legal_codes(board, view.phase, view.seat).index(code)]

    def expectation(self, view: View) -> Expectation:
        """The expectation of the viewing seat at the beginning or the end of a turn."""
        assert view.seat is not None
        board = board_of_view(view)
        with self._lock:
            win = win_of(board, view.seat, self._net)
            return Expectation(win, total_after(board, view.seat, self._net))

    def after_roll(self, state: State) -> tuple[float, ...]:
        """Dice: the expected share of each seat after the roll, with the best turn."""
        board = board_of(state)
        with self._lock:
            values_of_roll(board, self._net)
            return self._means(board)

    def before_roll(self, state: State) -> tuple[float, ...]:
        """Dice: the exact mean of ``after_roll`` over all rolls; the roll of the state is still to come."""
        board = board_of(state)
        with self._lock:
            mean_over_rolls(board, self._net)
            return self._means(board)

    def _means(self, board: Board) -> tuple[float, ...]:
        return tuple(self._net.ahead.means[: board.players].tolist())

    def _settle(self, board: Board, view: View) -> None:
        if view.phase is Phase.COMMON and not view.ruleset.has_cards:
            settle_common(board, self._net)


def evaluator_for(rules: Ruleset, players: int) -> Evaluator:
    """The evaluator of a game with this number of players.

    WeightsError if its weights are missing or damaged; InputError if nets do not know these rules.
    """
    evaluator = _evaluator(rules.name, players)
    NETS.check(rules)
    return evaluator


@cache
def _evaluator(game: str, players: int) -> Evaluator:
    return Evaluator(weights_for(game, players), {name_of(game, players): checksum_of(game, players)})
