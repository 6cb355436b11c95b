"""Tables with problems: damaged in the store, unreachable, or with a bot from another version."""

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from qwixx.tables import refusals
from qwixx.tables.protocol import PROTOCOL
from qwixx.tables.views import reason_message
from tests.browser.conftest import new_person
from tests.browser.people import LONGEST_WAIT, Person, lost_strip, open_table, play_out, until
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.messages import LANGUAGES, in_language, pattern, words
from tests.server.running_server import RunningServer, free_port

HAS_A_PROBLEM = words("reason.table_failed")
A_BOT_PLAYS = re.compile(words("play.status.bot"), re.IGNORECASE)
# Bytes that no version can read as a fact.
GARBAGE = b"\x00\xff not a fact"


class OwnServer:
    """A server with its database, which tests can change behind its back."""

    def __init__(self, folder: Path) -> None:
        self._data, self._port = folder / "tables.sqlite", free_port()
        self.start()

    def start(self) -> None:
        self.now = RunningServer(self._data, self._port)

    def facts(self, table: str) -> dict[int, bytes]:
        with closing(sqlite3.connect(self._data)) as db:
            return dict(db.execute("SELECT number, fact FROM facts WHERE table_name = ?", (table,)))

    def write(self, table: str, facts: dict[int, bytes]) -> None:
        with closing(sqlite3.connect(self._data)) as db, db:
            db.executemany(
                "UPDATE facts SET fact = ? WHERE table_name = ? AND number = ?",
                [(fact, table, number) for number, fact in facts.items()],
            )

    def restart_after(self, change: Callable[[], None]) -> None:
        """Make a change while the server is stopped."""
        self.now.stop()
        change()
        self.start()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[OwnServer]:
    running = OwnServer(tmp_path)
    yield running
    running.now.stop()


def new_player(browser: Browser, own: OwnServer, name: str) -> Person:
    return Person(new_person(browser, own.now).new_page(), name)


def name_of(link: str) -> str:
    return link.rsplit("/", 1)[1]


def is_playing(page: Page) -> None:
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible()


# How long a table is kept


def test_the_menu_says_how_long_a_table_is_kept(browser: Browser, server: RunningServer) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "dice", "person")
    before = "en"
    for language in LANGUAGES:
        ann.page.get_by_role("button", name=in_language(before).words("menu"), exact=True).click()
        dialog = ann.page.get_by_role("dialog")
        dialog.get_by_label(in_language(before).words("language"), exact=True).select_option(
            label=in_language(language).words("language.name")
        )
        expect(dialog.get_by_text(in_language(language).words("menu.kept", days=14))).to_be_visible()
        before = language
        assert_no_sideways_scrolling(ann.page, f"the menu in {language}")
        ann.page.keyboard.press("Escape")
    ann.page.context.close()


# Damaged facts


def test_a_damaged_table_shows_a_problem_and_continues_after_the_repair(
    browser: Browser, own: OwnServer
) -> None:
    ann = new_player(browser, own, "Ann")
    link = open_table(ann, "dice", "careful")
    is_playing(ann.page)
    table = name_of(link)
    facts = own.facts(table)
    last = max(facts)
    own.restart_after(lambda: own.write(table, {last: GARBAGE}))

    # A page that already shows the table keeps it.
    expect(ann.page.get_by_role("alert").get_by_text(HAS_A_PROBLEM)).to_be_visible()
    expect(lost_strip(ann.page)).to_be_hidden()
    is_playing(ann.page)
    assert_no_sideways_scrolling(ann.page, "a table with a problem")
    # A new page shows the same problem, and nothing of the table.
    late = ann.page.context.new_page()
    late.set_default_timeout(LONGEST_WAIT)
    late.goto(link)
    expect(late.get_by_role("heading", name=HAS_A_PROBLEM)).to_be_visible()
    expect(late.get_by_text(words("loading"))).to_be_hidden()
    expect(lost_strip(late)).to_be_hidden()
    assert_accessible(late, "problem")
    assert_no_sideways_scrolling(late, "problem")
    # The link home works, and so does the link back.
    late.get_by_role("link", name=words("act.home")).click()
    late.get_by_role("link", name=words("act.continue")).click()
    expect(late.get_by_role("heading", name=HAS_A_PROBLEM)).to_be_visible()

    own.write(table, {last: facts[last]})
    for page in (ann.page, late):
        expect(page.get_by_text(HAS_A_PROBLEM)).to_be_hidden()
        is_playing(page)
    ann.take_turn()
    ann.page.context.close()


# Connections that end


def connections(page: Page, code: int, *sent: dict[str, object]) -> list[float]:
    """Record when this page connects to a table that sends these messages and closes with this code."""
    opened: list[float] = []

    def end(socket: WebSocketRoute) -> None:
        opened.append(time.monotonic())
        for message in sent:
            socket.send(json.dumps(message))
        socket.close(code=code)

    page.route_web_socket(re.compile("/ws/"), end)
    return opened


WELCOME: dict[str, object] = {
    "type": "welcome", "protocol": PROTOCOL, "seat": None, "private_link": None, "kept_days": 14
}  # fmt: skip
REASON = reason_message(refusals.STORE_FAILED)
REFUSED: dict[str, object] = {
    "type": "refused",
    "id": None,
    "reason": {"rule": REASON.rule, "code": REASON.code, "details": {}, "text": REASON.text},
}


def wait_for(page: Page, opened: list[float], count: int) -> float:
    """Wait for this many connections; return the seconds between the first and the last."""
    until(page, lambda: len(opened) >= count)
    return opened[count - 1] - opened[0]


def test_retries_back_off_when_a_table_fails_after_its_welcome(page: Page) -> None:
    opened = connections(page, 4503, WELCOME, REFUSED)
    page.goto("/t/none")
    expect(page.get_by_role("heading", name=pattern("reason.store_failed"))).to_be_visible()
    assert wait_for(page, opened, 5) > 2


def test_a_client_that_was_rejected_reconnects_after_a_pause(page: Page) -> None:
    opened = connections(page, 1008)
    page.goto("/t/none")
    expect(lost_strip(page)).to_be_visible()
    assert wait_for(page, opened, 2) > 3


# Bots of another version


def rename_bots(own: OwnServer, table: str, name: str) -> None:
    renamed = {seq: fact.replace(b"gap:1,2", name.encode()) for seq, fact in own.facts(table).items()}
    own.restart_after(lambda: own.write(table, renamed))


def test_the_server_plays_for_a_bot_that_this_version_does_not_know(browser: Browser, own: OwnServer) -> None:
    ann = new_player(browser, own, "Ann")
    link = open_table(ann, "dice", "careful")
    is_playing(ann.page)
    rename_bots(own, name_of(link), "oracle:9")
    bot = ann.page.get_by_role("button", name=re.compile("^Otto: "))
    expect(bot).to_have_accessible_name(A_BOT_PLAYS)
    bot.click()
    expect(ann.page.get_by_role("dialog").get_by_text(A_BOT_PLAYS)).to_be_visible()
    ann.page.keyboard.press("Escape")
    play_out(ann, patience=6)
    ann.page.context.close()


def test_a_waiting_table_says_that_the_server_plays_for_an_unknown_bot(
    browser: Browser, own: OwnServer
) -> None:
    ann, ben = (new_player(browser, own, name) for name in ("Ann", "Ben"))
    link = open_table(ann, "dice", "careful", "person")
    seat = ann.page.get_by_role("listitem").filter(has_text="Otto")
    expect(seat).to_contain_text(words("bot.careful.how"))
    # Every JavaScript object has a property of this name.
    rename_bots(own, name_of(link), "constructor")
    expect(seat).to_contain_text(A_BOT_PLAYS)
    ben.page.goto(link)
    expect(ben.page.get_by_role("listitem").filter(has_text="Otto")).to_contain_text(A_BOT_PLAYS)
    ben.join(link)
    for person in (ann, ben):
        is_playing(person.page)
        expect(person.page.get_by_role("button", name=re.compile("^Otto: "))).to_have_accessible_name(
            A_BOT_PLAYS
        )
        person.page.context.close()
