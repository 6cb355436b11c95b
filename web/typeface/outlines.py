"""Outlines of strokes: a skeleton, written like an SVG path, is drawn with a round pen.

Both masters of a variable font need the same points in the same order. So each command gives a number of
points that does not depend on its coordinates, and strokes overlap instead of being united.
"""

import cmath
import re
from collections.abc import Iterator, Sequence
from math import cos, pi
from typing import NamedTuple

# Points of a plane as complex numbers: a turn to the left is a factor of 1j.
Point = complex
# How many quadratic curves approximate a cubic one, and what part of a circle one of them approximates, in
# radians. The error is less than a unit of the font.
CURVES = 2
ARC = pi / 3
# Segments meet smoothly up to this angle between them, in radians; sharper corners get a round join.
SMOOTH = 0.5
COMMAND = re.compile(r"([MLCZO])([^MLCZO]*)")


class ContourPoint(NamedTuple):
    """A point of a TrueType contour: on the curve, or the control point of a quadratic one."""

    at: Point
    on_curve: bool


Contour = list[ContourPoint]


class Segment(NamedTuple):
    """A line (two points) or a cubic curve (four)."""

    points: tuple[Point, ...]

    def at(self, t: float) -> Point:
        if len(self.points) == 2:
            start, end = self.points
            return start + t * (end - start)
        a, b, c, d = self.points
        s = 1 - t
        return s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d

    def direction(self, t: float) -> Point:
        """The unit tangent."""
        if len(self.points) == 2:
            start, end = self.points
            return _unit(end - start)
        a, b, c, d = self.points
        s = 1 - t
        return _unit(s * s * (b - a) + 2 * s * t * (c - b) + t * t * (d - c))

    def reversed(self) -> "Segment":
        return Segment(self.points[::-1])


class Stroke(NamedTuple):
    """Segments without corners between them, in order."""

    segments: tuple[Segment, ...]
    is_closed: bool


class Dot(NamedTuple):
    """A filled circle."""

    centre: Point
    radius: float


def outlines(pen: float, path: str) -> list[Contour]:
    """The contours of a path that is drawn with a round pen of a width."""
    return [contour for stroke in strokes_of(path) for contour in outline(stroke, pen)]


def strokes_of(path: str) -> Iterator[Stroke | Dot]:
    """The strokes and dots of a path: M, L, C and Z as in SVG, and ``O x y radius`` for a dot."""
    segments: list[Segment] = []
    for command, numbers in COMMAND.findall(path):
        values = list(map(float, numbers.split()))
        if command == "O":
            yield Dot(complex(*values[:2]), values[2])
            continue
        points = [complex(x, y) for x, y in zip(values[::2], values[1::2], strict=True)]
        if command == "M":
            yield from _smooth_strokes(segments, is_closed=False)
            segments, end = [], points[0]
        elif command == "Z":
            yield from _smooth_strokes(segments, is_closed=True)
            segments = []
        elif points[-1] != end:
            segments.append(Segment((end, *points)))
            end = points[-1]
    yield from _smooth_strokes(segments, is_closed=False)


def _smooth_strokes(segments: Sequence[Segment], *, is_closed: bool) -> Iterator[Stroke]:
    """Segments as strokes, which end at corners. What is closed has no corners."""
    stroke: list[Segment] = []
    for segment in segments:
        if stroke and not is_closed and not _is_smooth(stroke[-1], segment):
            yield Stroke(tuple(stroke), is_closed=False)
            stroke = []
        stroke.append(segment)
    if stroke:
        yield Stroke(tuple(stroke), is_closed)


def _is_smooth(before: Segment, after: Segment) -> bool:
    return abs(cmath.phase(after.direction(0) / before.direction(1))) < SMOOTH


def outline(stroke: Stroke | Dot, width: float) -> list[Contour]:
    """The clockwise contours of a stroke; a closed one has a second contour for its inside."""
    if isinstance(stroke, Dot):
        return [list(_arc(stroke.centre, stroke.radius + 0j, 2 * pi))]
    forth = stroke.segments
    back = tuple(segment.reversed() for segment in reversed(forth))
    if stroke.is_closed:
        return [list(_offset(forth, width / 2))[:-1], list(_offset(back, width / 2))[:-1]]
    return [[*_side(forth, width / 2), *_side(back, width / 2)]]


def _side(segments: Sequence[Segment], distance: float) -> Iterator[ContourPoint]:
    """The left side of a stroke, and the cap at its end without the point where the other side begins."""
    yield from _offset(segments, distance)
    last = segments[-1]
    yield from list(_arc(last.at(1), 1j * distance * last.direction(1), pi))[1:]


def _offset(segments: Sequence[Segment], distance: float) -> Iterator[ContourPoint]:
    """A line at a distance to the left of segments."""
    first = segments[0]
    yield ContourPoint(first.at(0) + 1j * distance * first.direction(0), on_curve=True)
    for segment in segments:
        count = 1 if len(segment.points) == 2 else CURVES
        for part in range(count):
            start, end = part / count, (part + 1) / count
            before = segment.at(start) + 1j * distance * segment.direction(start)
            after = segment.at(end) + 1j * distance * segment.direction(end)
            if count > 1:
                control = _control(before, segment.direction(start), after, segment.direction(end))
                yield ContourPoint(control, on_curve=False)
            yield ContourPoint(after, on_curve=True)


def _control(start: Point, forward: Point, end: Point, onward: Point) -> Point:
    """The control point of a quadratic curve with these tangents; the middle where they hardly meet.

    On the inside of a bend that is tighter than the pen the tangents meet behind the start.
    """
    middle, chord = (start + end) / 2, end - start
    sine = (forward.conjugate() * onward).imag
    if abs(sine) < 1e-3:
        return middle
    reach = (chord.conjugate() * onward).imag / sine
    return start + reach * forward if 0 < reach < 2 * abs(chord) else middle


def _arc(centre: Point, radius: Point, turn: float) -> Iterator[ContourPoint]:
    """A clockwise arc from ``centre + radius`` by a turn in radians, without the point where it ends."""
    for _ in range(round(turn / ARC)):
        yield ContourPoint(centre + radius, on_curve=True)
        # Where the tangents at both ends meet.
        yield ContourPoint(centre + cmath.rect(1 / cos(ARC / 2), -ARC / 2) * radius, on_curve=False)
        radius *= cmath.rect(1, -ARC)


def _unit(vector: Point) -> Point:
    return vector / abs(vector)
