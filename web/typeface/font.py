"""The variable font: the glyphs of a light and a bold master, accented letters, and kerning."""

import json
import unicodedata
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPointPen
from fontTools.ttLib.tables._g_l_y_f import Glyph, flagOverlapSimple
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from web.typeface.outlines import Point, outlines

SKELETONS = Path(__file__).with_name("tally.json")
# Skeletons have 1000 units to an em. Half as many are exact enough for screens, and take fewer bytes.
UNITS = 500
ASCENT, DESCENT = 465, -125
CAPITAL_HEIGHT, SMALL_HEIGHT = 350, 254
LIGHT, BOLD = 400, 800
# A time in seconds since 1904, as in the file: two builds of the same skeletons are the same.
RELEASED = 3_850_000_000
SPACE, NO_BREAK_SPACE, NARROW_NO_BREAK_SPACE = " ", "\u00a0", "\u202f"
SPACE_WIDTH = 108
ACCENTED = "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜŸàáâãäåçèéêëìíîïñòóôõöùúûüÿ"
DOTLESS_I = "\u0131"
# The combining class of accents above a letter.
ABOVE = 230
# An accent may be wider than its letter by this, or it takes more room.
OVERHANG = -12
# Letters, letters behind them, and how much closer than usual these stand.
KERNING = (
    ("T", "aceoqdgmnprsuvwxyz", 31),
    ("Y", "aceoqdgmnprsuv", 27),
    ("V", "aceoqd", 15),
    ("W", "aceoqd", 8),
    ("P", "aceo.,", 12),
    ("F", "aeo.,", 15),
    ("L", "TYVy", 25),
    ("A", "TYVWvwy", 17),
    ("TYVW", "A", 20),
    ("r", "aceoqdg", 8),
    ("r", ".,", 25),
    ("vwy", ".,aceo", 11),
    ("k", "eoc", 9),
    ("f", "aeo", 5),
    ("ao", "vy", 4),
    ("ft", "t", 2),
    ("J", "A", 5),
)


class GlyphPoint(NamedTuple):
    """A point of a contour: where it is at either weight, and whether the curve passes through it."""

    light: Point
    bold: Point
    on_curve: bool

    def moved(self, light: Point, bold: Point) -> "GlyphPoint":
        return GlyphPoint(self.light + light, self.bold + bold, self.on_curve)


class GlyphOutline(NamedTuple):
    """A glyph at both weights, which have the same points in the same order."""

    light_width: float
    bold_width: float
    contours: list[list[GlyphPoint]]

    def moved(self, light: Point, bold: Point) -> "GlyphOutline":
        contours = [[point.moved(light, bold) for point in contour] for contour in self.contours]
        return self._replace(contours=contours)

    @property
    def points(self) -> list[GlyphPoint]:
        return [point for contour in self.contours for point in contour]

    def glyph(self) -> Glyph:
        """The glyph at the light weight."""
        pen = TTGlyphPointPen(None)
        for contour in self.contours:
            pen.beginPath()
            for light, _, on_curve in contour:
                pen.addPoint(_rounded(light), "qcurve" if on_curve else None)
            pen.endPath()
        glyph = pen.glyph()
        if self.contours:
            glyph.flags[0] |= flagOverlapSimple
        return glyph

    def variation(self) -> TupleVariation:
        """How far each point moves until the bold weight, and then the sides and the top of the glyph."""
        moves = [
            (bold_x - light_x, bold_y - light_y)
            for (light_x, light_y), (bold_x, bold_y) in (
                (_rounded(point.light), _rounded(point.bold)) for point in self.points
            )
        ]
        widening = round(self.bold_width) - round(self.light_width)
        return TupleVariation({"wght": (0.0, 1.0, 1.0)}, [*moves, (0, 0), (widening, 0), (0, 0), (0, 0)])


def build() -> bytes:
    """The font as a WOFF2 file."""
    outlines_of = _outlines()
    names = {character: f"u{ord(character):04X}" for character in outlines_of}
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(
        {ord(character): name for character, name in names.items()} | {ord(NO_BREAK_SPACE): names[SPACE]}
    )
    builder.setupNameTable({"familyName": "Tally", "styleName": "Regular"})
    _add_glyphs(builder, {names[character]: each for character, each in outlines_of.items()})
    _add_metrics(builder)
    addOpenTypeFeaturesFromString(builder.font, _kerning(names))
    builder.updateHead(created=RELEASED, modified=RELEASED)
    builder.font.recalcTimestamp = False
    builder.font.flavor = "woff2"
    file = BytesIO()
    builder.save(file)
    return file.getvalue()


def _add_glyphs(builder: FontBuilder, outlines_of: dict[str, GlyphOutline]) -> None:
    every = {".notdef": _space(2 * SPACE_WIDTH)} | outlines_of
    builder.setupGlyf({name: each.glyph() for name, each in every.items()})
    glyphs = builder.font["glyf"]
    builder.setupHorizontalMetrics(
        {name: (round(each.light_width), getattr(glyphs[name], "xMin", 0)) for name, each in every.items()}
    )
    builder.setupFvar([("wght", LIGHT, LIGHT, BOLD, "Weight")], [])
    builder.setupGvar({name: [each.variation()] for name, each in every.items() if each.contours})


def _add_metrics(builder: FontBuilder) -> None:
    builder.setupHorizontalHeader(ascent=ASCENT, descent=DESCENT)
    builder.setupOS2(
        sTypoAscender=ASCENT,
        sTypoDescender=DESCENT,
        usWinAscent=ASCENT,
        usWinDescent=-DESCENT,
        sxHeight=SMALL_HEIGHT,
        sCapHeight=CAPITAL_HEIGHT,
        usWeightClass=LIGHT,
    )
    builder.setupPost(keepGlyphNames=False)


def _outlines() -> dict[str, GlyphOutline]:
    """Every character of the font."""
    skeletons = json.loads(SKELETONS.read_text(encoding="utf-8"))
    letters = {character: _drawn(*masters) for character, masters in skeletons["glyphs"].items()}
    accents = {mark: _drawn(*masters) for mark, masters in skeletons["accents"].items()}
    accented = {}
    for character in ACCENTED:
        letter, mark = tuple(unicodedata.normalize("NFD", character))
        base = letters[DOTLESS_I if letter == "i" else letter]
        is_raised = letter.isupper() and unicodedata.combining(mark) == ABOVE
        accented[character] = _accented(base, accents[unicodedata.name(mark)], is_raised=is_raised)
    spaces = {SPACE: _space(SPACE_WIDTH), NARROW_NO_BREAK_SPACE: _space(SPACE_WIDTH // 2)}
    return spaces | letters | accented


def _space(width: int) -> GlyphOutline:
    return GlyphOutline(width, width, [])


Skeleton = tuple[float, float, str]


def _drawn(light: Skeleton, bold: Skeleton) -> GlyphOutline:
    """The outline of a skeleton: at each weight its width, that of the pen, and the path of the pen."""
    contours = [
        [
            GlyphPoint(thin.at / 2, thick.at / 2, thin.on_curve)
            for thin, thick in zip(light_contour, bold_contour, strict=True)
        ]
        for light_contour, bold_contour in zip(outlines(*light[1:]), outlines(*bold[1:]), strict=True)
    ]
    return GlyphOutline(light[0] / 2, bold[0] / 2, contours)


def _accented(letter: GlyphOutline, accent: GlyphOutline, *, is_raised: bool) -> GlyphOutline:
    """A letter with an accent; a narrow letter gets as wide as the accent."""
    light_width = max(letter.light_width, _extent([point.light for point in accent.points]) + OVERHANG)
    bold_width = max(letter.bold_width, _extent([point.bold for point in accent.points]) + OVERHANG)
    base = letter.moved((light_width - letter.light_width) / 2, (bold_width - letter.bold_width) / 2)
    up = 1j * (CAPITAL_HEIGHT - SMALL_HEIGHT) if is_raised else 0
    mark = accent.moved(light_width / 2 + up, bold_width / 2 + up)
    return GlyphOutline(light_width, bold_width, base.contours + mark.contours)


def _extent(points: list[Point]) -> float:
    across = [point.real for point in points]
    return max(across) - min(across)


def _kerning(names: dict[str, str]) -> str:
    def group(characters: str) -> str:
        return f"[{' '.join(names[character] for character in characters)}]"

    pairs = [f"  pos {group(left)} {group(right)} {-closer};" for left, right, closer in KERNING]
    return "\n".join(["feature kern {", *pairs, "} kern;"])


def _rounded(point: Point) -> tuple[int, int]:
    return round(point.real), round(point.imag)
