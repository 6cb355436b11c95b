"""Players keep their seat and position after a page reload, a reconnect, and on a second tab or device."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, choose_game, drawn, home_button, lost_strip, open_table, play_until
from tests.messages import begins, contains, pattern, words
from tests.server.running_server import RunningServer, free_port


def crosses(page: Page) -> int:
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    return drawn(page).get_by_role("button", name=pattern("play.cell.crossed")).count()


def started(browser: Browser, server: RunningServer) -> Person:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "dice", "careful")
    expect(ann.page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    play_until(lambda: crosses(ann.page) >= 2, ann)
    # A choice may still be in flight.
    ann.page.reload()
    return ann


def test_page_reload_second_tab_and_another_device_show_the_same_game(
    browser: Browser, server: RunningServer
) -> None:
    ann = started(browser, server)
    here = crosses(ann.page)
    ann.page.reload()
    assert crosses(ann.page) == here
    second = ann.page.context.new_page()
    second.goto(ann.page.url)
    assert crosses(second) == here
    ann.page.get_by_role("button", name=words("menu")).click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    link = ann.page.evaluate(
        "[...document.querySelectorAll('input')].map(i => i.value).find(v => v.includes('/s/'))"
    )
    assert link, "the menu shows the private link"
    phone = new_person(browser, server).new_page()
    phone.goto(link)
    assert crosses(phone) == here
    assert "/s/" not in phone.url, "the secret must not stay in the address bar"
    phone.context.close()
    ann.page.context.close()


def test_a_restart_of_the_server_is_shown_and_the_game_continues(browser: Browser, tmp_path: Path) -> None:
    data, port = tmp_path / "tables.sqlite", free_port()
    server = RunningServer(data, port)
    ann = started(browser, server)
    here = crosses(ann.page)
    server.kill()
    expect(lost_strip(ann.page)).to_be_visible(timeout=20_000)
    server = RunningServer(data, port)
    expect(lost_strip(ann.page)).to_be_hidden(timeout=20_000)
    assert crosses(ann.page) == here
    acted = False
    while not acted:
        acted = ann.act()
    ann.page.context.close()
    server.stop()


def test_a_tap_on_a_cell_that_cannot_be_crossed_says_why(browser: Browser, server: RunningServer) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "dice", "careful")
    ann.page.get_by_role("button", name=words("play.cell.open", colour="Red", number=12)).click(force=True)
    expect(ann.page.get_by_text(contains("reason.needs_five", "reason.not_the_number")).first).to_be_visible()
    ann.page.context.close()


def test_the_title_says_when_it_is_your_turn(browser: Browser, server: RunningServer) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "dice", "careful")
    expect(ann.page).to_have_title(begins("title.turn"))
    ann.page.context.close()


def test_leaving_to_a_bot_is_offered_only_with_other_players(browser: Browser, server: RunningServer) -> None:
    ann, ben = (Person(new_person(browser, server).new_page(), name) for name in ("Ann", "Ben"))
    leave = ann.page.get_by_role("button", name=words("menu.leave"))
    for others, may_leave in (["careful"], False), (["careful", "person"], True):
        link = open_table(ann, "dice", *others)
        if may_leave:
            ben.join(link)
        expect(ann.page.get_by_role("group", name=words("play.actions"))).to_be_visible()
        ann.page.get_by_role("button", name=words("menu")).click()
        expect(ann.page.get_by_role("dialog", name=words("menu"))).to_be_visible()
        assert leave.is_visible() == may_leave
    for person in (ann, ben):
        person.page.context.close()


def test_settings_are_remembered_and_invalid_values_ignored(browser: Browser, server: RunningServer) -> None:
    page = new_person(browser, server).new_page()
    page.goto("/")
    kept = {
        "game": "solo",
        "who": "friends",
        "bots": ["nobody"],
        "others": [None, "nobody"],
        "settings": {"time_limit": 30, "patience": 7, "hints": True},
    }
    page.evaluate("kept => localStorage.setItem('qwixx.setup', JSON.stringify(kept))", kept)
    limit, patience = (
        page.get_by_role("combobox", name=words(key)) for key in ("home.limit", "home.patience")
    )
    for expected in (words("seconds", count=30), words("minutes", count=2)):
        page.goto("/")
        choose_game(page, "dice")
        page.get_by_text(words("home.options.more")).click()
        expect(limit).to_have_value(expected)
        expect(patience).to_have_value(words("minutes", count=1))  # seven seconds is not an option
        expect(page.get_by_role("switch", name=words("home.hints"))).to_be_checked()
        limit.select_option(words("minutes", count=2))
        home_button(page, "home.open.table").click()
        expect(page.get_by_role("heading", name=words("label.waiting"))).to_be_visible()
    table = page.request.get(page.url.replace("/t/", "/api/tables/")).json()
    settings = {"time_limit": 120, "patience": 60, "hints": True, "daily": None, "public": False}
    assert table["settings"] == settings
    page.context.close()
