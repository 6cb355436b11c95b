#!/usr/bin/env python3
"""A bot for `qwixx arena gap:2,3 exec:examples/python_bot.py`: it skips as few numbers as it can."""

import json
import sys
from typing import Any

ROWS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}


def place(cell: str) -> int:
    """How far to the right a cell like g11 stands in its row, from 0 to 10."""
    number = int(cell[1:])
    return number - 2 if cell[0] in "ry" else 12 - number


def skipped_per_cross(cells: list[str], sheet: dict[str, list[int]]) -> float:
    crossed = sheet[ROWS[cells[0][0]]]
    first_free = place(f"{cells[0][0]}{crossed[-1]}") + 1 if crossed else 0
    return (place(cells[-1]) - first_free + 1 - len(cells)) / len(cells)


def decide(choices: list[str], view: dict[str, Any]) -> int:
    """Choices are "-", "r7", "take 1 3", or "play G3 G9 cross g9"; the answer is an index."""
    limit = 1 if view["phase"] == "common" or view["crossed"] else 2
    found = []
    for index, choice in enumerate(choices):
        crosses = choice.partition(" cross ")[2] if choice.startswith("play") else choice
        cells = crosses.split()
        if cells and cells[0][0] in ROWS:
            cost = skipped_per_cross(cells, view["sheets"][view["seat"]])
            found.append((cost, -len(cells), index))
    if found and min(found)[0] <= limit:
        return min(found)[2]
    oldest_card = [f"play {view['hand'][0]}", f"play {view['hand'][0]} as r"] if view["hand"] else []
    return next((choices.index(text) for text in oldest_card if text in choices), 0)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "python example"}), flush=True)
    elif message["type"] == "choose":
        choice = decide(message["choices"], message["view"])
        print(json.dumps({"type": "choice", "choice": choice}), flush=True)
