"""Games looked at again: of a table and from a text, by keyboard, with hidden cards, as a picture, and offline."""

import asyncio
import random
import re
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from qwixx.bots import RandomBot
from qwixx.gameplay import Game, play
from qwixx.notation import format_record
from qwixx.server.stores.sqlite.store import SqliteStore
from qwixx.server.tables import facts
from tests.browser.conftest import new_person
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.fairness.vectors import fair_game
from tests.server.running_server import RunningServer, free_port
from tests.server.test_table_loader import played

PICTURE = (1200, 675)
# A device whose storage is full, and then no longer.
NO_ROOM = """() => {
    window.put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError') }
}"""
ROOM = "() => { IDBObjectStore.prototype.put = window.put }"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that has a table already: two games are over, and a third is running."""
    data = tmp_path_factory.mktemp("replays") / "tables.sqlite"
    # The browser's event loop runs in this thread, and two do not go together.
    with closing(SqliteStore.open(data)) as store, ThreadPoolExecutor(1) as thread:
        past = [facts.encode(fact) for fact in played(games=2)]
        thread.submit(asyncio.run, store.append("t", 1, past)).result()
    running = RunningServer(data, free_port())
    yield running
    running.stop()


def card_game() -> str:
    game = Game("cards_joker", ("Ann", "<b>Ben</b>"), seed=1)
    play(game, [RandomBot(random.Random(1))] * 2)
    return format_record(game.record)


def stands_at(page: Page, step: int) -> None:
    expect(page.get_by_role("slider", name="Steps")).to_have_value(str(step))


def size_of_png(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", head[16:])
    return width, height


def test_a_game_of_a_table_is_stepped_through_played_and_shared(page: Page) -> None:
    page.goto("/t/t/replay/1#4")
    expect(page.get_by_role("heading", name="Replay", level=1)).to_be_visible()
    stands_at(page, 4)
    last = int(page.get_by_role("slider").get_attribute("max") or "")
    steps = {"ArrowRight": 5, "ArrowLeft": 4, "PageDown": 5, "PageUp": 2, "End": last, "Home": 0}
    for key, step in steps.items():
        page.keyboard.press(key)
        stands_at(page, step)
    page.get_by_role("button", name="Next step").click()
    expect(page.get_by_role("log")).to_contain_text("The game begins.")
    page.get_by_role("list", name="Turns").get_by_role("button").nth(3).click()
    expect(page.get_by_role("heading", level=2).first).to_have_text(re.compile("^Turn 3: "))
    assert page.evaluate("location.hash") == "#8"
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("list", name="Turns").get_by_role("button").nth(2)).to_be_focused()
    page.keyboard.press("ArrowDown")
    stands_at(page, 8)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Copy a link to this position")).to_be_focused()
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    stands_at(page, 9)
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Last step").click()
    expect(page.locator("main")).to_contain_text(re.compile("wins by|share the win"))
    assert_accessible(page, "replay")
    assert_no_sideways_scrolling(page, "replay")
    with page.expect_download() as picture:
        page.get_by_role("button", name="Save a picture").click()
    assert picture.value.suggested_filename == f"qwixx-dice-1.{last}.png"
    assert size_of_png(Path(picture.value.path())) == PICTURE
    page.get_by_role("link", name="Game 2").click()
    expect(page.locator("main")).to_contain_text("game 2")


def test_a_running_game_stays_secret_and_leads_to_those_that_are_over(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.goto("/t/t/replay")
    expect(page.get_by_role("alert")).to_have_text(re.compile("^This game is still being played"))
    page.get_by_role("link", name="Game 2").click()
    stands_at(page, 0)
    page.goto("/t/t/replay/9")
    expect(page.get_by_role("alert")).to_have_text("This table has no game 9.")
    page.goto("/t/none/replay/1")
    expect(page.get_by_role("alert")).to_have_text("There is no such table.")
    context.close()


def test_a_text_with_a_mistake_then_hidden_cards_and_a_place_on_the_device(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server, 1280, 800, color_scheme="dark")
    page = context.new_page()
    page.goto("/replay")
    text, show = page.get_by_label("Text of the game"), page.get_by_role("button", name="Show the replay")
    alert = page.get_by_role("alert")
    show.click()
    expect(alert).to_have_text("Paste the text of a game first.")
    record = card_game()
    line = next(number for number, each in enumerate(record.splitlines(), 1) if each.startswith("1 "))
    text.fill(record.replace("take ", "steal ", 1))
    show.click()
    expect(alert).to_contain_text(re.compile(rf"^Line {line}, column \d+ cannot be read"))
    expect(alert).to_contain_text("steal")
    assert_accessible(page, "a record with a mistake")
    assert_no_sideways_scrolling(page, "a record with a mistake")
    page.set_viewport_size({"width": 1280, "height": 800})
    choosing = page.locator("input[type=file]")
    choosing.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"\x89PNG\xff"})
    expect(alert).to_have_text(re.compile("^This file is no text"))
    choosing.set_input_files({"name": "a.txt", "mimeType": "", "buffer": b" " * 140_000})
    expect(alert).to_have_text(re.compile("^This is too long to be a game"))
    drop_file(page, record)
    page.get_by_role("button", name="Next step").click()
    page.get_by_role("button", name="Next step").click()
    assert hidden_cards(page) == {"Ann": "hidden", "<b>Ben</b>": "hidden"}
    page.get_by_label("Hidden cards").select_option(label="as Ann saw them")
    assert hidden_cards(page) == {"Ann": "open", "<b>Ben</b>": "hidden"}
    page.get_by_label("Hidden cards").select_option(label="all open")
    assert hidden_cards(page) == {"Ann": "open", "<b>Ben</b>": "open"}
    assert_accessible(page, "replay of cards")
    assert_no_sideways_scrolling(page, "replay of cards")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_text("The game as text").click()
    assert page.get_by_role("textbox", name="The game as text").input_value() == record
    keep = page.get_by_role("button", name="Keep on this device")
    page.evaluate(NO_ROOM)
    keep.click()
    expect(page.get_by_role("log")).to_contain_text("There is no room for another replay on this device.")
    page.evaluate(ROOM)
    keep.click()
    expect(page.get_by_role("button", name="Remove from this device")).to_be_visible()
    page.get_by_role("button", name="Another replay").click()
    context.set_offline(True)
    page.get_by_role("region", name="Kept on this device").get_by_role(
        "button", name=re.compile("^Ann, ")
    ).click()
    page.get_by_role("button", name="Next step").click()
    stands_at(page, 1)
    page.get_by_role("button", name="Another replay").click()
    page.get_by_role("button", name=re.compile("^Remove Ann, ")).click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    text.fill(record)
    show.click()
    expect(alert).to_have_text(re.compile("^The server could not be reached"))
    context.close()


def test_nothing_that_nobody_saw_is_shown_by_itself(page: Page) -> None:
    record = str(fair_game("cards_joker", 5))
    assert " / shuffle " in record
    page.goto("/replay")
    expect(page.get_by_role("heading", name="Open a game")).to_be_visible()
    drop_file(page, record)
    turns = page.get_by_role("list", name="Turns")
    expect(turns).to_contain_text("/ shuffle … {")
    expect(turns).not_to_contain_text(re.compile("shuffle [RYGBJ]"))
    eyes = page.get_by_label("Hidden cards")
    assert eyes.locator("option").all_text_contents()[-1] == "all open"
    # Another file, dropped on the game that is shown.
    unfinished = re.sub(r"\[Result.*\n", "", "".join(record.splitlines(keepends=True)[:-2]))
    drop_file(page, unfinished)
    expect(page.get_by_text("not finished")).to_be_visible()
    assert eyes.locator("option").all_text_contents()[-1] == "as Emil saw them"


def drop_file(page: Page, text: str) -> None:
    script = """text => {
        const carried = new DataTransfer()
        carried.items.add(new File([text], 'game.qwixx'))
        return carried
    }"""
    page.dispatch_event("main", "drop", {"dataTransfer": page.evaluate_handle(script, text)})


def hidden_cards(page: Page) -> dict[str, str]:
    """Of each player whether the faces of the cards are seen."""
    seen = {}
    for name in ("Ann", "<b>Ben</b>"):
        cards = page.get_by_role("group", name=f"Hand of {name}", exact=True).get_by_role("img")
        assert cards.count() > 0
        labels = [card.get_attribute("aria-label") or "" for card in cards.all()]
        unknown = {label.endswith("colour unknown") for label in labels}
        assert len(unknown) == 1, labels
        seen[name] = "hidden" if unknown.pop() else "open"
    return seen
