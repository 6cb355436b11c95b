"""The pictures of the client in README.md and the documentation: ``python -m tests.browser.pictures``.

A bot plays Ann's seat through the Python client until the position is worth showing. The dice are random, so check the
pictures, and run it again for other dice.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

from qwixx import Phase, View, make_bot
from qwixx.client import RemoteTable, SeatStore, Server
from qwixx.rules.ruleset import GameName
from tests.browser import chromium
from tests.browser.conftest import FLAGS, new_person
from tests.browser.contact_sheet import PATIENCE
from tests.browser.people import LONGEST_WAIT
from tests.messages import begins, words
from tests.server.running_server import RunningServer, free_port

FOLDER = Path(__file__).parents[2] / "docs" / "images"
PLAYER = "strong"


class Picture(NamedTuple):
    """At which position a game stops, which page is opened then, and at which size it is drawn."""

    game: GameName
    others: tuple[str, ...]
    is_shown: Callable[[View], bool]
    size: tuple[int, int]
    scale: int = 1
    theme: str = "light"
    is_review: bool = False


def is_common_choice(view: View) -> bool:
    """Another player has rolled, and several rows take the sum."""
    return view.phase == Phase.COMMON and view.active != view.seat and len(view.choices) > 2


def is_own_turn(view: View) -> bool:
    return view.phase == Phase.COMMON and view.active == view.seat and len(view.choices) > 2


def is_draw(view: View) -> bool:
    return view.phase == Phase.DRAW


def is_never(_: View) -> bool:
    return False


def after(crosses: int, is_shown: Callable[[View], bool]) -> Callable[[View], bool]:
    """The same condition, once Ann has this many crosses."""
    return lambda view: sum(map(len, view.sheets[0].rows)) >= crosses and is_shown(view)


PHONE, DESKTOP = (360, 740), (1280, 800)
PICTURES = {
    "dice-phone": Picture("dice", ("solid",), after(12, is_common_choice), PHONE, 2),
    "cards-phone-dark": Picture("cards", ("solid", "strong"), after(8, is_draw), PHONE, 2, "dark"),
    "cards-desktop": Picture("cards", ("solid", "strong"), after(8, is_own_turn), DESKTOP),
    "end-phone": Picture("dice", ("casual",), is_never, PHONE, 2),
    "review-desktop": Picture("dice", ("solid",), is_never, (1280, 1330), is_review=True),
}


def played(server: Server, picture: Picture) -> RemoteTable:
    """A table at the position to draw; if a game ends before that, another one is played."""
    bot = make_bot(PLAYER)
    while True:
        table = server.open(picture.game, name="Ann", seats=[None, *picture.others])
        while (view := table.turn()) is not None and not picture.is_shown(view):
            table.choose(bot.choose(view))
        if (view is None) == (picture.is_shown is is_never):
            return table
        table.close()


def draw(browser: Browser, running: RunningServer, picture: Picture, path: Path) -> None:
    table = played(Server(running.url, SeatStore(None)), picture)
    link = table.now.private_link
    table.close()
    width, height = picture.size
    context = new_person(
        browser, running, width, height, color_scheme=picture.theme, device_scale_factor=picture.scale
    )
    page = context.new_page()
    page.goto(link or "")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if picture.is_shown is is_never:
        judged(page, picture)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=path, animations="disabled")
    context.close()


def judged(page: Page, picture: Picture) -> None:
    """Wait for the coach, which is compiled first on a new machine."""
    expect(page.get_by_role("term").first).to_be_visible(timeout=PATIENCE)
    if picture.is_review:
        page.get_by_role("link", name=begins("review.title")).click()
        decisions = page.get_by_role("heading", name=words("review.decisions"))
        expect(decisions).to_be_visible(timeout=PATIENCE)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PICTURES)}; all by default")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    expect.set_options(timeout=LONGEST_WAIT)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        port = free_port()
        running = RunningServer(
            Path(scratch) / "tables.sqlite", port, None, "--base-url", f"http://127.0.0.1:{port}"
        )
        browser = playwright.chromium.launch(executable_path=chromium.ensure_shell(), args=FLAGS)
        for name in arguments.names or PICTURES:
            path = arguments.folder / f"{name}.png"
            draw(browser, running, PICTURES[name], path)
            print(path, flush=True)
        browser.close()
        running.stop()


if __name__ == "__main__":
    main()
