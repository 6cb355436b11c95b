"""Every screen in WebKit and Firefox at every size and theme: ``make engines``, ``python -m tests.engines.matrix``.

It writes screenshots into a folder, a temporary one by default, prints layout problems, console errors and warnings,
and exits with an error if there are any.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.engines import firefox, webkit
from tests.engines.driver import Driver
from tests.engines.firefox import Firefox
from tests.engines.layout import faults
from tests.engines.screens import FAILING, SCREENS, TABLES
from tests.engines.visitor import Visitor
from tests.engines.visits import open_server, play_whole_game, visiting

SIZES = ((320, 640), (360, 740), (740, 360), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
THEMES = ("light", "dark")
ENGINES: dict[str, tuple[Callable[[], bool], Callable[[], Driver], str]] = {
    "webkit": (webkit.ensure, webkit.WebKit, "cards_joker"),
    "firefox": (firefox.ensure, Firefox, "dice"),
}


def look(visitor: Visitor, screen: str, theme: str, finished: str, folder: Path) -> list[str]:
    """Visit one screen in one theme at all sizes; return the problems."""
    driver = visitor.driver
    before = len(driver.problems())
    driver.resize(*SIZES[1])
    SCREENS[screen](visitor, finished)
    wrong = []
    for width, height in SIZES:
        driver.resize(width, height)
        name = f"{driver.name} {screen} {width}x{height} {theme}"
        driver.screenshot(folder / f"{name.replace(',', '').replace(' ', '-')}.png")
        wrong += [f"{name}: {each}" for each in faults(driver, is_table=screen in TABLES)]
    problems = [] if screen in FAILING else driver.problems()[before:]
    return wrong + [f"{driver.name} {screen} {theme}: {each}" for each in problems]


def look_at_all(visitor: Visitor, game: str, screens: list[str], folder: Path) -> list[str]:
    """Play a whole game, then visit the screens in each theme; return the problems."""
    finished = play_whole_game(visitor, game)
    wrong = []
    for theme in THEMES:
        visitor.evaluate("(theme) => localStorage.setItem('qwixx.theme', theme)", theme)
        for screen in screens:
            found = look(visitor, screen, theme, finished, folder)
            print(f"{visitor.driver.name} {screen}, {theme}: {len(found) or 'nothing'} wrong", flush=True)
            wrong += found
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", help="where the pictures go")
    parser.add_argument(
        "--engines", nargs="+", choices=list(ENGINES), default=list(ENGINES), metavar="ENGINE"
    )
    parser.add_argument(
        "--screens", nargs="+", choices=list(SCREENS), default=list(SCREENS), metavar="SCREEN"
    )
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="engines"))
    folder.mkdir(parents=True, exist_ok=True)
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        server = open_server(Path(scratch))
        for engine in arguments.engines:
            ensure, open_driver, game = ENGINES[engine]
            if not ensure():
                sys.exit(f"{engine} is not installed; see CONTRIBUTING.md")
            with visiting(open_driver(), server) as visitor:
                wrong += look_at_all(visitor, game, arguments.screens, folder)
        server.stop()
    print(f"pictures: {folder}", *wrong, sep="\n")
    if wrong:
        sys.exit(f"{len(wrong)} faults")


if __name__ == "__main__":
    main()
