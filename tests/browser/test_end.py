"""The end of a game shows its story, with or without the coach."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.conftest import new_person
from tests.browser.people import FinishedGame, until
from tests.messages import begins, contains, in_language, pattern, words
from tests.server.running_server import RunningServer

# Milliseconds. The first review of a server waits until the coach is loaded, on a busy machine.
FIRST_REVIEW = 90_000
SIZES = [(320, 640), (360, 740), (740, 360), (768, 1024), (1280, 800)]


def headline(page: Page) -> Locator:
    return page.get_by_role(
        "heading", level=1, name=pattern("end.win.one", "end.win.you", "end.win.shared", "end.win.shared.you")
    )


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_story_fits_and_the_main_actions_are_always_visible(
    browser: Browser, server: RunningServer, finished_game: FinishedGame, width: int, height: int
) -> None:
    page = finished_game.seen_in(new_person(browser, server, width, height))
    expect(headline(page)).to_be_visible()
    expect(page.get_by_role("heading", name=words("end.turned"))).to_be_visible()
    line = page.get_by_role("img", name=contains("end.turned.said"))
    expect(line).to_be_attached(timeout=FIRST_REVIEW)
    expect(page.get_by_role("term")).to_have_text([words("review.part.luck"), words("review.part.skill")])
    for sheet in (words("play.sheet.yours"), words("play.sheet.of", name="Mila")):
        expect(page.get_by_role("region", name=re.compile(f"^{sheet} .?\\d+ "))).to_be_attached()
    expect(page.get_by_role("link", name=words("replay.title"))).to_have_attribute(
        "href", re.compile("/replay/1$")
    )
    for control in (
        page.get_by_role("link", name=words("review.title")),
        page.get_by_role("button", name=words("end.rematch")),
    ):
        expect(control).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.context.close()


def test_the_page_is_usable_while_the_coach_thinks_and_without_the_coach(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    context = new_person(browser, server)
    held: list[Route] = []
    context.route("**/review", lambda route: held.append(route))
    page = finished_game.seen_in(context)
    story = page.get_by_role("region", name=words("end.turned"))
    expect(story).to_contain_text(words("review.thinking"))
    expect(page.get_by_role("log")).to_contain_text(words("review.thinking"))
    expect(page.locator("[aria-live], [role=status]")).to_have_count(1)
    expect(headline(page)).to_be_visible()
    expect(page.get_by_role("button", name=words("end.rematch"))).to_be_enabled()
    until(page, lambda: held)
    held.pop().abort()
    expect(story).to_contain_text(words("failed"))
    expect(page.get_by_role("button", name=words("end.rematch"))).to_be_enabled()
    context.close()


@pytest.mark.parametrize(
    ("language", "width", "height"), [("de", 360, 740), ("pt-BR", 360, 740), ("pt", 768, 1024)]
)
def test_the_story_causes_no_layout_shift_when_it_arrives(
    browser: Browser,
    server: RunningServer,
    finished_game: FinishedGame,
    language: str,
    width: int,
    height: int,
) -> None:
    context = new_person(browser, server, width, height)
    context.add_init_script(f"localStorage.setItem('qwixx.language', '{language}')")
    held: list[Route] = []
    context.route("**/review", lambda route: held.append(route))
    page = finished_game.seen_in(context)
    story = page.locator(".story")
    expect(story.get_by_role("region", name=in_language(language).words("end.turned"))).to_be_visible()
    expect(page.locator("main > .acts")).to_be_visible()
    reserved = story.evaluate("it => it.offsetHeight")
    until(page, lambda: held)
    held.pop().continue_()
    expect(page.get_by_role("term")).to_have_count(2, timeout=FIRST_REVIEW)
    assert story.evaluate("it => it.offsetHeight") == reserved
    context.close()


def test_a_spectator_sees_the_story_of_the_winner(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.goto(f"{finished_game.link}/watch")
    expect(headline(page)).to_be_visible()
    expect(page.get_by_role("link", name=words("review.title"))).to_be_in_viewport()
    expect(page.get_by_role("button", name=words("end.rematch"))).to_have_count(0)
    expect(page.get_by_role("region", name=begins("play.sheet.of"))).to_have_count(2)
    context.close()
