"""The solved solo game: the value of any position, and of any choice in it."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwixx.compiled.rows import PRINTED, row_states
from qwixx.rules.choices import Choice
from qwixx.rules.errors import InputError, SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import SOLO, Phase
from qwixx.rules.scoring import POINTS_PER_PENALTY, total
from qwixx.rules.sheet import PENALTY_BOXES, Sheet
from qwixx.solver.table_file import (
    StoredTable,
    TableFileError,
    default_path,
    exclusive,
    load_table,
    save_table,
)

# Commands, which show progress, switch this logger off.
waits_log: logging.Logger = logging.getLogger("qwixx.waits")


class Ranked(NamedTuple):
    """The remaining choices of a turn, the expected total after them, and the loss against the best."""

    choices: tuple[Choice, ...]
    value: float
    loss: float


@dataclass(frozen=True)
class Solution:
    """Exact values of the solo game under best play.

    ``values`` are expected gains by penalties and position. ``empty_sheet`` has the expected final
    total by penalties already taken, ``chances`` the probability of each final total from the empty
    sheet. ``not_kept`` says why the values are in memory alone, if they are.
    """

    values: NDArray[np.float32]
    empty_sheet: tuple[float, ...]
    chances: dict[int, float]
    not_kept: TableFileError | None = None

    def __repr__(self) -> str:
        return f"<Solution of the solo game: best play expects {self.empty_sheet[0]:.3f} points>"

    def value(self, state: State) -> float:
        """The expected final total; in the middle of a turn with the dice that lie there."""
        check_solo(state)
        if state.is_over:
            return float(total(state.sheets[0]))
        if state.chance is None:
            return self.rank(state)[0].value
        sheet = state.sheets[0]
        return total(sheet) + float(self.values[sheet.penalties, position_number(sheet)])

    def rank(self, state: State) -> list[Ranked]:
        """Every way to finish the turn whose dice lie on the table, the best first."""
        check_solo(state)
        if not state.to_act:
            raise InputError("the game is over" if state.is_over else "nothing is chosen before the roll")
        ways = sorted(self._ways(state), key=lambda way: -way[1])
        return [Ranked(choices, value, ways[0][1] - value) for choices, value in ways]

    def _ways(self, state: State) -> list[tuple[tuple[Choice, ...], float]]:
        ways = []
        for choice in state.choices(0):
            after = state.apply(0, choice)
            if after.phase is Phase.OWN:
                ways += [((choice, *rest), value) for rest, value in self._ways(after)]
            else:
                ways.append(((choice,), self.value(after)))
        return ways


def check_solo(state: State) -> None:
    """SetupError if this is another game, or a position that a solo game cannot reach.

    The rules of all games have checked the state already; here are the checks of the solo game.
    """
    if state.ruleset != SOLO:
        raise SetupError(
            f"only the solo game is solved, and this is a position of {state.ruleset.title}:"
            " it begins with 'solo; 1 roll;' and has one sheet"
        )
    sheet, closed = state.sheets[0], len(state.closed_rows)
    if closed > SOLO.rows_to_end:
        raise SetupError(f"D17: a game by oneself ends with two closed rows; there are never {closed}")
    if closed == SOLO.rows_to_end and sheet.penalties == PENALTY_BOXES:
        raise SetupError("D17: a game ends with two closed rows or with four penalties, never with both")


def position_number(sheet: Sheet) -> int:
    """As ``numbering.position_of``, without the compiler, which lookups do not need."""
    red, yellow, green, blue = row_states(sheet)
    return _unordered(_unordered(red, yellow), _unordered(green, blue))


def _unordered(a: int, b: int) -> int:
    return max(a, b) * (max(a, b) + 1) // 2 + min(a, b)


def positions_to_visit() -> int:
    """The number of steps of a progress bar for ``solve_solo``: each position back and forth."""
    from qwixx.solver.numbering import layers

    return 2 * PENALTY_BOXES * sum(map(len, layers(PRINTED)))


def solve_solo(on_progress: Callable[[int], object] = lambda positions: None) -> Solution:
    """Solve the game; ``on_progress`` is called with the number of newly solved positions."""
    # The compiler takes longer to load than a solved game.
    from qwixx.solver.distribution import distribution
    from qwixx.solver.induction import solve

    values = solve(PRINTED, on_progress)
    empty = position_number(Sheet())
    empty_sheet = tuple(
        POINTS_PER_PENALTY * penalties + float(values[penalties, empty]) for penalties in range(PENALTY_BOXES)
    )
    kept = values.astype(np.float32)
    # Compiled code takes arrays that may be written for another type than those of a mapped file.
    kept.flags.writeable = False
    return Solution(kept, empty_sheet, distribution(PRINTED, values, on_progress))


def save_solution(solved: Solution, path: Path) -> None:
    """Write a solution to a file; TableFileError if that is not possible."""
    facts = {
        "empty_sheet": solved.empty_sheet,
        "totals": list(solved.chances),
        "chances": list(solved.chances.values()),
    }
    save_table(path, StoredTable(solved.values, facts))


def open_solution(path: Path | None = None) -> Solution:
    """The solved game from its file; TableFileError if the file is missing or not valid."""
    values, facts = load_table(path or default_path())
    chances = dict(zip(facts["totals"], facts["chances"], strict=True))
    return Solution(values, tuple(facts["empty_sheet"]), chances)


def solution(
    path: Path | None = None,
    on_progress: Callable[[int], object] = lambda positions: None,
    *,
    again: bool = False,
    on_wait: Callable[[], object] = lambda: None,
) -> Solution:
    """The solved game: from its file, or solved now if there is no valid one, or ``again``.

    Of several processes one solves and the others wait; ``on_wait`` is called in these.
    """
    path = path or default_path()
    found = None if again else _open_if_valid(path)
    if found is not None:
        return found
    with exclusive(path, on_wait):
        # Another process may have solved it in the meantime.
        found = None if again else _open_if_valid(path)
        return found if found is not None else _solve_and_save(path, on_progress)


def _open_if_valid(path: Path) -> Solution | None:
    try:
        return open_solution(path)
    except TableFileError:
        return None


def _solve_and_save(path: Path, on_progress: Callable[[int], object]) -> Solution:
    waits_log.warning("solving the solo game; this takes about a minute, once on this machine")
    solved = solve_solo(on_progress)
    try:
        save_solution(solved, path)
    except TableFileError as error:
        return replace(solved, not_kept=error)
    return open_solution(path)
