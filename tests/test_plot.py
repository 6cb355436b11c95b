"""Plots: two formats, reproducible bytes, and errors in one sentence."""

import subprocess
import sys
from pathlib import Path

import pytest

from qwixx.extras import MissingExtra
from qwixx.plot import PlotError, check_plot, figure, panels
from qwixx.rules.errors import InputError


def drawn(path: Path) -> bytes:
    with figure(path, (4, 3)) as axes:
        axes.plot([1, 2, 3], [2, 3, 5], label="primes")
        axes.set_title("Primes")
        axes.legend()
    return path.read_bytes()


@pytest.mark.parametrize(
    ("name", "begins"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("A.SVG", b"<?xml")]
)
def test_the_suffix_decides_the_format(tmp_path: Path, name: str, begins: bytes) -> None:
    assert drawn(tmp_path / name).startswith(begins)


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_same_drawing_gives_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    assert drawn(tmp_path / f"a.{suffix}") == drawn(tmp_path / f"b.{suffix}")


def test_an_svg_has_its_words_as_text_and_no_date(tmp_path: Path) -> None:
    text = drawn(tmp_path / "a.svg").decode()
    assert ">Primes</text>" in text
    assert "<dc:date>" not in text


def test_panels_are_side_by_side(tmp_path: Path) -> None:
    with panels(tmp_path / "a.png", 3) as several:
        lefts = [axes.get_position().x0 for axes in several]
    assert lefts == sorted(lefts)
    assert len(set(lefts)) == 3


def test_nothing_is_written_if_drawing_fails(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), figure(tmp_path / "a.svg") as axes:
        axes.set_title(str(1 / 0))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["plot.pdf", "plot", "plot.svg.gz"])
def test_another_suffix_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"ends in \.png or \.svg, as in .*\.svg$"):
        check_plot(tmp_path / name)


def test_a_plot_in_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlotError, match=r"the folder .* does not exist"):
        check_plot(tmp_path / "none" / "plot.svg")


def test_a_plot_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(PlotError, match="cannot write"):
        drawn(tmp_path / "a.svg")


def test_without_matplotlib_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"pip install 'qwixx\[plot\]'"):
        check_plot(tmp_path / "a.svg")


def test_matplotlib_is_not_imported_until_something_is_drawn() -> None:
    script = "import sys, qwixx.plot; print('matplotlib' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", script], text=True) == "False\n"
