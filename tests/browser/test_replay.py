"""Replays: of a table and of a pasted record, by keyboard, with hidden cards, as a picture, and offline."""

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
from tests.browser.conftest import new_person
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.fairness.vectors import fair_game
from tests.messages import begins, capital, contains, pattern, words
from tests.server.rooms.scenes import append
from tests.server.running_server import RunningServer, free_port
from tests.tables.game.scenes import played

PICTURE = (1200, 675)
# A device whose storage is full, and then has space again.
NO_ROOM = """() => {
    window.put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError') }
}"""
ROOM = "() => { IDBObjectStore.prototype.put = window.put }"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that already has a table: two games are over, and a third is running."""
    data = tmp_path_factory.mktemp("replays") / "tables.sqlite"
    # The browser's event loop runs in this thread, and a thread can run only one.
    with closing(SqliteStore.open(data)) as store, ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, append(store, "t", played(games=2))).result()
    port = free_port()
    running = RunningServer(data, port, None, "--base-url", f"http://127.0.0.1:{port}")
    yield running
    running.stop()


def card_game() -> str:
    game = Game("cards_joker", ("Ann", "<b>Ben</b>"), seed=1)
    play(game, [RandomBot(random.Random(1))] * 2)
    return format_record(game.record)


def stands_at(page: Page, step: int) -> None:
    expect(page.get_by_role("slider", name=words("replay.steps"))).to_have_value(str(step))


def size_of_png(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[:24]
    assert head.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", head[16:])
    return width, height


def test_a_replay_of_a_table_can_be_stepped_through_played_and_shared(page: Page) -> None:
    page.goto("/t/t/replay/1#4")
    expect(page.get_by_role("heading", name=words("replay.title"), level=1)).to_be_visible()
    stands_at(page, 4)
    last = int(page.get_by_role("slider").get_attribute("max") or "")
    # Outside the controls, these keys scroll the page.
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    stands_at(page, 5)
    page.get_by_role("button", name=words("replay.next")).focus()
    steps = {"ArrowLeft": 4, "PageDown": 5, "PageUp": 2, "End": last, "Home": 0}
    for key, step in steps.items():
        page.keyboard.press(key)
        stands_at(page, step)
    page.get_by_role("button", name=words("replay.next")).click()
    expect(page.get_by_role("log")).to_contain_text(contains("said.began", "said.began.you"))
    page.get_by_role("list", name=words("replay.turns")).get_by_role("button").nth(3).click()
    expect(page.get_by_role("heading", level=2).first).to_have_text(begins("replay.turn", turn=3))
    assert page.evaluate("location.hash") == "#8"
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("list", name=words("replay.turns")).get_by_role("button").nth(2)).to_be_focused()
    page.keyboard.press("ArrowDown")
    stands_at(page, 8)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=words("replay.link"))).to_be_focused()
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=words("replay.pause"))).to_be_visible()
    stands_at(page, 9)
    page.get_by_role("button", name=words("replay.pause")).click()
    page.get_by_role("button", name=words("replay.last")).click()
    expect(page.locator("main")).to_contain_text(contains("end.win.one", "end.win.shared"))
    assert_accessible(page, "replay")
    assert_no_sideways_scrolling(page, "replay")
    with page.expect_download() as picture:
        page.get_by_role("button", name=words("replay.still")).click()
    assert picture.value.suggested_filename == f"qwixx-dice-1.{last}.png"
    assert size_of_png(Path(picture.value.path())) == PICTURE
    page.get_by_role("link", name=capital(words("replay.game", number=2))).click()
    expect(page.locator("main")).to_contain_text(words("replay.game", number=2))


def test_a_running_game_stays_secret_and_links_to_finished_games(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.goto("/t/t/replay")
    expect(page.get_by_role("alert")).to_have_text(pattern("replay.running"))
    page.get_by_role("link", name=capital(words("replay.game", number=2))).click()
    stands_at(page, 0)
    page.goto("/t/t/replay/9")
    expect(page.get_by_role("alert")).to_have_text(words("reason.no_game", number=9))
    page.goto("/t/none/replay/1")
    expect(page.get_by_role("alert")).to_have_text(words("reason.no_table"))
    context.close()


def test_a_record_with_a_syntax_error_then_hidden_cards_and_storing_on_the_device(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server, 1280, 800, color_scheme="dark")
    page = context.new_page()
    page.goto("/replay")
    text, show = (
        page.get_by_label(words("replay.record")),
        page.get_by_role("button", name=words("replay.open.show")),
    )
    alert = page.get_by_role("alert")
    show.click()
    expect(alert).to_have_text(words("replay.open.empty"))
    record = card_game()
    line = next(number for number, each in enumerate(record.splitlines(), 1) if each.startswith("1 "))
    text.fill(record.replace("take ", "steal ", 1))
    show.click()
    expect(alert).to_contain_text(begins("replay.open.mistake", line=line, column=re.compile(r"\d+")))
    expect(alert).to_contain_text("steal")
    assert_accessible(page, "a record with a mistake")
    assert_no_sideways_scrolling(page, "a record with a mistake")
    page.set_viewport_size({"width": 1280, "height": 800})
    choosing = page.locator("input[type=file]")
    choosing.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"\x89PNG\xff"})
    expect(alert).to_have_text(pattern("replay.open.unreadable"))
    choosing.set_input_files({"name": "a.txt", "mimeType": "", "buffer": b" " * 140_000})
    expect(alert).to_have_text(pattern("replay.open.large"))
    drop_file(page, record)
    page.get_by_role("button", name=words("replay.next")).click()
    page.get_by_role("button", name=words("replay.next")).click()
    assert hidden_cards(page) == {"Ann": "hidden", "<b>Ben</b>": "hidden"}
    page.get_by_label(words("replay.eyes")).select_option(label=words("replay.eyes.seat", name="Ann"))
    assert hidden_cards(page) == {"Ann": "open", "<b>Ben</b>": "hidden"}
    page.get_by_label(words("replay.eyes")).select_option(label=words("replay.eyes.all"))
    assert hidden_cards(page) == {"Ann": "open", "<b>Ben</b>": "open"}
    assert_accessible(page, "replay of cards")
    assert_no_sideways_scrolling(page, "replay of cards")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_text(words("replay.record")).click()
    assert page.get_by_role("textbox", name=words("replay.record")).input_value() == record
    keep = page.get_by_role("button", name=words("replay.keep"))
    page.evaluate(NO_ROOM)
    keep.click()
    expect(page.get_by_role("log")).to_contain_text(words("replay.kept.full"))
    page.evaluate(ROOM)
    keep.click()
    expect(page.get_by_role("button", name=words("replay.keep.not"))).to_be_visible()
    page.get_by_role("button", name=words("replay.others")).click()
    context.set_offline(True)
    page.get_by_role("region", name=words("label.kept")).get_by_role(
        "button", name=re.compile("^Ann, ")
    ).click()
    page.get_by_role("button", name=words("replay.next")).click()
    stands_at(page, 1)
    page.get_by_role("button", name=words("replay.others")).click()
    page.get_by_role("button", name=words("replay.kept.remove", what="Ann, <b>Ben</b>")).click()
    expect(page.get_by_text(words("replay.kept.none"))).to_be_visible()
    text.fill(record)
    show.click()
    expect(alert).to_have_text(begins("failed"))
    context.close()


def test_cards_that_no_player_saw_are_not_shown_by_default(page: Page) -> None:
    record = str(fair_game("cards_joker", 5))
    assert " / shuffle " in record
    page.goto("/replay")
    expect(page.get_by_role("heading", name=words("replay.open"))).to_be_visible()
    drop_file(page, record)
    turns = page.get_by_role("list", name=words("replay.turns"))
    expect(turns).to_contain_text(contains("said.reshuffled"))
    expect(turns, "the order of a new deck").not_to_contain_text(re.compile(r"[RYGBJ]\d"))
    eyes = page.get_by_label(words("replay.eyes"))
    assert eyes.locator("option").all_text_contents()[-1] == words("replay.eyes.all")
    # Another file, dropped on the replay.
    unfinished = re.sub(r"\[Result.*\n", "", "".join(record.splitlines(keepends=True)[:-2]))
    drop_file(page, unfinished)
    expect(page.get_by_text(words("replay.unfinished"))).to_be_visible()
    assert eyes.locator("option").all_text_contents()[-1] == words("replay.eyes.seat", name="Emil")


def drop_file(page: Page, text: str) -> None:
    script = """text => {
        const carried = new DataTransfer()
        carried.items.add(new File([text], 'game.qwixx'))
        return carried
    }"""
    page.dispatch_event("main", "drop", {"dataTransfer": page.evaluate_handle(script, text)})


def hidden_cards(page: Page) -> dict[str, str]:
    """Whether each player's cards are shown face up."""
    seen = {}
    for name in ("Ann", "<b>Ben</b>"):
        cards = page.get_by_role("group", name=words("replay.hand", name=name), exact=True).get_by_role("img")
        assert cards.count() > 0
        labels = [card.get_attribute("aria-label") or "" for card in cards.all()]
        unknown = {label.endswith("colour unknown") for label in labels}
        assert len(unknown) == 1, labels
        seen[name] = "hidden" if unknown.pop() else "open"
    return seen
