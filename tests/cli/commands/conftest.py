"""A solved solo game with made-up values, and recorded games for the tests of commands."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from qwixx.bots import make_bot
from qwixx.coach.judges import judge_for
from qwixx.gameplay import Game, play
from qwixx.solver.solved import Solution, save_solution


@pytest.fixture
def solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every position is worth ten further points, so the value of a choice is the points of its crosses."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    values = np.full((4, 1_367_031), 10, dtype=np.float32)
    save_solution(
        Solution(values, (10.0, 5.0, 0.0, -5.0), {10: 1.0}), tmp_path / "cache" / "qwixx" / "solo.values"
    )
    judge_for.cache_clear()
    yield
    judge_for.cache_clear()


def record(path: Path, game: str = "solo", players: int = 1, seed: int = 2) -> Path:
    played = Game(game, ["Ann", "Ben", "Cleo"][:players], seed=seed)
    play(played, [make_bot("gap:1,2")] * players)
    path.write_text(str(played), encoding="utf-8")
    return path
