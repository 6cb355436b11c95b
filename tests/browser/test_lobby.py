"""The lobby of a table: inviting, joining, changing seats, and starting."""

import io
import json
import re
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.browser.conftest import new_person
from tests.browser.people import START
from tests.browser.test_access import assert_accessible
from tests.messages import pattern, words
from tests.qr_codes import text_in_picture
from tests.server.running_server import RemotePlayer, RunningServer, free_port

# No game takes that many.
MOST_CHOICES = 500


def opened(context: BrowserContext, seats: int, name: str = "Ann", game: str = "dice") -> Page:
    """The host's page at a new table."""
    new = {"game": game, "seats": [{}] * seats, "name": name, "face": "fox"}
    table = context.request.post("/api/tables", data=new).json()["table"]
    page = context.new_page()
    page.goto(f"/t/{table}")
    return page


def seats_of(page: Page) -> Locator:
    return page.get_by_role("region", name=words("join.there")).get_by_role("listitem")


def names_at(page: Page, *names: str) -> None:
    expect(seats_of(page)).to_have_text([re.compile(name) for name in names])


def test_friends_join_change_seats_and_learn_until_the_host_starts(
    browser: Browser, server: RunningServer
) -> None:
    host, guest = new_person(browser, server), new_person(browser, server)
    ann = opened(host, 4)
    link = ann.url
    code = host.request.get(link.replace("/t/", "/api/tables/")).json()["code"]

    # Ann's page shows a QR code, a code and a link for invitations.
    expect(ann.get_by_text(words("lobby.code", code=" ".join(code)))).to_be_attached()
    picture = ann.get_by_role("img", name=words("waiting.qr"))
    expect(picture).to_have_js_property("complete", True)
    pixels = np.asarray(Image.open(io.BytesIO(picture.screenshot())).convert("L"))
    assert text_in_picture(pixels) == link
    assert_accessible(ann, "lobby of the host")

    # Ben joins with one tap; without a name he is called by his face.
    ben = guest.new_page()
    ben.goto(link)
    expect(ben.get_by_role("heading", level=1)).to_have_text(words("join.invites", name="Ann"))
    expect(ben.get_by_role("radio", name=words("face.fox")), "Ann has it").to_be_disabled()
    ben.locator("label").filter(has=ben.get_by_role("radio", name=words("face.owl"))).click()
    ben.get_by_role("button", name=words("join.take")).click()
    names_at(ann, "Ann", words("face.owl"), words("lobby.free"), words("lobby.free"))
    expect(ben.get_by_role("button", name=START), "guests do not start").to_have_count(0)
    expect(ben.get_by_text(words("lobby.waiting", name="Ann", count=2))).to_be_visible()
    assert_accessible(ben, "lobby of a guest")

    # Changes of face and name are visible to everybody.
    ben.locator("label").filter(has=ben.get_by_role("radio", name=words("face.bear"))).click()
    names_at(ann, "Ann", words("face.bear"), words("lobby.free"), words("lobby.free"))
    ben.get_by_label(words("home.name")).fill("Ben")
    ben.get_by_label(words("home.name")).press("Enter")
    names_at(ann, "Ann", "Ben", words("lobby.free"), words("lobby.free"))
    ben.get_by_label(words("home.name")).fill("ann")
    ben.get_by_label(words("home.name")).press("Enter")
    expect(ben.get_by_role("alert").filter(has_text=words("reason.name_taken"))).to_be_visible()

    # The host moves a player, and removes a guest, who gets a message and may join again.
    ann.get_by_role("button", name=re.compile("^Ben")).click()
    ann.get_by_role("button", name=words("lobby.move"), exact=True).click()
    ann.get_by_role("button", name=words("lobby.move.here", number=4, name="Ben")).click()
    names_at(ben, "Ann", words("lobby.free"), words("lobby.free"), "Ben")
    ann.get_by_role("button", name=re.compile("^Ben")).click()
    ann.get_by_role("button", name=words("act.remove")).click()
    expect(ben.get_by_text(words("join.removed"))).to_be_visible()
    ben.get_by_role("button", name=words("join.take")).click()
    names_at(ann, "Ann", "Ben", words("lobby.free"), words("lobby.free"))

    # Ben opens the lesson, and is notified when the game starts.
    ben.get_by_role("button", name=re.compile(re.escape(words("home.learn.new")))).click()
    expect(ben.get_by_role("heading", level=1, name=re.compile(words("learn.title")))).to_be_visible()
    ben.go_back()
    names_at(ben, "Ann", "Ben", words("lobby.free"), words("lobby.free"))
    ben.get_by_role("button", name=re.compile(re.escape(words("home.learn.new")))).click()
    expect(ben.get_by_role("heading", level=1, name=re.compile(words("learn.title")))).to_be_visible()
    ann.get_by_role("button", name=START).click()
    expect(ben.get_by_role("alert").filter(has_text=words("lobby.started", name="Ann"))).to_be_visible()
    ben.get_by_role("button", name=words("act.to_table")).click()
    for page in (ann, ben):
        expect(page.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    for context in (host, guest):
        context.close()


def test_a_guest_can_play_after_two_taps(browser: Browser, server: RunningServer) -> None:
    host, guest = new_person(browser, server), new_person(browser, server)
    link = opened(host, 2).url
    ben = guest.new_page()
    ben.goto(link)
    ben.get_by_role("button", name=words("join.take")).click()
    ben.get_by_role("group", name=words("play.actions")).get_by_role(
        "button", name=words("play.pass"), exact=True
    ).click()
    expect(ben.get_by_role("heading", level=1)).to_have_text(pattern("play.head.sealed", "play.waiting"))
    for context in (host, guest):
        context.close()


def test_the_table_screen_is_prefetched_before_the_last_player_joins(
    browser: Browser, server: RunningServer
) -> None:
    host = new_person(browser, server)
    ann = opened(host, 2, game="cards")
    names_at(ann, "Ann", words("lobby.free"))
    ann.wait_for_load_state("networkidle")
    ann.route("**/assets/**", lambda route: route.abort())
    assert host.request.post(ann.url.replace("/t/", "/api/tables/") + "/join", data={"name": "Ben"}).ok
    expect(ann.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    host.close()


def test_a_host_who_leaves_hands_the_table_over(browser: Browser, server: RunningServer) -> None:
    host, guest = new_person(browser, server), new_person(browser, server)
    ann = opened(host, 3)
    guest.request.post(ann.url.replace("/t/", "/api/tables/") + "/join", data={"name": "Ben"})
    ben = guest.new_page()
    ben.goto(ann.url)
    names_at(ann, "Ann", "Ben", words("lobby.free"))
    table = ann.url
    ann.goto("about:blank")
    expect(ben.get_by_text(words("lobby.host.away", name="Ann"))).to_be_visible()
    ann.goto(table)
    ann.get_by_role("button", name=words("menu")).click()
    ann.get_by_role("button", name=words("menu.leave.table")).click()
    expect(ann).to_have_url(re.compile(r"/$"))
    names_at(ben, words("lobby.free"), "Ben", words("lobby.free"))
    ben.get_by_role("button", name=START).click()
    expect(ben.get_by_role("region", name=words("play.sheet.yours"))).to_be_visible()
    for context in (host, guest):
        context.close()


def test_a_computer_without_a_network_says_so_until_it_has_one(browser: Browser, tmp_path: Path) -> None:
    alone = RunningServer(tmp_path / "tables.sqlite", free_port())
    context = new_person(browser, alone)
    ann = opened(context, 3)
    expect(ann.get_by_role("heading", name=words("lobby.only"))).to_be_visible()
    expect(ann.get_by_role("img", name=words("waiting.qr"))).to_have_count(0)
    expect(ann.get_by_text(pattern("lobby.code"))).to_have_count(0)
    assert_accessible(ann, "lobby without a network")
    ann.get_by_role("button", name=words("menu")).click()
    expect(ann.get_by_role("dialog").get_by_role("status").first).to_contain_text(words("lobby.only"))
    ann.keyboard.press("Escape")
    ann.get_by_role("button", name=words("lobby.check")).click()
    expect(ann.get_by_role("heading", name=words("lobby.only"))).to_be_visible()

    def found(route: Route) -> None:
        route.fulfill(body=json.dumps({"url": "http://192.168.1.20:8080"}), content_type="application/json")

    # The link of a replay does not work for others either.
    replay = context.new_page()
    ben = RemotePlayer(alone, "dice")
    with ben.connect(alone) as connection:
        ben.play(connection, MOST_CHOICES)
    replay.goto(f"/t/{ben.table}/replay")
    expect(replay.get_by_role("status").filter(has_text=words("lobby.only"))).to_be_visible()
    expect(replay.get_by_role("button", name=words("replay.link"))).to_have_count(0)

    # The page polls for the address, without a tap.
    ann.route("**/api/address", found)
    expect(ann.get_by_text("192.168.1.20:8080")).to_be_visible()
    expect(ann.get_by_role("button", name=words("lobby.share"))).to_have_count(0)
    expect(ann.get_by_role("button", name=words("lobby.copy"))).to_be_visible()
    context.close()
    alone.stop()
