"""Writes the typeface of the client. ``python -m web.typeface``"""

from pathlib import Path

from web.typeface.font import build

FONT = Path(__file__).parents[1] / "src" / "fonts" / "tally.woff2"

if __name__ == "__main__":
    FONT.write_bytes(build())
    print(f"{FONT.name}: {FONT.stat().st_size} bytes")
