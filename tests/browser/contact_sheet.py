"""Screenshots of every screen at every size in both themes: ``python -m tests.browser.contact_sheet FOLDER``.

It writes one image each, and index.html, which shows them side by side. With ``--axe`` it also checks each screen at
each size for accessibility problems, prints them, and exits with an error if there are any.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser import chromium
from tests.browser.around_screens import AROUND
from tests.browser.conftest import FLAGS, new_person
from tests.browser.people import (
    LONGEST_WAIT,
    Person,
    home_button,
    open_table,
    play_button,
    play_out,
    play_until,
    play_with_friends,
)
from tests.messages import begins, words
from tests.server.running_server import RunningServer, free_port

SIZES = ((320, 640), (360, 740), (740, 360), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
THEMES = ("light", "dark")
# The system chooses the colours, as Windows does for high contrast.
FORCED = "forced"
# Milliseconds a page may take to lay itself out for another size.
SETTLING = 150
# The first review on a machine waits for compilation.
PATIENCE = 180_000

STYLE = """
body { font: 16px system-ui, sans-serif; margin: 24px; background: #eee; color: #111 }
.row { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; margin: 8px 0 32px }
figure { margin: 0 } figcaption { font-size: 13px } img { height: 420px; border: 1px solid #999 }
"""


def begun(person: Person, choices: int) -> None:
    """Play until the player has made this many choices."""
    play_until(lambda: person.acted >= choices or person.is_over, person)


def home(person: Person) -> None:
    person.page.goto("/")
    expect(play_button(person.page)).to_be_visible()


def with_whom(person: Person) -> None:
    home(person)
    home_button(person.page, "home.who").click()
    expect(home_button(person.page, "home.own")).to_be_visible()


def with_friends(person: Person) -> None:
    home(person)
    play_with_friends(person, "person", "person")


def code(person: Person) -> None:
    home(person)
    home_button(person.page, "home.code").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def lesson(path: str, step: int = 1) -> Callable[[Person], None]:
    """A step of a lesson, reached by skipping all steps before it."""

    def reach(person: Person) -> None:
        person.page.goto(path)
        for at in range(1, step):
            expect(person.page.get_by_text(begins("label.of", number=at))).to_be_visible()
            person.page.get_by_role("button", name=words("learn.skip"), exact=True).click()
        expect(person.page.get_by_role("region", name=words("learn.teacher"))).to_be_visible()

    return reach


def join(person: Person) -> None:
    """The page of a table that another player opened, before joining."""
    link = open_table(person, "dice", "person", "novice")
    person.page.context.clear_cookies()
    person.page.goto(link)
    expect(person.page.get_by_label(words("home.name"))).to_be_visible()


def missing(person: Person) -> None:
    person.page.goto("/t/nowhere")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()


def loading(person: Person) -> None:
    """A table whose server sends nothing."""
    person.page.route_web_socket(re.compile("/ws/"), lambda _: None)
    person.page.goto("/t/nowhere")
    expect(person.page.get_by_role("main")).to_be_visible()


def puzzle(person: Person) -> None:
    person.page.goto("/puzzle")
    expect(person.page.get_by_role("group", name=words("play.actions"))).to_be_visible(timeout=PATIENCE)


def table(game: str, *others: str, choices: int = 9) -> Callable[[Person], None]:
    def reach(person: Person) -> None:
        open_table(person, game, *others)
        begun(person, choices)

    return reach


def answered(person: Person) -> None:
    puzzle(person)
    person.take_turn()
    expect(person.page.get_by_role("button", name=words("puzzle.next"))).to_be_visible()


def end(person: Person) -> None:
    open_table(person, "dice", "casual")
    play_out(person)
    expect(person.page.get_by_role("term").first).to_be_visible(timeout=PATIENCE)


def review(person: Person) -> None:
    end(person)
    person.page.get_by_role("link", name=begins("review.title")).click()
    expect(person.page.get_by_role("heading", name=words("review.decisions"))).to_be_visible(timeout=PATIENCE)


def dialog(key: str) -> Callable[[Person], None]:
    def reach(person: Person) -> None:
        open_table(person, "dice", "solid")
        person.page.get_by_role("button", name=words(key), exact=True).click()
        expect(person.page.get_by_role("dialog")).to_be_visible()

    return reach


SCREENS: dict[str, Callable[[Person], None]] = {
    "home": home,
    "home, with whom": with_whom,
    "home, with friends": with_friends,
    "home, code": code,
    "learn": lesson("/learn"),
    "learn, step 3": lesson("/learn", 3),
    "learn, step 4": lesson("/learn", 4),
    "learn, end": lesson("/learn", 8),
    "learn cards": lesson("/learn/cards"),
    "learn cards, step 7": lesson("/learn/cards", 7),
    "learn cards, end": lesson("/learn/cards", 9),
    "dice, one opponent": table("dice", "solid"),
    "dice, two opponents": table("dice", "solid", "strong"),
    "dice, four opponents": table("dice", "novice", "casual", "solid", "strong"),
    "cards with jokers, one opponent": table("cards_joker", "solid", choices=7),
    "cards, two opponents": table("cards", "solid", "strong", choices=7),
    "cards, four opponents": table("cards", "novice", "casual", "solid", "strong", choices=7),
    "solo": table("solo"),
    "waiting for friends": table("dice", "person", "novice", choices=0),
    "join": join,
    "missing": missing,
    "loading": loading,
    "end": end,
    "review": review,
    "puzzle": puzzle,
    "puzzle, answered": answered,
    "menu": dialog("menu"),
    "rules": dialog("rules"),
    **AROUND,
}


def enlarge(page: Page, text: int) -> None:
    """Set the browser's font size to this percentage, as a reader would."""
    settings = page.context.new_cdp_session(page)
    settings.send("Page.enable")
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * text // 100}})


def barriers(page: Page) -> list[str]:
    """Accessibility problems that axe finds on a page, each with its element."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


def pictures(
    browser: Browser,
    server: RunningServer,
    screen: str,
    theme: str,
    text: int,
    folder: Path,
    look: Callable[[Page], list[str]],
) -> Iterator[tuple[Path, list[str]]]:
    """Yield a screenshot of one screen in one theme at each size, with the problems found on it."""
    forced = theme == FORCED
    context = new_person(
        browser,
        server,
        color_scheme="light" if forced else theme,
        forced_colors="active" if forced else "none",
    )
    person = Person(context.new_page(), "Ann")
    enlarge(person.page, text)
    SCREENS[screen](person)
    for width, height in SIZES:
        name = f"{screen.replace(', ', '-').replace(' ', '-')}-{width}x{height}-{theme}.png"
        yield picture(person.page, folder / name), look(person.page)
    context.close()


def picture(page: Page, path: Path) -> Path:
    width, height = map(int, re.findall(r"\d+", path.stem)[-2:])
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(SETTLING)
    page.screenshot(path=path)
    return path


def page_of(found: dict[str, list[Path]]) -> str:
    rows = [
        f"<h2>{escape(screen)}</h2><div class='row'>{''.join(map(figure, paths))}</div>"
        for screen, paths in found.items()
    ]
    return f"<!doctype html><meta charset='utf-8'><title>Qwixx</title><style>{STYLE}</style>{''.join(rows)}"


def figure(path: Path) -> str:
    return f"<figure><img src='{path.name}' alt=''><figcaption>{escape(path.stem)}</figcaption></figure>"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--screens", nargs="+", choices=list(SCREENS), default=list(SCREENS), metavar="SCREEN"
    )
    parser.add_argument("--themes", nargs="+", choices=(*THEMES, FORCED), default=THEMES)
    parser.add_argument("--text", type=int, default=100, metavar="PERCENT", help="how large the text is")
    parser.add_argument("--axe", action="store_true", help="look for barriers, too")
    arguments = parser.parse_args()
    look: Callable[[Page], list[str]] = barriers if arguments.axe else lambda _: []
    arguments.folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=LONGEST_WAIT)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        server = RunningServer(Path(scratch) / "tables.sqlite", port, None, "--base-url", address)
        browser = playwright.chromium.launch(executable_path=chromium.ensure_shell(), args=FLAGS)
        found: dict[str, list[Path]] = {screen: [] for screen in arguments.screens}
        wrong = 0
        for screen in arguments.screens:
            for theme in arguments.themes:
                for path, problems in pictures(
                    browser, server, screen, theme, arguments.text, arguments.folder, look
                ):
                    found[screen].append(path)
                    wrong += len(problems)
                    for problem in problems:
                        print(f"{path.stem}: {problem}")
            print(f"{screen}: {len(found[screen])} pictures", flush=True)
        browser.close()
        server.stop()
    index = arguments.folder / "index.html"
    index.write_text(page_of(found), encoding="utf-8")
    print(f"look at {index}")
    if wrong:
        sys.exit(f"axe found {wrong} barriers")


if __name__ == "__main__":
    main()
