"""The plot of the standings."""

from pathlib import Path

import pytest

from qwixx.arena.report import draw_standings
from qwixx.arena.standings import standings
from tests.arena.contests import contest, finished


@pytest.mark.parametrize("deals", [1, 20])
def test_the_plot_contains_every_bot(tmp_path: Path, deals: int) -> None:
    it = contest("gap:1,2", "random", "gap:2,3")
    table = standings(it, [finished(0, deal, (30, 20), (30 - deal, 20)) for deal in range(deals)])
    draw_standings(tmp_path / "a.svg", it, table)
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    for words in ("gap:1,2", "random", "gap:2,3", "Rating in the dice game", "random = 0", "Win share, %"):
        assert words in text
