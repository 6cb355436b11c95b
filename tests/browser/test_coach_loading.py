"""The coach's screens while they load, and when the player leaves them."""

import json
import re
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import new_person
from tests.browser.people import Person, is_home, open_table, until
from tests.browser.test_coach import PATIENCE
from tests.messages import words
from tests.server.running_server import RunningServer

CHUNK = re.compile(r"/assets/(?:Puzzle|screens)-.*\.js$")
PUZZLE = re.compile("/api/puzzle")
BUSY = {"reason": {"rule": "", "code": "coach_busy", "details": {}, "text": "ask again in a moment"}}
# Milliseconds. A page retries a busy coach after two seconds.
LONGER_THAN_A_PAUSE = 2600
# Other commands time out after ten seconds, and close the connection.
LONGER_THAN_A_COMMAND = 15_000
# When this is answered, all earlier requests and responses have been handled.
ASK = "() => fetch('/api/address').then((answer) => answer.text())"


def is_posed(page: Page) -> None:
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible(timeout=PATIENCE)


def test_a_puzzle_is_not_replaced_by_one_requested_earlier(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(urlsplit(route.request.url).query)
        if asked[-1].startswith("game=solo"):
            route.fulfill(status=503, json=BUSY)
        else:
            route.continue_()

    page.route(PUZZLE, answer)
    page.clock.install()
    page.goto("/puzzle?game=solo&seed=7")
    expect(page.get_by_role("heading", name=words("puzzle.thinking"))).to_be_visible()
    page.get_by_label(words("label.game"), exact=True).select_option(label=words("game.dice"))
    is_posed(page)
    before = list(asked)
    page.clock.fast_forward(LONGER_THAN_A_PAUSE)
    page.evaluate(ASK)
    assert asked == before
    assert before[-1] == "game=dice"
    expect(page).to_have_url(re.compile("game=dice&seed="))
    context.close()


def test_a_late_puzzle_does_not_affect_the_next_page(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    late: list[Route] = []
    page.route(PUZZLE, lambda route: late.append(route))
    page.goto("/puzzle")
    page.get_by_role("link", name=words("act.home")).click()
    is_home(page)
    until(page, lambda: late)
    with page.expect_response(PUZZLE, timeout=PATIENCE) as answered:
        late[0].continue_()
    answered.value.finished()
    page.evaluate(ASK)
    assert urlsplit(page.url).path == "/"
    context.close()


def test_an_invalid_seed_leads_to_a_random_puzzle(page: Page) -> None:
    page.goto("/puzzle?game=dice&seed=seven")
    is_posed(page)
    expect(page).to_have_url(re.compile(r"game=dice&seed=\d+$"))


def test_screens_that_fail_to_load_show_a_problem_and_can_be_reloaded(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    page.route(CHUNK, lambda route: route.fulfill(status=404, body="not found"))
    page.goto("/puzzle")
    failed = page.get_by_text(words("failed"))
    expect(failed).to_be_visible()
    ann = Person(page, "Ann")
    open_table(ann, "dice", "careful")
    page.get_by_role("button", name=words("play.coach"), exact=True).click()
    expect(failed.first).to_be_visible(timeout=PATIENCE)
    page.goto("/puzzle")
    expect(failed).to_be_visible()
    page.unroute(CHUNK)
    page.get_by_role("button", name=words("reload")).click()
    is_posed(page)
    context.close()


def test_the_coach_shows_that_it_is_thinking_until_the_hint_arrives(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    late: list[str | bytes] = []

    def hold(client: WebSocketRoute) -> None:
        table = client.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if json.loads(message)["type"] == "hinted":
                late.append(message)
            else:
                client.send(message)

        table.on_message(pass_on)
        lines.append(client)

    lines: list[WebSocketRoute] = []
    page.clock.install()
    page.route_web_socket(re.compile("/ws/"), hold)
    open_table(Person(page, "Ann"), "dice", "careful")
    button = page.get_by_role("button", name=words("play.coach"), exact=True)
    expect(button).to_have_attribute("aria-disabled", "false", timeout=PATIENCE)
    # Only the visible text, not the live region.
    table = page.get_by_role("main")
    thinking, busy = (
        table.get_by_text(words(key), exact=True) for key in ("play.coach.thinking", "reason.coach_busy")
    )
    while not late:  # a busy coach says so, and can be asked again
        button.click()
        until(page, lambda: late or busy.is_visible())
    page.clock.fast_forward(LONGER_THAN_A_COMMAND)
    expect(thinking).to_be_visible()
    assert len(lines) == 1, "the connection was closed"
    lines[-1].send(late[-1])
    expect(page.get_by_role("button", name=words("play.coach.all"))).to_be_visible()
    expect(thinking).to_be_hidden()
    context.close()


def test_a_running_game_has_no_review_request_and_no_review_entry_in_the_history(
    browser: Browser, server: RunningServer
) -> None:
    context = new_person(browser, server)
    page = context.new_page()
    link = open_table(Person(page, "Ann"), "dice", "careful")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    is_home(page)
    page.goto(f"{link}/review")
    expect(page.get_by_role("group", name=words("play.actions"))).to_be_visible()
    expect(page).to_have_url(link)
    page.go_back()
    is_home(page)
    assert not [url for url in asked if "/api/" in url and url.endswith("/review")]
    context.close()
