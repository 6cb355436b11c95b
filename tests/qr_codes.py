"""Decodes QR codes, as phones do."""

import re

import numpy as np
import zxingcpp

# Pixels per module.
SCALE = 4


def text_in_svg(svg: str) -> str:
    """The text of a QR code in an SVG, which draws its modules as horizontal lines."""
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg) or re.search(r'width="(\d+)" height="(\d+)"', svg)
    assert found is not None, svg[:200]
    paths = re.findall(r'\bd="(M[^"]*h[^"]*)"', svg)
    runs = _runs(next(path for path in paths if "h" in path and "v" not in path))
    side = max(x + long for x, _, long in runs) + 4
    modules = np.full((side, side), 255, np.uint8)
    for x, y, long in runs:
        modules[y, x : x + long] = 0
    return _read(np.kron(modules, np.ones((SCALE, SCALE), np.uint8)))


def text_in_picture(pixels: "np.ndarray[tuple[int, int], np.dtype[np.uint8]]") -> str:
    """The text of a QR code in a greyscale picture."""
    return _read(pixels)


def _runs(path: str) -> list[tuple[int, int, int]]:
    """The column, row and length of each horizontal run of dark modules."""
    x = y = 0.0
    runs: list[tuple[int, int, int]] = []
    for command, numbers in re.findall(r"([Mmh])([^Mmh]*)", path):
        values = list(map(float, re.findall(r"-?[0-9.]+", numbers)))
        if command == "h":
            runs.append((int(x), int(y), int(values[0])))
            x += values[0]
        elif command == "M":
            x, y = values
        else:
            x, y = x + values[0], y + values[1]
    return runs


def _read(pixels: object) -> str:
    found = zxingcpp.read_barcodes(pixels)
    assert len(found) == 1, f"{len(found)} codes"
    return str(found[0].text)
