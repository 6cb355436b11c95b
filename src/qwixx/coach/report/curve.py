"""The curve of a reviewed game: the value of each seat before each turn, as SVG and as a plot.

The colours of the SVG come from the style of its page.
"""

from html import escape
from pathlib import Path

from qwixx.coach.findings import LEAST_LOSS, JudgedDecision, Review
from qwixx.coach.report.sentences import cost
from qwixx.plot import FAINT_INK, figure

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 48, 90, 16, 34
STEPS = 4
LABEL_HEIGHT = 16
LOWEST_LABEL = HEIGHT - 6
# The letters that fit into the right margin.
LONGEST_LABEL = 9


def curve_svg(review: Review) -> str:
    """Lines of all seats over the turns, with a dot where a seat made a mistake."""
    frame = Frame(review)
    seats = range(len(review.seats))
    names = " and ".join(review.players)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="The curve of {escape(names)}">',
        *frame.grid(),
        *(frame.line(seat) for seat in seats),
        *(frame.dot(each) for each in review.decisions if each.word in ("mistake", "blunder")),
        *frame.labels(),
        "</svg>",
    ]
    return "\n".join(parts)


class Frame:
    """The places of turns and values in the picture."""

    def __init__(self, review: Review) -> None:
        self._review = review
        values = [value for point in review.curve for value in point.values]
        is_win = review.unit == "win"
        self._low, self._high = (0.0, 1.0) if is_win else (min(values) - 1, max(values) + 1)
        self._last = review.curve[-1].turn

    def _x(self, turn: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * turn / self._last

    def _y(self, value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self._high - value) / (self._high - self._low)

    def grid(self) -> list[str]:
        """Lines for some values and numbers for some turns."""
        lines = []
        for step in range(STEPS + 1):
            value = self._low + (self._high - self._low) * step / STEPS
            y, label = (
                self._y(value),
                f"{100 * value:.0f} %" if self._review.unit == "win" else f"{value:.0f}",
            )
            lines.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
            lines.append(
                f'<text class="tick" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
            )
        for turn in range(0, self._last, 5):
            x = self._x(turn)
            lines.append(
                f'<text class="tick" x="{x:.1f}" y="{HEIGHT - 12}" text-anchor="middle">{turn}</text>'
            )
        return lines

    def line(self, seat: int) -> str:
        points = " ".join(
            f"{self._x(point.turn):.1f},{self._y(point.values[seat]):.1f}" for point in self._review.curve
        )
        return f'<polyline class="line seat{seat}" points="{points}"/>'

    def dot(self, decision: JudgedDecision) -> str:
        point = next(each for each in self._review.curve if each.turn == decision.turn)
        x, y = self._x(point.turn), self._y(point.values[decision.seat])
        name = escape(self._review.players[decision.seat])
        title = f"turn {decision.turn}, {name}: {decision.word}, {cost(decision.loss, self._review.unit)}"
        dot = f'<circle class="dot seat{decision.seat}" cx="{x:.1f}" cy="{y:.1f}" r="4">'
        return f"{dot}<title>{title}</title></circle>"

    def labels(self) -> list[str]:
        """Names beside the ends of the lines, moved apart where these are close."""
        ends = self._review.curve[-1].values
        lines, above = [], -LABEL_HEIGHT
        for place, seat in enumerate(sorted(range(len(ends)), key=lambda seat: -ends[seat])):
            above = max(above + LABEL_HEIGHT, round(self._y(ends[seat])) + 4)
            # Those that come below need room in the picture, too.
            y = min(above, LOWEST_LABEL - LABEL_HEIGHT * (len(ends) - 1 - place))
            lines.append(_label(self._review.players[seat], seat, y))
        return lines


def _label(name: str, seat: int, y: int) -> str:
    """A name that may be shortened; pointing at it shows the whole."""
    is_long = len(name) > LONGEST_LABEL
    shown = f"{name[: LONGEST_LABEL - 1].rstrip()}…" if is_long else name
    title = f"<title>{escape(name)}</title>" if is_long else ""
    return f'<text class="name seat{seat}" x="{WIDTH - RIGHT + 10}" y="{y}">{title}{escape(shown)}</text>'


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
