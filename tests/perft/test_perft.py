from pathlib import Path

import pytest

from tests.perft.perft import Perft, count, read_perfts, subtotals

FOLDER = Path(__file__).parent
PERFTS = [perft for path in sorted(FOLDER.glob("*.perft")) for perft in read_perfts(path)]


@pytest.mark.parametrize("perft", PERFTS, ids=lambda perft: perft.name)
def test_perft_counts(perft: Perft) -> None:
    for depth, expected in perft.counts.items():
        actual = count(perft.position, perft.rolls, depth)
        assert actual == expected, f"depth {depth}: {subtotals(perft.position, perft.rolls, depth)}"


def test_every_game_has_perft_counts() -> None:
    assert {perft.position.ruleset.name for perft in PERFTS} == {"dice", "solo", "cards", "cards_joker"}
    assert all(len(perft.counts) >= 2 for perft in PERFTS)
