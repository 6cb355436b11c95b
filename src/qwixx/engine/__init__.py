"""Positions and turns as compiled code sees them; ``rules`` is written to be read, this to be fast."""

from qwixx.extras import require

require("bots", "compiled code")
