"""Two players and a spectator complete a whole game in the browser."""

import re

from playwright.sync_api import Browser, expect

from qwixx.notation import parse_record
from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table, play_out
from tests.messages import contains, words
from tests.server.running_server import RunningServer


# Whole games with jokers are played in Firefox, and card games without jokers on a device.
def test_two_players_and_a_spectator_finish_a_game(browser: Browser, server: RunningServer) -> None:
    phone, desktop, watcher = (
        new_person(browser, server),
        new_person(browser, server, 1280, 800),
        new_person(browser, server, 844, 390),
    )
    ann, ben = Person(phone.new_page(), "Ann"), Person(desktop.new_page(), "Ben")
    link = open_table(ann, "dice", "person")
    expect(ann.page.get_by_role("heading", name=words("label.waiting"))).to_be_visible()
    spectator = watcher.new_page()
    spectator.goto(f"{link}/watch")
    ben.join(link)
    play_out(ann, ben)
    expect(
        spectator.get_by_text(contains("end.win.one"))
        .or_(spectator.get_by_text(contains("end.win.shared")))
        .first
    ).to_be_visible()
    assert ann.acted > 5
    assert ben.acted > 5
    text = phone.request.get(f"{server.url}/api/tables/{link.rsplit('/', 1)[1]}/record").text()
    record = parse_record(text)
    assert record.ruleset.name == "dice"
    assert record.names == ("Ann", "Ben")
    for context in (phone, desktop, watcher):
        context.close()


def test_a_solo_game_can_be_played_and_started_again(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    ann = Person(context.new_page(), "Ann")
    open_table(ann, "solo")
    play_out(ann)
    expect(ann.page.get_by_role("banner")).to_contain_text(
        re.compile(f"{words('game.solo.long')} {contains('turns').pattern}")
    )
    ann.page.get_by_role("button", name=words("end.again")).click()
    expect(ann.page.get_by_role("button", name=words("play.pass"), exact=True)).to_be_visible()
    context.close()
