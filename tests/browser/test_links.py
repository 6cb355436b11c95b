"""Links for others contain an address that they can open, even if the page itself uses the host's loopback address."""

import json
import re

from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from qwixx.daily import FIRST_DAY
from tests.browser.conftest import new_person
from tests.browser.pads import open_shared
from tests.browser.people import FinishedGame, until
from tests.browser.test_lobby import opened
from tests.messages import words
from tests.server.running_server import RunningServer

LAN = "http://192.168.1.20:8080"
ANSWER = {"daily": str(FIRST_DAY), "at": 0, "game": "dice", "right": True, "loss": 0}
KEEP = """(answer) => new Promise((kept, lost) => {
  const request = indexedDB.open('qwixx-history')
  request.onerror = lost
  request.onsuccess = () => {
    const transaction = request.result.transaction('puzzles', 'readwrite')
    transaction.objectStore('puzzles').put(answer)
    transaction.oncomplete = kept
  }
})"""


def on_the_serving_machine(browser: Browser, server: RunningServer) -> BrowserContext:
    """A browser whose pages use the host's loopback address, while the server knows a LAN address."""
    context = new_person(browser, server, permissions=["clipboard-read", "clipboard-write"])
    context.route("**/api/address", lambda route: route.fulfill(json={"url": LAN}))
    return context


def copied(page: Page, button: str) -> str:
    """The text that a button copies to the clipboard."""
    page.evaluate("navigator.clipboard.writeText('')")
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()) !== ''")
    return str(page.evaluate("navigator.clipboard.readText()"))


def links(page: Page) -> list[str]:
    """The links in an open dialog."""
    expect(page.get_by_role("dialog").get_by_role("textbox").first).to_have_value(re.compile(f"^{LAN}"))
    fields = page.get_by_role("dialog").get_by_role("textbox")
    return [field.input_value() for field in fields.all() if field.get_attribute("readonly") is not None]


def test_links_and_shared_texts_contain_an_address_for_others(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    context = on_the_serving_machine(browser, server)
    page = opened(context, 2)
    here = page.url
    there = here.replace(server.url, LAN)
    assert copied(page, words("lobby.copy")) == there
    page.get_by_role("button", name=words("menu")).click()
    shown = links(page)
    assert [shown[0], *shown[-2:]] == [there, f"{there}/watch", there.replace("/t/", "/tv/")]
    assert all(link.startswith(LAN) for link in shown)

    invited = open_shared(page, "Ann").replace(server.url, LAN)
    page.get_by_role("button", name=words("pad.invite")).click()
    assert links(page)[0] == invited

    page.goto(f"{finished_game.link}/replay/1#3")
    replay = finished_game.link.replace(server.url, LAN)
    # The page first requests the address.
    until(page, lambda: copied(page, words("replay.link")) == f"{replay}/replay/1#3")

    page.goto(f"/daily/{FIRST_DAY}")
    expect(page.get_by_role("link", name=words("daily.solve"))).to_be_visible()
    page.evaluate(KEEP, ANSWER)
    page.reload()
    until(page, lambda: copied(page, words("act.copy")).endswith(f"\n{LAN}/daily/{FIRST_DAY}/puzzle"))
    context.close()


def test_the_rematch_link_for_an_opponent_who_left_contains_an_address_for_others(
    browser: Browser, server: RunningServer, finished_game: FinishedGame
) -> None:
    context = on_the_serving_machine(browser, server)

    def without_ben(route: WebSocketRoute) -> None:
        """Change the opponent into a person who has left."""
        behind = route.connect_to_server()

        def tell(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "update":
                message["info"]["seats"][1] |= {
                    "name": "Ben",
                    "bot": None,
                    "character": None,
                    "present": False,
                }
                message["away"] = [{"seat": 1, "seconds": None}]
            route.send(json.dumps(message))

        behind.on_message(tell)

    context.route_web_socket(re.compile("/ws/"), without_ben)
    page = finished_game.seen_in(context)
    send = words("end.rematch.send", name="Ben")
    assert copied(page, send) == finished_game.link.replace(server.url, LAN)
    context.unroute("**/api/address")
    context.route("**/api/address", lambda route: route.fulfill(json={"url": None}))
    page.reload()
    expect(page.get_by_role("heading", name=words("end.rematch.title"))).to_be_visible()
    expect(page.get_by_role("button", name=send, exact=True)).to_have_count(0)
    context.close()
