"""A picture of final totals and how likely they are."""

from pathlib import Path

from qwixx.plot import INK, SERIES, figure

# Totals that are rarer than this at both ends would only take room.
RARE = 1e-5


def draw_totals(path: Path, chances: dict[int, float]) -> None:
    """Draw the totals that best play of the solo game leads to."""
    mean = sum(points * chance for points, chance in chances.items())
    with figure(path) as axes:
        percent = [100 * chance for chance in chances.values()]
        axes.bar(list(chances), percent, width=1.0, color=SERIES[0])
        axes.axvline(mean, color=INK, linewidth=1, linestyle="--")
        axes.annotate(
            f"mean {mean:.2f}", (mean, max(percent)), xytext=(4, -4), textcoords="offset points", va="top"
        )
        usual = [points for points, chance in chances.items() if chance >= RARE]
        axes.set_xlim(min(usual) - 1, max(usual) + 1)
        axes.set_title("Final totals of the solo game under best play")
        axes.set_xlabel("final total")
        axes.set_ylabel("probability, %")
        axes.grid(axis="x", visible=False)
