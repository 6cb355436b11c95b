"""Millions of games, compiled: ``simulate("dice", ["gap:1,2", "gap:2,3"], games=1_000_000)``."""

from qwixx.extras import require

require("bots", "the simulator")


from qwixx.sim.kernel import SEAT_COLUMNS, kernel_for
from qwixx.sim.simulation import Matchup, play_out, simulate
from qwixx.sim.summary import Summary, summarise
from qwixx.sim.tally import Games, Setup, Tally

__all__ = [
    "SEAT_COLUMNS",
    "Games",
    "Matchup",
    "Setup",
    "Summary",
    "Tally",
    "kernel_for",
    "play_out",
    "simulate",
    "summarise",
]
