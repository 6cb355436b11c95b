"""The first screen: choose a game and opponents, start, and return to open games."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.conftest import new_person
from tests.browser.people import (
    Person,
    choose_game,
    home_button,
    open_table,
    play_button,
    play_out,
    play_with_friends,
    until,
)
from tests.browser.test_access import (
    assert_accessible,
    assert_no_sideways_scrolling,
    focused,
    tab_to,
)
from tests.browser.test_layout import box
from tests.messages import begins, capital, contains, ends, listed, pattern, words
from tests.server.running_server import RunningServer

DICE = words("game.dice")
SETTING_UP = re.compile(r"/assets/settingUp-.*\.js$")
CODES = re.compile(r"/api/codes/")
GLANCE = re.compile(r"/api/tables/[^/]+$")


@pytest.fixture
def phone(browser: Browser, server: RunningServer) -> Iterator[Page]:
    context = new_person(browser, server, 360, 740)
    yield context.new_page()
    context.close()


def waiting(page: Page) -> Locator:
    """The game to continue, at the top of the screen."""
    return page.get_by_role("region").filter(
        has=page.get_by_role("link", name=words("act.continue"), exact=True)
    )


def others(page: Page) -> Locator:
    return page.get_by_role("region", name=words("home.games")).get_by_role("link")


def has_primaries(page: Page, *names: str) -> None:
    """Wait until these are the primary buttons."""
    expect(page.locator("main .btn.pri")).to_have_text(list(names))


def sits_down(page: Page) -> None:
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible()


def test_a_new_visitor_starts_a_game_with_one_tap_and_can_return_to_it(phone: Page) -> None:
    phone.goto("/")
    which, who, play = home_button(phone, "home.which"), home_button(phone, "home.who"), play_button(phone)
    has_primaries(phone, words("act.play"))
    assert box(which)["y"] < box(who)["y"] < box(play)["y"]
    lesson = phone.get_by_role("link", name=re.compile(f"^{re.escape(words('home.learn.new'))}"))
    for part in (lesson, phone.get_by_role("link", name=words("pad.title")), home_button(phone, "home.code")):
        expect(part).to_be_in_viewport(ratio=1)
    play.click()
    sits_down(phone)
    link = phone.url

    phone.goto("/")
    expect(waiting(phone)).to_contain_text(words("label.your_turn"))
    expect(waiting(phone)).to_contain_text(
        f"{words('home.games.with', game=DICE, names='Nino')}, {words('turn', turn=1)}"
    )
    expect(phone.get_by_role("button", name=ends("home.change"))).to_contain_text(words("home.again"))
    # Only one action stands out, and a player who has not finished a game may still need the lesson.
    has_primaries(phone)
    expect(lesson).to_be_visible()
    waiting(phone).get_by_role("link").click()
    expect(phone).to_have_url(link)
    sits_down(phone)


def test_several_bots_can_be_selected_and_the_last_selection_is_offered_again(phone: Page) -> None:
    phone.goto("/")
    home_button(phone, "home.who").click()
    bots = phone.get_by_role("group", name=words("home.bots"))
    for face, chosen in (
        ("Vera", "Vera"),
        ("Leo", listed("Vera", "Leo")),
        ("Vera", "Leo"),
        ("Ada", listed("Leo", "Ada")),
    ):
        bots.get_by_role("button", name=face, exact=True).click()
        has_primaries(phone, words("home.play.dice", names=chosen))
    assert_accessible(phone, "with whom")
    phone.get_by_role("button", name=words("home.play.dice", names=listed("Leo", "Ada"))).click()
    sits_down(phone)
    for _ in range(2):
        phone.goto("/")
        again = phone.get_by_role(
            "button", name=begins("home.games.with", game=DICE, names=listed("Leo", "Ada"))
        )
        expect(again).to_be_visible()
        play_button(phone).click()
        sits_down(phone)
    phone.goto("/")
    expect(others(phone)).to_have_count(2)
    expect(others(phone).first).to_contain_text(
        words("home.games.with", game=DICE, names=listed("Leo", "Ada"))
    )
    expect(others(phone).first).to_contain_text("0\u00a0:\u00a00\u00a0:\u00a00")
    # Another game can still be set up; the game to continue then moves into the list.
    choose_game(phone, "cards")
    expect(others(phone)).to_have_count(3)
    has_primaries(phone, words("act.play"))
    phone.get_by_role("button", name=words("rules")).click()
    rules = phone.get_by_role("dialog", name=words("rules"))
    expect(rules).to_contain_text(words("rules.cards.common"))
    expect(rules).not_to_contain_text(words("rules.dice.common"))


def test_a_game_can_be_chosen_with_the_keyboard_only(page: Page) -> None:
    page.goto("/")
    tab_to(page, begins("home.which"))
    page.keyboard.press("Enter")
    cards = f"{words('game.cards_joker')} {words('game.cards_joker.how')}"
    expect(page.get_by_role("button", name=cards, exact=True)).to_be_visible()
    tab_to(page, re.compile(f"{re.escape(cards)}$"))
    page.keyboard.press("Enter")
    expect(home_button(page, "home.which")).to_have_attribute("aria-expanded", "false")
    assert re.search(f"^{re.escape(words('home.which'))}.* {cards}", focused(page))
    tab_to(page, begins("home.who"))
    page.keyboard.press("Space")
    expect(home_button(page, "home.own")).to_be_visible()
    tab_to(page, begins("home.own"))
    page.keyboard.press("Enter")
    # The card games need an opponent, so the solo game is a dice game.
    expect(home_button(page, "home.which")).to_contain_text(words("game.dice"))
    assert focused(page).startswith(f"{words('home.who')} {words('home.own')}")
    tab_to(page, words("act.play"))
    page.keyboard.press("Enter")
    sits_down(page)
    page.goto("/")
    expect(waiting(page)).to_contain_text(f"{words('game.solo')}, {words('turn', turn=1)}")
    expect(waiting(page)).to_contain_text(words("label.score", points=0))


def test_the_form_for_a_table_with_friends_has_one_primary_button_below_all_options(
    browser: Browser, server: RunningServer
) -> None:
    ann = Person(new_person(browser, server, 360, 740).new_page(), "Ann")
    page = ann.page
    page.goto("/")
    play_with_friends(ann, "person", "person", "casual")
    has_primaries(page, words("home.open.table"))
    opens = home_button(page, "home.open.table")
    for key in ("home.limit", "home.hints", "option.first_player", "home.public", "home.patience"):
        control = page.get_by_label(words(key))
        assert box(control)["y"] < box(opens)["y"], key
    assert_accessible(page, "with friends")
    assert_no_sideways_scrolling(page, "with friends")
    opens.click()
    page.wait_for_url(re.compile("/t/"))
    table = page.request.get(page.url.replace("/t/", "/api/tables/")).json()
    assert [seat["bot"] for seat in table["seats"]] == [None, None, None, "casual"]
    page.goto("/")
    expect(waiting(page)).to_contain_text(words("label.waiting"))
    page.context.close()


def test_all_open_tables_are_listed_with_their_state(browser: Browser, server: RunningServer) -> None:
    ann, ben, cy = (Person(new_person(browser, server).new_page(), name) for name in ("Ann", "Ben", "Cy"))
    # Ann goes from one link to the next without visiting the first screen, with a different name at each table.
    first, second = open_table(ben, "dice", "person"), open_table(cy, "dice", "person", "casual")
    for link, name in ((first, "Annika"), (second, "Ann")):
        ann.name = name
        ann.join(link)
        sits_down(ann.page)
    ann.page.goto("/")
    expect(waiting(ann.page)).to_contain_text(
        f"{words('home.games.with', game=DICE, names='Cy and Mila')}, {words('turn', turn=1)}"
    )
    expect(others(ann.page)).to_contain_text([words("home.games.with", game=DICE, names="Ben")])
    expect(others(ann.page)).to_contain_text([f"{words('label.your_turn')} · {words('turn', turn=1)}"])
    assert_accessible(ann.page, "home with open games")
    assert_no_sideways_scrolling(ann.page, "home with open games")

    others(ann.page).filter(has_text="Ben").click()
    ann.page.wait_for_url(first)
    ann.page.get_by_role("button", name=words("play.pass"), exact=True).click()
    expect(ann.page.get_by_role("heading", name=pattern("play.head.sealed", "play.waiting"))).to_be_visible()
    ann.page.goto("/")
    # The game that waits for Ann comes first, regardless of which one she left last.
    expect(waiting(ann.page)).to_contain_text(
        f"{words('home.games.with', game=DICE, names='Cy and Mila')}, {words('turn', turn=1)}"
    )
    expect(others(ann.page)).to_contain_text(
        [f"{words('home.games.choosing', names='Ben', count=1)} · {words('turn', turn=1)}"]
    )

    ann.page.goto(first)
    ann.in_a_hurry = ben.in_a_hurry = True
    play_out(ann, ben)
    ann.page.goto("/")
    expect(waiting(ann.page)).to_contain_text(words("home.games.with", game=DICE, names=listed("Cy", "Mila")))
    expect(others(ann.page)).to_have_count(0)
    # After a finished game, the link to the lesson is below everything else.
    more = ann.page.get_by_role("region", name=words("home.more"))
    expect(more.get_by_role("link", name=re.compile(f"^{words('home.learn')}"))).to_be_attached()
    expect(ann.page.get_by_text(words("home.learn.new"))).to_have_count(0)
    for person in (ann, ben, cy):
        person.page.context.close()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (740, 360), (1280, 800)])
def test_the_answers_of_the_server_cause_no_layout_shift(
    browser: Browser, server: RunningServer, width: int, height: int
) -> None:
    page = new_person(browser, server, width, height).new_page()
    for _ in range(2):
        page.goto("/")
        play_button(page).click()
        sits_down(page)
    held: list[Route] = []
    page.route(GLANCE, lambda route: held.append(route))
    page.goto("/")
    expect(waiting(page)).to_be_visible()
    parts = [
        page.get_by_role("link", name=words("act.continue")),
        play_button(page),
        home_button(page, "home.code"),
        page.get_by_role("heading", name=words("home.more")),
    ]
    before = [box(part) for part in parts]
    until(page, lambda: len(held) == 2)
    for route in held:
        route.continue_()
    expect(others(page)).to_contain_text([words("home.games.with", game=DICE, names="Nino")])
    assert [box(part) for part in parts] == before
    # Without a connection, no table is removed from the list.
    page.unroute(GLANCE)
    page.route(GLANCE, lambda route: route.abort())
    page.goto("/")
    expect(waiting(page)).to_contain_text(words("home.return"))
    expect(others(page)).to_have_count(1)
    page.unroute(GLANCE)
    page.goto("/")
    expect(waiting(page)).to_contain_text(
        f"{words('home.games.with', game=DICE, names='Nino')}, {words('turn', turn=1)}"
    )
    page.context.close()


def test_a_part_that_fails_to_load_says_so_and_can_be_reloaded(phone: Page) -> None:
    problems: list[str] = []
    phone.on("pageerror", lambda error: problems.append(str(error)))
    phone.route(SETTING_UP, lambda route: route.fulfill(status=503, body=""))
    phone.goto("/")
    home_button(phone, "home.who").click()
    expect(phone.get_by_role("alert").filter(has_text=words("failed")).first).to_be_visible()
    phone.unroute(SETTING_UP)
    with phone.expect_navigation():
        phone.get_by_role("button", name=words("reload")).first.click()
    home_button(phone, "home.who").click()
    expect(home_button(phone, "home.own")).to_be_visible()
    assert problems == []


def test_a_problem_causes_no_layout_shift_of_the_button(phone: Page) -> None:
    phone.goto("/")
    before = box(play_button(phone))
    phone.route("**/api/tables", lambda route: route.abort())
    play_button(phone).click()
    expect(phone.get_by_role("alert").filter(has_text=words("unanswered"))).to_be_visible()
    assert box(play_button(phone)) == before


@pytest.mark.parametrize(
    ("width", "height"), [(740, 360), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)]
)
def test_the_form_that_starts_a_game_is_visible_without_scrolling(
    browser: Browser, server: RunningServer, width: int, height: int
) -> None:
    page = new_person(browser, server, width, height).new_page()
    page.goto("/")
    for part in (home_button(page, "home.which"), home_button(page, "home.who"), play_button(page)):
        expect(part).to_be_in_viewport(ratio=1)
    page.locator("footer").scroll_into_view_if_needed()
    nobody = page.get_by_text(words("public.none"))
    expect(
        nobody.or_(page.get_by_text(contains("public.join")))
        .or_(page.get_by_text(capital(words("label.running"))))
        .first
    ).to_be_visible()
    page.context.close()


def test_a_code_opens_its_table_and_invalid_codes_are_rejected(
    browser: Browser, server: RunningServer
) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    link = open_table(ann, "dice", "person")
    code = ann.page.request.get(link.replace("/t/", "/api/tables/")).json()["code"]
    page = new_person(browser, server, 360, 740).new_page()
    page.goto("/")
    home_button(page, "home.code").click()
    field = page.get_by_label(words("home.code.label"))
    expect(field).to_be_focused()
    assert_accessible(page, "code")
    told = page.get_by_role("dialog").get_by_role("alert")
    go = page.get_by_role("button", name=words("act.to_table"))
    field.fill("tomixa")
    before = box(go)
    field.press("Enter")
    expect(told).to_have_text(words("reason.no_code", code="TOMIXA"))
    assert box(go) == before

    refusal = {"code": "too_many_codes", "rule": "", "text": "no", "details": {"seconds": 41}}
    page.route(CODES, lambda route: route.fulfill(status=429, json={"type": "problem", "reason": refusal}))
    field.press("Enter")
    expect(told).to_contain_text(words("reason.too_many_codes", seconds=41))
    page.unroute(CODES)

    field.fill(f" {code[:2].lower()}-{code[2:4]} {code[4:].lower()} ")
    field.press("Enter")
    page.wait_for_url(link)
    expect(page.get_by_label(words("home.name"))).to_be_visible()
    for each in (ann.page, page):
        each.context.close()
