"""The play screen fits common windows: all controls are visible, and nothing overlaps."""

from contextlib import suppress

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLong

from tests.browser.conftest import new_person
from tests.browser.people import Person, drawn, open_table, play_until
from tests.messages import in_language, pattern, words
from tests.server.running_server import RunningServer

# Phones in portrait and landscape, tablets, and the window of a small laptop.
SIZES = (
    (360, 740),
    (740, 360),
    (844, 390),
    (768, 1024),
    (960, 640),
    (1024, 768),
    (1366, 625),
    (1366, 768),
    (1280, 800),
    (1920, 1080),
)
# A laptop at 200 %, and the narrowest phone.
SMALLEST = ((320, 640), (640, 400))


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None
    return found


def outside(page: Page) -> tuple[int, int]:
    """How many pixels of the page overflow the window, horizontally and vertically."""
    across, down = page.evaluate(
        "(({ scrollWidth, scrollHeight }) => [scrollWidth - innerWidth, scrollHeight - innerHeight])"
        "(document.documentElement)"
    )
    return max(0, across), max(0, down)


def overlap(one: FloatRect, other: FloatRect) -> bool:
    beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return not beside and not above


@pytest.mark.parametrize("game", ["dice", "cards_joker"])
def test_the_table_fits_the_window_without_overlaps(
    browser: Browser, server: RunningServer, game: str
) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, game, "careful", "bold", "careless")
    actions = ann.page.get_by_role("group", name=words("play.actions"))
    expect(actions).to_be_visible()
    head = ann.page.get_by_role("heading", level=1)
    sheet = ann.page.get_by_role("region", name=words("play.sheet.yours"))
    others = ann.page.get_by_role("region", name=words("play.others")).get_by_role("button")
    hand = ann.page.get_by_role("region", name=words("play.hand"))
    for width, height in SIZES + SMALLEST:
        ann.page.set_viewport_size({"width": width, "height": height})
        size = f"{width}x{height}"
        assert outside(ann.page) == (0, 0), f"the page overflows the window at {size}"
        bottom = box(actions)
        assert bottom["y"] + bottom["height"] <= height, f"the buttons are outside the window at {size}"
        lines = head.evaluate("it => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight)")
        assert lines < 2.5, f"the heading has more than two lines at {size}"
        assert not overlap(box(sheet), bottom), f"the buttons overlap the sheet at {size}"
        if hand.count():
            assert not overlap(box(hand), bottom), f"the buttons overlap the hand at {size}"
        wide = others.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length")
        assert wide == 0, f"a small sheet overflows its container at {size}"
    ann.page.context.close()


def test_the_sheet_of_a_single_opponent_shows_numbers_at_every_size(
    browser: Browser, server: RunningServer
) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "dice", "careful")
    page = ann.page
    actions = page.get_by_role("group", name=words("play.actions"))
    expect(actions).to_be_visible()
    sheet = page.get_by_role("region", name=words("play.others")).get_by_text("12", exact=True)
    for width, height in SIZES + SMALLEST:
        page.set_viewport_size({"width": width, "height": height})
        size = f"{width}x{height}"
        for row in range(4):
            expect(sheet.nth(row), f"no numbers at {size}").to_be_visible()
        assert outside(page) == (0, 0), f"the page overflows the window at {size}"
        bottom = box(actions)
        assert bottom["y"] + bottom["height"] <= height, f"the buttons are outside the window at {size}"
    page.context.close()


COVERED = """badge => {
  const visible = (it) => it.getClientRects().length > 0
  const words = (it) => { const range = document.createRange(); range.selectNodeContents(it); return range }
  const at = badge.getBoundingClientRect()
  const beside = badge.closest('.opponent').querySelectorAll('.name, .word, .points, .penalties, .held')
  return [...beside].filter(visible).flatMap((it) => {
    const box = words(it).getBoundingClientRect()
    const meets = box.left < at.right && at.left < box.right && box.top < at.bottom && at.top < box.bottom
    return meets ? [it.className] : []
  })
}"""


def test_the_ticks_of_chosen_cards_do_not_cover_the_penalties(
    browser: Browser, server: RunningServer
) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "cards", "careful")
    page = ann.page
    hand = page.get_by_role("region", name=words("play.hand"))
    cards, tick = hand.get_by_role("button"), hand.locator(".tick")

    def has_chosen_a_card() -> bool:
        # If there are ticks already, these belong to cards that have just been played.
        if tick.count() or not cards.count():
            return False
        with suppress(TooLong):
            ann.select(cards.first)
        return tick.count() > 0

    play_until(has_chosen_a_card, ann)
    penalties = page.get_by_role("region", name=words("play.sheet.yours")).get_by_role(
        "img", name=pattern("play.penalties.of")
    )
    for width, height in SIZES + SMALLEST:
        page.set_viewport_size({"width": width, "height": height})
        expect(tick.first).to_be_visible()
        assert not overlap(box(tick.first), box(penalties)), (
            f"a tick overlaps the penalties at {width}x{height}"
        )
    page.context.close()


# Every narrower window is a phone in portrait, which has little space for other players.
PHONE = 600


@pytest.mark.parametrize(("game", "others"), [("dice", ("careful",)), ("cards", ("careful", "bold"))])
def test_the_badge_of_a_player_covers_nothing_beside_it(
    browser: Browser, server: RunningServer, game: str, others: tuple[str, ...]
) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, game, *others)
    expect(ann.page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    for width, height in SIZES + SMALLEST:
        ann.page.set_viewport_size({"width": width, "height": height})
        covered = ann.page.locator(".badge").evaluate_all(
            f"all => all.filter((it) => it.getClientRects().length > 0).flatMap({COVERED})"
        )
        assert covered == [], f"{width}x{height}"
        if width < PHONE:
            for boxes in ann.page.locator(".opponent > .penalties").all():
                expect(boxes).to_be_visible()
    ann.page.context.close()


@pytest.mark.parametrize("game", ["dice", "cards_joker"])
def test_large_text_never_overflows_a_phone_horizontally(
    browser: Browser, server: RunningServer, game: str
) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, game, "careful", "bold")
    actions = ann.page.get_by_role("group", name=words("play.actions"))
    expect(actions).to_be_visible()
    assert outside(ann.page) == (0, 0)
    settings = ann.page.context.new_cdp_session(ann.page)
    settings.send("Page.enable")
    for percent in (150, 200):
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * percent // 100}})
        ann.page.reload()
        expect(actions).to_be_visible()
        assert ann.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 16
        assert outside(ann.page)[0] == 0, f"the page overflows the window at {percent} %"
    ann.page.context.close()


def test_exactly_one_sheet_is_marked_as_the_active_players(browser: Browser, server: RunningServer) -> None:
    ann, ben = (Person(new_person(browser, server).new_page(), name) for name in ("Ann", "Ben"))
    ben.join(open_table(ann, "dice", "person"))
    said = []
    for person in (ann, ben):
        expect(person.page.get_by_role("button", name=pattern("play.cell.legal")).first).to_be_visible()
        own = (
            drawn(person.page)
            .get_by_role("region", name=words("play.sheet.yours"))
            .get_by_text(words("play.turn.dice"))
            .count()
        )
        other = (
            person.page.get_by_role("region", name=words("play.others"))
            .get_by_text(words("play.role.dice"), exact=True)
            .count()
        )
        assert own + other == 1
        said.append(own)
        person.page.context.close()
    assert sorted(said) == [0, 1]


def test_the_reason_on_the_felt_is_not_cut_off(browser: Browser, server: RunningServer) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "dice", "careful")
    page = ann.page
    page.evaluate("localStorage.setItem('qwixx.language', 'de')")
    page.reload()
    # A cell that cannot be crossed: the table says why, and the felt has space for the whole reason.
    page.locator("[data-cell=blue2]").click(force=True)
    reason = page.get_by_role("main").get_by_text(
        in_language("de").contains("reason.needs_five", "reason.not_the_number")
    )
    expect(reason).to_be_visible()
    assert reason.evaluate("it => it.scrollHeight <= it.clientHeight && it.scrollWidth <= it.clientWidth")
    felt = box(page.locator(".felt"))
    assert box(reason)["y"] >= felt["y"]
    page.context.close()


# Whether text in the place of the cost of passing overlaps the news icon; null if one of them is missing.
UNDER_NEWS = """words => {
  const [news, sub, cost] = ['.news', '.sub', '.cost'].map((each) => document.querySelector(each))
  if (!news || !sub || !cost) return null
  cost.textContent = words
  const range = document.createRange()
  range.selectNodeContents(cost)
  const at = news.getBoundingClientRect()
  const meets = (it) => it.left < at.right && at.left < it.right && it.top < at.bottom && at.top < it.bottom
  return [...range.getClientRects()].some(meets)
}"""


@pytest.mark.parametrize("text", [words("play.sub.free", what="blue 4"), words("play.cost.both", points=5)])
def test_the_news_icon_covers_no_text(browser: Browser, server: RunningServer, text: str) -> None:
    ann = Person(new_person(browser, server, 320, 640).new_page(), "Ann")
    open_table(ann, "dice", "careful")
    play_until(lambda: ann.page.evaluate(UNDER_NEWS, text) is not None, ann)
    assert not ann.page.evaluate(UNDER_NEWS, text)
    ann.page.context.close()


FIVE = "Otto 4: yellow 3, yellow 5 · Otto: red 3 · Otto 2: yellow 3 · Otto 3: red 3 · You passed"
# Whether the news is shown in full; null without news, or if the instruction or the cost takes two lines.
IS_WHOLE = """words => {
  const [told, sub, cost] = ['.told', '.sub', '.cost'].map((each) => document.querySelector(each))
  if (!told || [sub, cost].some((it) => !it || it.clientHeight > 2 * parseFloat(getComputedStyle(it).fontSize))) return null
  told.textContent = words
  return told.scrollHeight <= told.clientHeight + 1 && told.scrollWidth <= told.clientWidth + 1
}"""
# The height of an element's touch target in pixels, measured through its centre.
TARGET = """it => {
  const { left, top, width, height } = it.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const isIt = (by) => it.contains(document.elementFromPoint(x, y + by))
  let [up, down] = [0, 0]
  while (up < 40 && isIt(-up - 1)) up++
  while (down < 40 && isIt(down + 1)) down++
  return up + down + 1
}"""


def test_the_news_of_five_players_is_not_cut_off_and_has_a_large_touch_target(
    browser: Browser, server: RunningServer
) -> None:
    ann = Person(new_person(browser, server, 1280, 720).new_page(), "Ann")
    page = ann.page
    open_table(ann, "dice", "careful", "bold", "careless", "careful")
    is_whole: list[bool | None] = []

    def has_news() -> bool:
        is_whole.append(drawn(page).evaluate(IS_WHOLE, FIVE))
        return is_whole[-1] is not None

    for width, height in ((1280, 720), (1366, 625), (1366, 768), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        play_until(has_news, ann)
        assert is_whole[-1], f"the news is cut off at {width}x{height}"
    for width, height in ((1280, 720), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        assert drawn(page).locator(".news").evaluate(TARGET) >= 40, f"at {width}x{height}"
    page.context.close()


def test_forced_colours_show_what_is_chosen_and_crossed(browser: Browser, server: RunningServer) -> None:
    ann = Person(new_person(browser, server, forced_colors="active").new_page(), "Ann")
    open_table(ann, "dice", "careful")
    page = ann.page
    legal = page.get_by_role("button", name=pattern("play.cell.legal")).first
    legal.click()
    style = "it => getComputedStyle(it)"
    chosen = page.get_by_role("button", name=pattern("play.cell.chosen"))
    assert chosen.evaluate(f"it => ({style})(it).backgroundColor != ({style})(document.body).backgroundColor")
    mark = chosen.locator(".mark")
    assert mark.evaluate(f"it => ({style})(it).fill == ({style})(it.parentElement).color")
    page.context.close()
