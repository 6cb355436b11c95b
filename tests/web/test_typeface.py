"""The typeface of the client is built from its skeletons."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from web.typeface.__main__ import FONT
from web.typeface.font import build
from web.typeface.outlines import Contour, outlines

MESSAGES = sorted((FONT.parents[2] / "messages").glob("*.json"))
PLACEHOLDER_SIGNS = set("{}")


def glyphs(font: TTFont) -> dict[int, object]:
    """The outline of each character, without details that compression may change."""
    table, variations = font["glyf"], font["gvar"].variations
    return {
        code: (
            list(table[name].getCoordinates(table)[0]),
            [each.coordinates for each in variations.get(name, [])],
            font["hmtx"][name],
        )
        for code, name in font.getBestCmap().items()
    }


@pytest.fixture(scope="module")
def built() -> TTFont:
    return TTFont(BytesIO(build()))


def test_the_file_is_built_from_the_skeletons(built: TTFont) -> None:
    assert glyphs(TTFont(FONT)) == glyphs(built), "run `.venv/bin/python -m web.typeface`"


@pytest.mark.parametrize("language", MESSAGES, ids=lambda path: path.stem)
def test_it_has_every_character_of_the_messages(language: Path, built: TTFont) -> None:
    messages = json.loads(language.read_text(encoding="utf-8")).values()
    used = {ord(character) for message in messages for character in message["defaultMessage"]}
    assert not set(map(chr, used - built.getBestCmap().keys())) - PLACEHOLDER_SIGNS


def test_a_closed_stroke_has_an_inner_contour_in_the_opposite_direction() -> None:
    outside, inside = outlines(
        20,
        "M0 100 C60 100 100 60 100 0 C100 -60 60 -100 0 -100 C-60 -100 -100 -60 -100 0 "
        "C-100 60 -60 100 0 100 Z",
    )
    assert [max(point.at.real for point in each) for each in (outside, inside)] == pytest.approx([110, 90])
    assert area(outside) < 0 < area(inside)


def test_a_corner_has_a_round_join() -> None:
    across, down = outlines(20, "M0 0 L100 0 L100 -100")
    assert max(point.at.real for point in across if point.on_curve) == pytest.approx(110, abs=2)
    assert max(point.at.imag for point in down if point.on_curve) == pytest.approx(10, abs=2)


def test_digits_have_the_same_width_at_every_weight(built: TTFont) -> None:
    names = [built.getBestCmap()[ord(digit)] for digit in "0123456789"]
    assert len({built["hmtx"][name][0] for name in names}) == 1
    assert len({built["gvar"].variations[name][0].coordinates[-3] for name in names}) == 1


def area(contour: Contour) -> float:
    """The signed area; negative where the contour runs clockwise."""
    points = [point.at for point in contour]
    return sum((a.conjugate() * b).imag for a, b in zip(points, [*points[1:], points[0]], strict=True)) / 2
