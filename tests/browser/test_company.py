"""Players at a table chat: they read messages and reactions, mute each other, and miss no message."""

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.messages import begins, pattern, words
from tests.server.running_server import RunningServer


def chat_button(page: Page, unread: int = 0) -> Locator:
    return page.get_by_role("button", name=pattern("company.open", count=unread))


def open_chat(page: Page) -> Locator:
    page.get_by_role("button", name=begins("company.open")).click()
    return page.get_by_role("dialog", name=words("company.title"))


def say(person: Person, text: str) -> None:
    chat = open_chat(person.page)
    field = chat.get_by_role("textbox", name=words("company.say"))
    field.fill(text)
    chat.get_by_role("button", name=words("company.send")).click()
    expect(field).to_have_value("")
    chat.get_by_role("button", name=words("close")).click()


def react(person: Person, reaction: str) -> None:
    open_chat(person.page).get_by_role("button", name=reaction).click()
    expect(person.page.get_by_role("dialog")).to_be_hidden()


def test_players_chat_react_read_and_mute(browser: Browser, server: RunningServer) -> None:
    ann, ben = (Person(new_person(browser, server).new_page(), name) for name in ("Ann", "Ben"))
    link = open_table(ann, "dice", "person")
    expect(chat_button(ann.page)).to_be_hidden()  # there is nobody to talk to
    ben.join(link)
    watching = new_person(browser, server).new_page()
    watching.goto(f"{link}/watch")

    hostile = '<img src=x onerror="document.title=1"> {name} \u202ehello'
    say(ben, hostile)
    shown = hostile.replace("\u202e", "")
    expect(ann.page.get_by_text(shown, exact=True)).to_be_visible()
    expect(ann.page.get_by_role("log", name=words("news"))).to_contain_text(
        words("company.said", name="Ben", text=shown)
    )
    say(ben, "\u0645\u0631\u062d\u0628\u0627")  # Arabic, which is written from right to left
    react(ben, words("company.react.well_done"))
    expect(chat_button(ann.page, unread=3)).to_be_visible()
    chat = open_chat(ann.page)
    expect(chat.get_by_role("log", name=words("company.title"))).to_contain_text(
        words("company.react.well_done")
    )
    expect(chat.locator("img")).to_have_count(0)
    expect(chat.get_by_text("\u0645\u0631\u062d\u0628\u0627")).to_have_css("direction", "rtl")
    assert_accessible(ann.page, "chat")
    assert_no_sideways_scrolling(ann.page, "chat")
    ann.page.set_viewport_size({"width": 360, "height": 740})
    chat.get_by_role("switch", name=words("company.mute.all")).click()
    chat.get_by_role("button", name=words("close")).click()
    expect(chat_button(ann.page)).to_be_visible()

    say(ben, "still there?")
    # Messages are ordered: once Ann's page shows her own, it has received Ben's.
    say(ann, "one moment")
    expect(chat_button(ann.page)).to_be_visible()
    expect(ann.page.get_by_text("still there?")).to_have_count(0)
    ann.page.reload()
    chat = open_chat(ann.page)
    expect(chat.get_by_role("switch", name=words("company.mute.all"))).to_be_checked()
    chat.get_by_role("switch", name=words("company.mute.all")).click()
    expect(chat.get_by_role("log", name=words("company.title"))).to_contain_text("still there?")

    # On a wide screen the chat is beside the table, which stays usable.
    watching.set_viewport_size({"width": 1280, "height": 800})
    chat = open_chat(watching)
    watching.get_by_role("button", name=words("menu")).click(trial=True)
    expect(chat.get_by_role("log", name=words("company.title"))).to_contain_text("one moment")
    expect(chat.get_by_role("textbox")).to_have_count(0)
    expect(chat.get_by_text(words("company.watching"))).to_be_visible()
    for page in (ann.page, ben.page, watching):
        page.context.close()
