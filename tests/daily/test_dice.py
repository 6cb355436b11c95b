"""The dice of a day follow the derivation in docs/daily.md."""

import hashlib
import hmac
from collections import Counter
from pathlib import Path

import pytest

from qwixx.daily import DailyDealer, faces, key_of
from qwixx.rules.chance import FirstSeatNode, Roll, RollNode
from qwixx.rules.colours import COLOURS, Colour
from qwixx.rules.errors import SetupError

DOCUMENT = Path(__file__).parents[2] / "docs" / "daily.md"
# The key and the first three draws.
VECTORS = {
    "2026-01-01": (
        "e45627ea2847a7601f666c8f7ba4b8c0798a265a284010571d80ee5945b9f19b",
        ["425315", "264316", "623545"],
    ),
    "2026-11-16": (
        "35a9eae7b1198f6d2870e49773901494f031ae684f1b4b60d05d93baead6d6d9",
        ["151536", "235361", "131124"],
    ),
}


@pytest.mark.parametrize("day", VECTORS)
def test_the_dice_match_the_vectors_of_the_document(day: str) -> None:
    key, draws = VECTORS[day]
    assert key_of(day).hex() == key
    assert ["".join(map(str, faces(day, number))) for number in range(3)] == draws
    text = DOCUMENT.read_text(encoding="utf-8")
    assert all(part in text for part in (day, key, *draws))


def by_hand(day: str, draw: int) -> list[int]:
    """A direct implementation of the document."""
    key = hashlib.sha256(b"qwixx/daily/1/key" + day.encode("ascii")).digest()
    numbers = b"".join(
        hmac.new(key, b"qwixx/fairness/1/draw" + bytes([0, 0, 0, draw, 0, 0, 0, block]), "sha256").digest()
        for block in range(3)
    )
    return [byte % 6 + 1 for byte in numbers if byte < 252][:6]


def test_all_draws_of_a_game_follow_the_document() -> None:
    for draw in range(60):
        assert list(faces("2026-05-05", draw)) == by_hand("2026-05-05", draw)


def test_all_faces_are_about_equally_frequent() -> None:
    shown = Counter(
        face for month in range(1, 13) for n in range(60) for face in faces(f"2026-{month:02}-01", n)
    )
    expected = sum(shown.values()) / 6
    chi_squared = sum((count - expected) ** 2 / expected for count in shown.values())
    assert set(shown) == set(range(1, 7))
    assert chi_squared < 20.5, (
        "a fair source exceeds this once in a thousand samples; this sample is deterministic"
    )


def test_removing_a_die_does_not_change_the_other_dice() -> None:
    without_red = RollNode((Colour.YELLOW, Colour.BLUE))
    all_six = DailyDealer("2026-11-16", 1).draw(RollNode(COLOURS))
    assert all_six == Roll((2, 3), (5, 3, 6, 1))
    assert DailyDealer("2026-11-16", 1).draw(without_red) == Roll((2, 3), (None, 3, None, 1))


def test_a_daily_dealer_rejects_other_kinds_of_chance() -> None:
    with pytest.raises(SetupError, match="the draw of the first player"):
        DailyDealer("2026-11-16").draw(FirstSeatNode(2))
