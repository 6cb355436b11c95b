"""Draws the picture that chats show beside a link to a table, with the browser of the tests.

Run it as ``python -m web.invitation`` from the top of the repository after the drawing was changed.
"""

import base64
import io
import random
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from qwixx.server.web.messages import PICTURE, PICTURE_SIZE
from tests.browser import chromium

WEB = Path(__file__).resolve().parent
WIDTH, HEIGHT = PICTURE_SIZE
# As in web/src/colours.css.
FELT, RIM, FELT_INK, INK, SIDE = "#22312f", "#31433f", "#f5f7f4", "#141c20", "#bdc8c4"
ROWS = (
    # The colours of the row, of its cells and numbers; what is crossed out, skipped and ringed.
    ("#b8282f", "#fbe7e6", "#8f1b22", {2, 3, 5, 6}, {4}, 8),
    ("#ffc933", "#fff2d0", "#5f4600", {3, 4, 7}, {2, 5, 6}, 8),
)
COLOURS = 64
CELL, STEP, TOP = 95, 103.4, 338
PIPS = {5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}


def _pencil(rng: random.Random, points: str, width: float) -> str:
    turn = rng.uniform(-5, 5)
    return (
        f'<path transform="rotate({turn:.1f})" d="{points}" fill="none" stroke="{INK}"'
        f' stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _mark(rng: random.Random, number: int, crossed: set[int], skipped: set[int], ringed: int) -> str:
    if number in crossed:
        return _pencil(rng, "M-32 -30C-8 -8 12 14 31 31M32 -31C12 -6 -10 12 -33 30", 7)
    if number in skipped:
        return _pencil(rng, "M-28 9C-6 4 10 -4 29 -10", 4)
    if number == ringed:
        ring = "M6 -34C-22 -38 -36 -18 -35 2C-34 26 -14 35 4 34C26 33 37 16 35 -4C33 -24 14 -37 -8 -31"
        return _pencil(rng, ring, 4.5)
    return ""


def _row(rng: random.Random, place: int) -> str:
    band, pale, ink, crossed, skipped, ringed = ROWS[place]
    top = TOP + 130 * place
    parts = [f'<rect x="64" y="{top}" width="{WIDTH}" height="116" rx="20" fill="{band}"/>']
    for index, number in enumerate(range(2, 13)):
        left = 76 + index * STEP
        paper = "#fff" if number in crossed or number == ringed else pale
        if number not in skipped:
            parts.append(
                f'<rect x="{left}" y="{top + 12}" width="{CELL}" height="92" rx="14" fill="{paper}"/>'
            )
        colour = INK if number == ringed else "#fff" if number in skipped and place == 0 else ink
        middle = f'<g transform="translate({left + CELL / 2} {top + 58})">'
        mark = _mark(rng, number, crossed, skipped, ringed)
        if number in skipped and place == 0:
            mark = mark.replace(INK, "#fff")
        parts.append(f'{middle}<text y="15" fill="{colour}">{number}</text>{mark}</g>')
    return "".join(parts)


def _die(face: int, left: float, top: float, turn: float) -> str:
    pips = "".join(f'<circle cx="{25 * x}" cy="{25 * y}" r="9.5" fill="{INK}"/>' for x, y in PIPS[face])
    body = '<rect x="-57" y="{}" width="114" height="114" rx="27" fill="{}"/>'
    sides = body.format(-45, SIDE) + body.format(-57, "#fff")
    return f'<g transform="translate({left} {top}) rotate({turn})">{sides}{pips}</g>'


def drawing() -> str:
    """The picture as HTML."""
    rng = random.Random(7)
    font = base64.b64encode((WEB / "src/fonts/tally.woff2").read_bytes()).decode()
    rows = "".join(_row(rng, place) for place in range(len(ROWS)))
    return f"""<style>
@font-face {{ font-family: Tally; font-weight: 400 800; src: url(data:font/woff2;base64,{font}) }}
body {{ margin: 0 }}
text {{ font: 800 42px Tally; text-anchor: middle }}
.name {{ font-size: 190px; text-anchor: start }}
</style><svg width="{WIDTH}" height="{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>
<text class="name" x="64" y="238" fill="{FELT_INK}">Qwixx</text>
{_die(5, 900, 172, -7)}{_die(3, 1062, 178, 6)}{rows}
<rect x="5" y="5" width="{WIDTH - 10}" height="{HEIGHT - 10}" fill="none" stroke="{RIM}" stroke-width="10"/>
</svg>"""


def main() -> None:
    target = WEB / "public" / PICTURE
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.ensure(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.set_content(drawing())
        page.evaluate("document.fonts.ready")
        shot = page.screenshot()
        browser.close()
    # A few colours are enough, and a phone fetches it with every link.
    Image.open(io.BytesIO(shot)).convert("RGB").quantize(COLOURS).save(target, optimize=True)
    print(f"{target.name}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
