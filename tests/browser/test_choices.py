"""Choices of the common action: sealed, withdrawn, and shown for the rest of the turn."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, drawn, open_table
from tests.messages import contains, ends, pattern, words
from tests.server.running_server import RunningServer

LEGAL = pattern("play.cell.legal")


def legal(page: Page) -> int:
    return drawn(page).get_by_role("button", name=LEGAL).count()


def choose_first(page: Page) -> str:
    """Seal the first legal cell; return its name."""
    cell = drawn(page).get_by_role("button", name=LEGAL).first
    name = (cell.get_attribute("aria-label") or "").split(",")[0]
    cell.click()
    page.get_by_role("button", name=pattern("play.cross")).click()
    return name


def test_a_sealed_choice_can_be_withdrawn_until_all_players_have_chosen(
    browser: Browser, server: RunningServer
) -> None:
    ann, ben = (Person(new_person(browser, server).new_page(), name) for name in ("Ann", "Ben"))
    ben.join(open_table(ann, "dice", "person"))
    page = ann.page
    actions = page.get_by_role("group", name=words("play.actions"))
    sealed = page.get_by_role("heading", name=pattern("play.waiting", names="Ben"))
    expect(page.get_by_role("button", name=LEGAL).first).to_be_visible()
    possible = legal(page)

    name = choose_first(page)
    expect(sealed).to_be_visible()
    assert legal(page) == 0
    expect(ben.page.get_by_role("button", name=contains("play.status.done"))).to_be_visible()
    actions.get_by_role("button", name=words("act.undo")).click()
    expect(sealed).to_be_hidden()
    expect(page.locator("[aria-live]").filter(has_text=words("play.takeback.done"))).to_have_count(1)
    expect(ben.page.get_by_role("button", name=contains("play.status.wait"))).to_be_visible()
    assert legal(page) == possible

    assert choose_first(page) == name
    expect(sealed).to_be_visible()
    page.get_by_role("button", name=ends("play.cell.chosen")).click()
    expect(sealed).to_be_hidden()

    actions.get_by_role("button", name=words("play.pass")).click()
    expect(sealed).to_be_visible()
    actions.get_by_role("button", name=words("act.undo")).click()
    expect(sealed).to_be_hidden()

    choose_first(page)
    ben.page.get_by_role("button", name=words("play.pass"), exact=True).click()
    expect(
        page.get_by_role("button", name=name + words("play.cell.crossed", colour="", number="").lstrip())
    ).to_be_visible()
    for person in (ann, ben):
        person.page.context.close()


def test_a_double_tap_does_not_withdraw_a_choice(browser: Browser, server: RunningServer) -> None:
    ann, ben = (Person(new_person(browser, server).new_page(), name) for name in ("Ann", "Ben"))
    ben.join(open_table(ann, "dice", "person"))
    page = ann.page
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    page.reload()
    page.get_by_role("button", name=LEGAL).first.click()
    page.get_by_role("button", name=pattern("play.cross")).dblclick(delay=60)
    expect(page.get_by_role("heading", name=pattern("play.head.sealed", "play.waiting"))).to_be_visible()
    assert [text for text in sent if '"withdraw"' in text] == []
    for person in (ann, ben):
        person.page.context.close()


def test_a_page_reload_keeps_what_the_player_crossed(browser: Browser, server: RunningServer) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "solo")
    name = choose_first(ann.page)
    told = words("play.sub.free", what=name.lower())
    expect(ann.page.locator("p").filter(has_text=told).first).to_be_visible()
    ann.page.reload()
    expect(ann.page.locator("p").filter(has_text=told).first).to_be_visible()
    ann.page.context.close()
