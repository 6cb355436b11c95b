"""Draws the icons for home screens from web/public/icon.svg, with the browser of the tests.

Run it as ``python -m web.icons`` from the top of the repository after the drawing was changed.
"""

from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium

PUBLIC = Path(__file__).resolve().parent / "public"
# What stands behind a die that must not be seen through: the table of the light theme.
TABLE = "#d9dfdd"


class Icon(NamedTuple):
    """A file, its width in pixels, and how much of it the drawing takes."""

    name: str
    width: int
    share: float = 1.0
    ground: str = "transparent"


ICONS = (
    Icon("icon-192.png", 192),
    Icon("icon-512.png", 512),
    # Of an icon that is cut to any shape, only the circle of four fifths is sure to be seen.
    Icon("icon-maskable-512.png", 512, share=0.56, ground=TABLE),
    # iPhones look for this name by themselves.
    Icon("apple-touch-icon.png", 180, share=0.72, ground=TABLE),
)


def draw(browser: Browser, icon: Icon, drawing: str) -> None:
    page = browser.new_page(viewport={"width": icon.width, "height": icon.width})
    page.set_content(
        f"<style>body {{ margin: 0; height: 100vh; display: grid; place-items: center;"
        f" background: {icon.ground} }} svg {{ width: {icon.share:.0%} }}</style>{drawing}"
    )
    page.screenshot(path=PUBLIC / icon.name, omit_background=True)
    page.close()


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.ensure(), args=["--no-sandbox"])
        for icon in ICONS:
            draw(browser, icon, drawing)
            print(f"{icon.name}: {(PUBLIC / icon.name).stat().st_size} bytes")
        browser.close()


if __name__ == "__main__":
    main()
