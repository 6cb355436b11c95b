"""The coach in the browser: hints, the review of a game, puzzles."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLong

from tests.browser.conftest import new_person
from tests.browser.people import (
    FinishedGame,
    Person,
    choose_game,
    drawn,
    home_button,
    is_home,
    open_table,
    play_out,
    play_with_friends,
)
from tests.browser.test_access import assert_accessible, assert_no_sideways_scrolling
from tests.messages import begins, capital, contains, in_language, pattern, words
from tests.server.running_server import RunningServer

# The first hint on a machine waits for compilation, in the solo game for its solution.
PATIENCE = 180_000
LEVELS = ["novice", "casual", "solid", "strong", "master"]


def to_review(page: Page) -> None:
    page.get_by_role("link", name=begins("review.title")).click()
    page.wait_for_url(re.compile("/review$"))
    expect(page.get_by_role("heading", name=words("review.decisions"))).to_be_visible(timeout=PATIENCE)


def hint_button(page: Page, language: str = "en") -> Locator:
    return page.get_by_role("button", name=in_language(language).words("play.coach"), exact=True)


def gets_hint(page: Page, language: str = "en") -> bool:
    """Ask for a hint once; fails if the coach is busy or the decision is over."""
    try:
        hint_button(page, language).click(timeout=9000)
        expect(page.get_by_role("button", name=in_language(language).words("play.coach.all"))).to_be_visible(
            timeout=9000
        )
    except (AssertionError, TooLong):
        return False
    return True


def hinted(page: Page, language: str = "en") -> None:
    expect(hint_button(page, language)).to_have_attribute("aria-disabled", "false", timeout=PATIENCE)
    assert any(gets_hint(page, language) for _ in range(20)), "the coach gave no hint"


def no_placeholder_is_left(page: Page) -> None:
    assert re.search(r"\{\w+|undefined|NaN", page.locator("body").inner_text()) is None


def test_bot_levels_can_be_chosen_and_have_distinct_descriptions(page: Page) -> None:
    page.goto("/")
    play_with_friends(Person(page, "Ann"), LEVELS[0])
    seat = page.get_by_label(words("home.seat", seat=2))
    offered = seat.locator("option").all_inner_texts()
    levels = [words(f"bot.{level}") for level in LEVELS]
    assert offered[1:6] == levels
    told = set()
    for level in levels:
        seat.select_option(label=level)
        seats = page.get_by_role("list", name=words("home.players"))
        told.add(seats.get_by_role("listitem").locator(".who > span").inner_text())
    assert len(told) == len(LEVELS)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_hint_shows_the_best_choice_and_the_others(
    browser: Browser, server: RunningServer, theme: str
) -> None:
    context = new_person(browser, server, color_scheme=theme)
    ann = Person(context.new_page(), "Ann")
    open_table(ann, "dice", "solid")
    hinted(ann.page)
    head = ann.page.get_by_role("heading", level=1)
    expect(head).to_have_text(contains("coach.hint", value=re.compile(r"\d+%")))
    best = drawn(ann.page).get_by_role("button", name=re.compile(f", {words('coach.word.best')}$"))
    assert best.count() == (0 if words("play.pass") in head.inner_text() else 1)
    assert_accessible(ann.page, "play with a hint")
    assert_no_sideways_scrolling(ann.page, "play with a hint")
    ann.page.set_viewport_size({"width": 360, "height": 740})
    ann.page.get_by_role("button", name=words("play.coach.all")).click()
    options = ann.page.get_by_role("dialog", name=words("play.coach.all")).get_by_role("listitem")
    expect(options.first).to_be_visible()
    assert options.count() >= 2
    assert_accessible(ann.page, "all options")
    ann.page.keyboard.press("Escape")
    ann.in_a_hurry = True
    ann.take_turn()
    expect(head).not_to_have_text(contains("coach.hint"))
    context.close()


def test_hints_are_off_with_friends_and_can_be_allowed_for_the_table(
    browser: Browser, server: RunningServer
) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    said = "Players at this table may ask for hints."
    open_table(ann, "dice", "person")
    expect(ann.page.get_by_role("heading", name=words("label.waiting"))).to_be_visible()
    expect(ann.page.get_by_text(said)).to_be_hidden()
    ann.page.goto("/")
    choose_game(ann.page, "dice")
    ann.page.get_by_role("switch", name=words("home.hints")).check()
    home_button(ann.page, "home.open.table").click()
    expect(ann.page.get_by_text(said)).to_be_visible()
    ben = Person(new_person(browser, server).new_page(), "Ben")
    ben.page.goto(ann.page.url)
    expect(ben.page.get_by_text(said)).to_be_visible()
    for person in (ann, ben):
        person.page.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_review_of_a_game_against_a_bot_shows_luck_and_decisions(
    browser: Browser, server: RunningServer, finished_game: FinishedGame, theme: str
) -> None:
    page = finished_game.seen_in(new_person(browser, server, color_scheme=theme))
    to_review(page)
    assert_accessible(page, "review")
    assert_no_sideways_scrolling(page, "review")
    no_placeholder_is_left(page)
    curve = page.get_by_role("img", name=begins("review.curve.said", name=capital(words("you")), first="50%"))
    expect(curve).to_be_visible()
    table = page.get_by_role("group").filter(has_text=words("review.curve.table"))
    table.get_by_text(words("review.curve.table")).click()
    assert page.get_by_role("region", name=words("review.curve.table")).get_by_role("row").count() > 5
    expect(page.get_by_text(pattern("review.summary", name=capital(words("you"))))).to_be_visible()
    decisions = page.get_by_role("region", name=words("review.decisions")).get_by_role("listitem")
    position = page.get_by_role("region", name=words("review.position"))
    decisions.first.get_by_role("button").click()
    expect(position.get_by_role("heading", name=words("review.position"))).to_be_focused()
    expect(
        position.get_by_text(re.compile(f"^{words('you')} · {words('turn', turn=1)} ", re.IGNORECASE))
    ).to_be_visible()
    expect(position.get_by_role("row").nth(1)).to_contain_text(capital(words("coach.word.best")))
    expect(position.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    page.get_by_label(words("review.of")).select_option(label="Mila")
    decisions.nth(2).get_by_role("button").press("Enter")
    expect(
        position.get_by_text(re.compile(f"^Mila · {contains('turn').pattern}", re.IGNORECASE))
    ).to_be_visible()
    assert_accessible(page, "review, a decision of the bot")
    page.get_by_role("link", name=words("review.back")).click()
    expect(page.get_by_role("button", name=words("end.rematch"))).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name=words("review.title"), level=1)).to_be_visible()
    page.context.close()


def test_the_luck_curve_fits_a_narrower_window_before_it_is_redrawn(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    context = new_person(browser, server)
    context.add_init_script("ResizeObserver.prototype.observe = () => {}")
    page = finished_game.seen_in(context)
    to_review(page)
    assert_no_sideways_scrolling(page, "review whose curve is not drawn anew")
    context.close()


def test_the_numbers_in_the_review_of_a_solo_game_add_up(browser: Browser, server: RunningServer) -> None:
    ann = Person(new_person(browser, server).new_page(), "Ann")
    open_table(ann, "solo")
    play_out(ann, patience=8)
    to_review(ann.page)
    text = ann.page.locator("main").inner_text().replace("\N{MINUS SIGN}", "-")
    terms = {term: re.compile(f"(?P<{term}>[-+]?[\\d.]+)") for term in ("start", "luck", "skill")}
    told = contains("review.summary.solo", **terms).search(text)
    total = contains("review.summary.solo.faults", total=re.compile(r"(?P<total>-?\d+) \w+")).search(text)
    assert told is not None, text
    assert total is not None, text
    start, luck, cost = (float(told[term]) for term in terms)
    assert round(start + luck - cost, 1) == float(total["total"])
    assert start == 115.5
    assert_accessible(ann.page, "review of a solo game")
    assert_no_sideways_scrolling(ann.page, "review of a solo game")
    ann.page.get_by_role("button", name=words("review.previous")).focus()
    ann.page.context.close()


def test_a_review_can_be_stepped_through_with_the_keyboard_only(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    page = finished_game.seen_in(new_person(browser, server))
    to_review(page)
    page.get_by_role("region", name=words("review.decisions")).get_by_role("button").first.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=words("review.previous"))).to_be_focused()
    page.keyboard.press("Tab")
    following = page.get_by_role("button", name=words("review.next"))
    expect(following).to_be_focused()
    position = page.get_by_role("region", name=words("review.position"))
    count = page.get_by_role("region", name=words("review.decisions")).get_by_role("listitem").count()
    for number in range(1, count + 1):
        expect(
            position.get_by_text(words("label.of", number=number, count=count), exact=True)
        ).to_be_visible()
        expect(
            position.get_by_text(re.compile(f"^{words('you')} · {contains('turn').pattern}", re.IGNORECASE))
        ).to_be_visible()
        page.keyboard.press("Enter")
    expect(following).to_have_attribute("aria-disabled", "true")
    expect(following).to_be_focused()
    page.context.close()


def test_a_player_in_the_review_sees_that_others_want_a_rematch(
    browser: Browser, server: RunningServer
) -> None:
    ann, ben = (Person(new_person(browser, server).new_page(), name) for name in ("Ann", "Ben"))
    ben.join(open_table(ann, "dice", "person"))
    play_out(ann, ben, patience=0)
    ben.page.get_by_role("button", name=words("end.rematch")).click()
    wish = ann.page.get_by_role("main").get_by_text(words("rematch.who", count=1, names="Ben"))
    expect(wish).to_be_visible()
    to_review(ann.page)
    expect(wish).to_be_visible()
    assert_accessible(ann.page, "review with a wish for a rematch")
    for person in (ann, ben):
        person.page.context.close()


def test_a_spectator_remains_a_spectator_in_the_review(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    page = new_person(browser, server).new_page()
    page.goto(f"{finished_game.link}/watch")
    watching = page.get_by_text(words("join.watching"))
    expect(watching).to_be_visible()
    to_review(page)
    expect(watching).to_be_visible()
    page.get_by_role("link", name=words("review.back")).click()
    expect(page).to_have_url(f"{finished_game.link}/watch")
    page.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["dice", "solo"])
def test_a_puzzle_can_be_answered_and_is_explained(
    browser: Browser, server: RunningServer, game: str, theme: str
) -> None:
    context = new_person(browser, server, color_scheme=theme)
    page = context.new_page()
    page.goto("/")
    is_home(page)
    page.locator("footer").scroll_into_view_if_needed()
    page.get_by_role("link", name=begins("more.puzzle")).click()
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible(timeout=PATIENCE)
    page.get_by_label(words("label.game"), exact=True).select_option(label=words(f"game.{game}"))
    expect(page).to_have_url(re.compile(f"game={game}&seed="), timeout=PATIENCE)
    assert_accessible(page, "puzzle")
    assert_no_sideways_scrolling(page, "puzzle")
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name=words("play.pass"), exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(pattern("puzzle.right", "puzzle.wrong"))
    assert_accessible(page, "answer of a puzzle")
    assert_no_sideways_scrolling(page, "answer of a puzzle")
    no_placeholder_is_left(page)
    seed = page.url
    page.reload()
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible(timeout=PATIENCE)
    assert page.url == seed
    page.get_by_role("button", name=words("play.pass"), exact=True).click()
    page.get_by_role("button", name=words("puzzle.next")).click()
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible(timeout=PATIENCE)
    assert page.url != seed
    context.close()


# The languages with the longest sentences; the build checks that no message or placeholder is missing.
@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_coach_is_translated(
    browser: Browser, server: RunningServer, finished_game: FinishedGame, language: str
) -> None:
    said = in_language(language)
    context = new_person(browser, server, locale=language)
    page = finished_game.seen_in(context)
    page.goto(f"{finished_game.link}/review")
    expect(page.get_by_role("heading", name=said.words("review.luck"))).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("heading", name=said.words("review.title"), level=1)).to_be_visible()
    assert_no_sideways_scrolling(page, f"review in {language}")
    no_placeholder_is_left(page)
    page.goto("/puzzle?game=dice&seed=4")
    page.get_by_role("button", name=said.words("play.pass"), exact=True).click(timeout=PATIENCE)
    expect(page.get_by_role("button", name=said.words("puzzle.next"))).to_be_visible()
    assert_no_sideways_scrolling(page, f"puzzle in {language}")
    no_placeholder_is_left(page)
    page.goto("/")
    page.get_by_role("button", name=said.words("act.play"), exact=True).click()
    page.wait_for_url(re.compile("/t/"))
    hinted(page, language)
    assert_no_sideways_scrolling(page, f"hint in {language}")
    no_placeholder_is_left(page)
    context.close()
