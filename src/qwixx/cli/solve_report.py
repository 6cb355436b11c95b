"""The solved game, for people and for programs."""

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from pathlib import Path

from qwixx.cli.columns import aligned
from qwixx.cli.terminal import can_show
from qwixx.notation import format_choice, format_position
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import total
from qwixx.solver.solution import Ranked, Solution

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
# A line of the histogram is for so many points; rarer ones at both ends are one line together.
POINTS_A_LINE, RARE = 10, 0.0005
WIDTH_OF_BARS = 50
EIGHTHS = " ▏▎▍▌▋▊▉"
FULL, FULL_IN_ASCII = "█", "#"


def game_lines(solved: Solution, path: Path | None) -> list[str]:
    """The value of the empty sheet and the totals that best play leads to."""
    mean, deviation = mean_and_deviation(solved.chances)
    quantiles = [str(quantile(solved.chances, share)) for share in QUANTILES]
    lines = ["The solo game under best play", "", "penalties  expected final total, nothing crossed yet"]
    lines += [f"{penalties:9}  {value:10.6f}" for penalties, value in enumerate(solved.empty_sheet)]
    lines += [
        "",
        f"Final totals from the empty sheet: mean {mean:.6f}, standard deviation {deviation:.6f}",
        "",
        *aligned([["quantile", *(f"{share:.0%}" for share in QUANTILES)], ["total", *quantiles]]),
        "",
        *_histogram(solved.chances),
    ]
    return lines if path is None else [*lines, "", f"solved values: {path}"]


def mean_and_deviation(chances: dict[int, float]) -> tuple[float, float]:
    mean = sum(points * chance for points, chance in chances.items())
    return mean, sqrt(sum((points - mean) ** 2 * chance for points, chance in chances.items()))


def quantile(chances: dict[int, float], share: float) -> int:
    """The smallest total that so much of all probability does not exceed."""
    reached = 0.0
    for points in sorted(chances):
        reached += chances[points]
        if reached >= share:
            return points
    return max(chances)


def _histogram(chances: dict[int, float]) -> Iterator[str]:
    lines = list(_merged(chances))
    most = max(chance for _, chance in lines)
    width = max(len(label) for label, _ in lines)
    for label, chance in lines:
        yield f"{label:>{width}}  {chance:6.2%}  {_bar(chance / most)}".rstrip()


def _merged(chances: dict[int, float]) -> Iterator[tuple[str, float]]:
    """Labels and probabilities of the lines, the lowest totals first."""
    by_line: dict[int, float] = {}
    for points, chance in sorted(chances.items()):
        start = points // POINTS_A_LINE * POINTS_A_LINE
        by_line[start] = by_line.get(start, 0.0) + chance
    usual = [start for start, chance in by_line.items() if chance >= RARE]
    first, last = usual[0], usual[-1] + POINTS_A_LINE - 1
    yield f"below {first}", sum(chance for start, chance in by_line.items() if start < first)
    for start in range(first, last, POINTS_A_LINE):
        yield f"{start} to {start + POINTS_A_LINE - 1}", by_line.get(start, 0.0)
    yield f"above {last}", sum(chance for start, chance in by_line.items() if start > last)


def _bar(share: float) -> str:
    length = share * WIDTH_OF_BARS
    if not can_show(EIGHTHS):
        return FULL_IN_ASCII * round(length)
    eighths = round(length * 8)
    return (FULL * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()


def position_lines(solved: Solution, state: State, top: int | None) -> list[str]:
    """The value of a position, and of every choice in it if there is one."""
    lines = [format_position(state), ""]
    values = [["points now", str(total(state.sheets[0]))]]
    if state.is_over:
        return [*lines, *aligned([["final total", values[0][1]]])]
    before = before_the_roll(state)
    if before is not None:
        values.append(["expected final total", f"{solved.value(before):.4f}"])
    if not state.to_act:
        return lines + aligned(values)
    values.append(["with these dice", f"{solved.value(state):.4f}"])
    return lines + aligned(values) + ["", *_ranking_lines(solved.rank(state), top)]


def before_the_roll(state: State) -> State | None:
    """The state whose roll led to this one; None if something was crossed after it, or may have been."""
    if state.phase in (Phase.OWN, Phase.OVER):
        return None
    return replace(state, phase=Phase.ROLL, dice=None, pending=())


def _ranking_lines(ranking: list[Ranked], top: int | None) -> list[str]:
    actions = max(len(ranked.choices) for ranked in ranking)
    rows = [[*("action 1", "action 2")[-actions:], "value", "loss"]]
    for ranked in ranking[:top]:
        # There is no action 2 after a cross that ends the game.
        choices = [*map(format_choice, ranked.choices), *[""] * (actions - len(ranked.choices))]
        rows.append([*choices, f"{ranked.value:.4f}", f"{ranked.loss:.4f}"])
    left = len(ranking) - len(rows) + 1
    return aligned(rows, left=range(actions)) + ([f"and {left} more"] if left else [])


def plain_game(solved: Solution, path: Path | None) -> dict[str, object]:
    """The same as ``game_lines`` for programs, with every total."""
    mean, deviation = mean_and_deviation(solved.chances)
    return {
        "game": "solo",
        "empty_sheet": list(solved.empty_sheet),
        "mean": mean,
        "standard_deviation": deviation,
        "quantiles": {f"{share:g}": quantile(solved.chances, share) for share in QUANTILES},
        "distribution": {str(points): solved.chances[points] for points in sorted(solved.chances)},
        "table": None if path is None else str(path),
    }


def plain_position(solved: Solution, state: State, top: int | None) -> dict[str, object]:
    """The same as ``position_lines`` for programs."""
    ranking = solved.rank(state) if state.to_act else []
    before = before_the_roll(state)
    return {
        "position": format_position(state),
        "points": total(state.sheets[0]),
        "value": _rounded(solved.value(state)),
        "value_before_the_roll": None if before is None else _rounded(solved.value(before)),
        "choices": [
            {
                "choices": list(map(format_choice, ranked.choices)),
                "value": _rounded(ranked.value),
                "loss": _rounded(ranked.loss),
            }
            for ranked in ranking[:top]
        ],
        "choices_in_all": len(ranking),
    }


def _rounded(value: float) -> float:
    """Without the digits that a value of 32 bits only seems to have."""
    return round(value, 5)
