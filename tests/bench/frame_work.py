"""The CPU time of each frame, from a trace of Chromium.

Unlike wall time, the CPU time of a thread does not include the time of other programs.
"""

import json
from bisect import bisect_left
from collections.abc import Iterator
from typing import Any, NamedTuple

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
TASK = "RunTask"
# The last step of a frame on the main thread: it commits the painting to the compositor.
DRAWN = "Commit"
# Microseconds: a requested frame comes within this time, so work before a longer pause belongs to no frame.
PAUSE = 50_000

Event = dict[str, Any]


class Work(NamedTuple):
    """Milliseconds of CPU time of the page's main thread, the longest first."""

    tasks: list[float]
    frames: list[float]


def work_in(trace: bytes) -> Work:
    """The work of each task, and of each frame: all tasks since the previous frame or since a pause."""
    events = main_thread(json.loads(trace)["traceEvents"])
    tasks = sorted((event for event in events if event["name"] == TASK), key=lambda event: event["ts"])
    drawn = sorted(event["ts"] for event in events if event["name"] == DRAWN)
    lengths = [task.get("tdur", 0) / 1000 for task in tasks]
    frames = sums_until_drawn(zip(tasks, lengths, strict=True), drawn)
    return Work(sorted(lengths, reverse=True), sorted(frames, reverse=True))


def main_thread(events: list[Event]) -> list[Event]:
    """The events of the page's main thread; other renderers do hardly any work."""
    threads: dict[tuple[int, int], list[Event]] = {
        (event["pid"], event["tid"]): []
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    for event in events:
        if event["ph"] == "X" and (event["pid"], event["tid"]) in threads:
            threads[event["pid"], event["tid"]].append(event)
    return max(threads.values(), key=len)


def sums_until_drawn(tasks: Iterator[tuple[Event, float]], drawn: list[int]) -> Iterator[float]:
    work, ended = 0.0, 0
    for task, length in tasks:
        work = length if task["ts"] > ended + PAUSE else work + length
        ended = task["ts"] + task["dur"]
        if bisect_left(drawn, task["ts"]) < bisect_left(drawn, task["ts"] + task["dur"]):
            yield work
            work = 0.0
