"""Positions and turns as compiled code sees them; ``rules`` is written to be read, this to be fast."""
