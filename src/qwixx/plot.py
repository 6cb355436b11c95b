"""Pictures of figures. The only module that imports matplotlib, and only when a picture is wanted."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from qwixx.extras import require
from qwixx.rules.colours import Colour
from qwixx.rules.errors import InputError, OperationalError

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes

# The colours of the rows and of the ink, as on the screen.
ROW_COLOURS = {
    Colour.RED: "#b9282f",
    Colour.YELLOW: "#e0a800",
    Colour.GREEN: "#12806a",
    Colour.BLUE: "#2450b8",
}
INK, FAINT_INK, GRID, PAPER = "#141c20", "#46535a", "#dfe4e2", "#ffffff"
# For series that stand for no row: blue first, since it is read best on paper.
SERIES = (
    ROW_COLOURS[Colour.BLUE],
    ROW_COLOURS[Colour.RED],
    ROW_COLOURS[Colour.GREEN],
    ROW_COLOURS[Colour.YELLOW],
    "#7429c7",
    FAINT_INK,
)
USUAL_SIZE = (8.0, 4.5)
DOTS_PER_INCH = 144

# Metadata that would differ from one run to the next is left out.
_METADATA: dict[str, dict[str, str | None]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
}


class PlotError(OperationalError):
    """A picture that cannot be drawn or written."""


def check_plot(path: Path) -> None:
    """Refuse a picture that could not be drawn in the end, before any work is done for it."""
    if path.suffix.lower() not in _METADATA:
        raise InputError(
            f"cannot draw {path}: the name of a picture ends in {' or '.join(_METADATA)},"
            f" as in {path.with_suffix('.svg')}"
        )
    require("plot", "a plot")
    if not path.parent.is_dir():
        raise PlotError(f"cannot draw {path}: the folder {path.parent} does not exist")


@contextmanager
def figure(path: Path, size: tuple[float, float] = USUAL_SIZE) -> Iterator["Axes"]:
    """Axes to draw on, in inches; the picture is written as PNG or SVG when the block is left.

    The same drawing gives the same bytes.
    """
    with panels(path, 1, size) as (axes,):
        yield axes


@contextmanager
def panels(path: Path, count: int, size: tuple[float, float] = USUAL_SIZE) -> Iterator[list["Axes"]]:
    """Several axes side by side in one picture."""
    check_plot(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_style()):  # type: ignore[arg-type]
        picture = Figure(figsize=size, dpi=DOTS_PER_INCH, layout="constrained")
        all_axes = [picture.add_subplot(1, count, number + 1) for number in range(count)]
        yield all_axes
        suffix = path.suffix.lower()
        buffer = io.BytesIO()
        picture.savefig(buffer, format=suffix[1:], metadata=_METADATA[suffix])
    try:
        path.write_bytes(buffer.getvalue())
    except OSError as error:
        raise PlotError(f"cannot write {path}: {error.strerror or error}") from error


def _style() -> dict[str, object]:
    from cycler import cycler

    return {
        "axes.prop_cycle": cycler(color=SERIES),
        "axes.edgecolor": FAINT_INK,
        "axes.labelcolor": INK,
        "axes.titlecolor": INK,
        "axes.titlelocation": "left",
        "axes.titlesize": "large",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "figure.facecolor": PAPER,
        "grid.color": GRID,
        "legend.frameon": False,
        "svg.fonttype": "none",
        "svg.hashsalt": "qwixx",
        "text.color": INK,
        "xtick.color": FAINT_INK,
        "ytick.color": FAINT_INK,
    }
