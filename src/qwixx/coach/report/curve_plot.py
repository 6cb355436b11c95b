"""A plot of a reviewed game: the value of each seat before each turn."""

from pathlib import Path

from qwixx.coach.findings import LEAST_LOSS, Review
from qwixx.plot import FAINT_INK, figure


def draw_curve(path: Path, review: Review) -> None:
    """The curve of each seat; a dot marks each of its mistakes and blunders."""
    scale = 100 if review.unit == "win" else 1
    turns = [point.turn for point in review.curve]
    with figure(path) as axes:
        for seat, of_seat in enumerate(review.seats):
            values = [scale * point.values[seat] for point in review.curve]
            (line,) = axes.plot(turns, values, linewidth=2, label=f"{of_seat.name} ({of_seat.total})")
            marked = marked_turns(review, seat)
            axes.plot(marked, [values[turns.index(turn)] for turn in marked], "o", color=line.get_color())
        if review.unit == "win":
            axes.axhline(100 / len(review.seats), color=FAINT_INK, linewidth=1, linestyle=":")
            axes.set(title="Share of the win, %", ylim=(-2, 102))
        else:
            axes.set(title="Expected final total under perfect play")
        axes.set_xlabel(f"turn; dots are choices that cost {_least(review)} or more")
        axes.legend()


def marked_turns(review: Review, seat: int) -> list[int]:
    """The turns in which a seat made a mistake or a blunder."""
    slips = (each for each in review.decisions if each.seat == seat and each.word in ("mistake", "blunder"))
    return sorted({each.turn for each in slips})


def _least(review: Review) -> str:
    least = LEAST_LOSS[review.unit]["mistake"]
    return f"{100 * least:.0f} %" if review.unit == "win" else f"{least} points"
