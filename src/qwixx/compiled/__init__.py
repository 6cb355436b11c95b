"""Foundations of compiled code: Numba with a disk cache, structs, row tables."""

from qwixx.extras import require

require("bots", "compiled code")
