"""Two players disconnect and return: others see who is present, and do not have to wait for an absent player."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, drawn, open_table, play_out
from tests.browser.test_access import assert_accessible
from tests.messages import capital, contains, pattern, words
from tests.server.running_server import RunningServer


@pytest.fixture
def friends(browser: Browser, server: RunningServer) -> Iterator[tuple[Person, Person]]:
    """Ann and Ben at one table, each with a browser."""
    contexts = [new_person(browser, server) for _ in range(2)]
    ann, ben = (
        Person(context.new_page(), name) for context, name in zip(contexts, ("Ann", "Ben"), strict=True)
    )
    ben.join(open_table(ann, "dice", "person"))
    for person in (ann, ben):
        expect(actions(person.page)).to_be_visible()
    yield ann, ben
    for context in contexts:
        context.close()


def actions(page: Page) -> Locator:
    return page.get_by_role("group", name=words("play.actions"))


def seat_of(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=words("play.others")).get_by_role("button", name=f"{name}:")


def button(page: Page, key: str, **places: str) -> Locator:
    return page.get_by_role("button", name=words(key, **places), exact=True)


def watch_time_run_out(page: Page, server: RunningServer) -> None:
    """Let the time limit of a table expire, and check that the page reports it."""
    seats = [{"bot": None}, {"bot": "gap:1,2"}]
    new = {"game": "dice", "name": "Ann", "seats": seats, "settings": {"time_limit": 5}}
    table = page.request.post("/api/tables", data=new, headers={"Origin": server.url}).json()["table"]
    page.goto(f"/t/{table}")
    expect(page.locator("[popover]").get_by_text(words("play.news.late.you"))).to_be_visible()
    expect(page.get_by_text(words("play.news.late.you"), exact=False).first).to_be_attached()


def test_absence_and_timeouts_are_shown_and_a_bot_plays_meanwhile(
    friends: tuple[Person, Person], page: Page, server: RunningServer
) -> None:
    ann, ben = friends
    table = ben.page.url
    ben.page.close()
    ann.in_a_hurry = True
    ann.take_turn()
    expect(seat_of(ann.page, "Ben")).to_contain_text(words("play.status.wait"))
    # Use the time until Ben counts as away for another test.
    watch_time_run_out(page, server)
    expect(
        ann.page.get_by_role("heading", level=1, name=words("play.head.away", names="Ben", count=1))
    ).to_be_visible()
    waits = ann.page.get_by_role("main").get_by_role("paragraph").filter(has_text=contains("play.sub.away"))
    expect(waits).to_contain_text(re.compile(r"\b[1-5]?\d\ss"))
    expect(seat_of(ann.page, "Ben")).to_contain_text(words("label.away"))
    expect(seat_of(ann.page, "Ben")).not_to_contain_text(words("play.status.wait"))
    expect(ann.page.get_by_role("log").first).to_contain_text(contains("play.sub.away"))
    assert_accessible(ann.page, "a player away")
    button(ann.page, "play.away.cover").click()
    expect(seat_of(ann.page, "Ben")).to_contain_text(words("play.status.covered"))
    expect(ann.page.get_by_role("heading", name=words("play.head.away", names="Ben", count=1))).to_have_count(
        0
    )
    ann.take_turn()
    ann.take_turn()
    ben.page = ben.page.context.new_page()
    ben.page.goto(table)
    told = ann.page.get_by_text(pattern("said.returned", name="Ben", count=re.compile("[1-9]"))).first
    expect(told, "with what the bot did").to_contain_text(re.compile("[1-9]"))
    strip = ben.page.get_by_text(contains("play.returned"))
    expect(strip.first).to_contain_text(contains("play.returned", count=re.compile("[1-9]")))
    button(ben.page, "play.returned.show").click()
    dialog = ben.page.get_by_role("dialog", name=contains("play.returned"))
    expect(dialog.get_by_role("listitem").first).to_have_text(
        re.compile(f"^{capital(words('you'))}|^{words('play.returned.hidden')}")
    )
    dialog.get_by_role("button", name=words("close")).click()
    expect(button(ben.page, "play.returned.show")).to_have_count(0)
    ben.page.reload()
    expect(actions(ben.page)).to_be_visible()
    expect(button(ben.page, "play.returned.show"), "what was read is not shown again").to_have_count(0)
    first_tap_counts(ann, ben)


def first_tap_counts(ann: Person, ben: Person) -> None:
    """A player who returned taps a number: the tap chooses that number, without a layout shift."""
    legal = ben.page.get_by_role("button", name=pattern("play.cell.legal"))
    while True:
        ben.page.evaluate("localStorage.removeItem('qwixx.bot.choices.seen')")
        ben.page.reload()
        expect(button(ben.page, "play.returned.show")).to_be_visible()
        drawn(ben.page)
        if legal.count():
            break
        ann.act()
        ben.act()
    tapped = ben.page.locator(f"[data-cell={legal.first.get_attribute('data-cell')}]")
    sheet = ben.page.get_by_role("region", name=words("play.sheet.yours"))
    place = sheet.bounding_box()
    tapped.click()
    expect(tapped).to_have_accessible_name(pattern("play.cell.chosen"))
    expect(button(ben.page, "play.returned.show")).to_have_count(0)
    assert sheet.bounding_box() == place


def test_a_rematch_does_not_wait_for_players_who_left(friends: tuple[Person, Person]) -> None:
    ann, ben = friends
    play_out(ann, ben, patience=0)
    button(ann.page, "end.rematch").click()
    people = ann.page.get_by_role("region", name=words("end.rematch.title")).get_by_role("listitem")
    expect(people).to_contain_text([words("end.rematch.ready"), words("end.rematch.looks")])
    expect(button(ben.page, "end.rematch.with", name="Ann")).to_be_enabled()
    button(ann.page, "act.undo").click()
    expect(button(ben.page, "end.rematch")).to_be_enabled()
    button(ann.page, "end.rematch").click()
    expect(button(ann.page, "act.undo")).to_be_enabled()
    won = [
        page
        for page in (ann.page, ben.page)
        if page.get_by_role("heading", name=pattern("end.win.you")).count()
    ]
    for page in (ann.page, ben.page):
        expect(page.locator("[viewBox='0 0 200 200']"), "rays for the winner").to_have_count(int(page in won))
    ben.page.close()
    begin = button(ann.page, "end.rematch.bot", name="Ben")
    expect(begin).to_be_enabled()
    expect(people.nth(1)).to_contain_text(words("end.rematch.left"))
    expect(button(ann.page, "end.rematch.send", name="Ben")).to_be_enabled()
    assert_accessible(ann.page, "a rematch with a player gone")
    begin.click()
    expect(actions(ann.page)).to_be_visible()
    expect(seat_of(ann.page, "Ben")).to_contain_text(words("play.status.covered"))
    expect(
        ann.page.get_by_role("button", name=f"{words('news')}:"), "nothing of the last game"
    ).to_have_count(0)
