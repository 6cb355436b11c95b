#!/usr/bin/env python3
"""A player of your own, by name (`qwixx arena own_player:Greedy gap:1,2`) and as a program.

As a program it plays in `qwixx arena gap:1,2 exec:examples/own_player.py`, too.
"""

from qwixx import Choice, Cross, View
from qwixx.bots import run


class Greedy:
    """Crosses as far to the left as it can, and passes only where it must."""

    def choose(self, view: View) -> Choice:
        crosses = [choice for choice in view.choices if isinstance(choice, Cross)]
        return min(crosses, key=lambda cross: cross.colour.place(cross.number), default=view.choices[0])


if __name__ == "__main__":
    run(Greedy)
