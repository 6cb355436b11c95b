"""Two players and a spectator finish a whole game of each kind through the page."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from qwixx.notation import parse_record
from tests.browser.conftest import new_person
from tests.browser.people import Person, open_table, play_out
from tests.server.running_server import RunningServer

GAMES = {"Dice": "dice", "Cards": "cards", "Cards with jokers": "cards_joker"}


@pytest.mark.parametrize("game", GAMES)
def test_two_players_and_a_spectator_finish_a_game(
    browser: Browser, server: RunningServer, game: str
) -> None:
    phone, desktop, watcher = (
        new_person(browser, server),
        new_person(browser, server, 1280, 800),
        new_person(browser, server, 844, 390),
    )
    ann, ben = Person(phone.new_page(), "Ann"), Person(desktop.new_page(), "Ben")
    link = open_table(ann, game, "Person")
    expect(ann.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    spectator = watcher.new_page()
    spectator.goto(f"{link}/watch")
    ben.join(link)
    play_out(ann, ben)
    expect(spectator.get_by_text("wins").or_(spectator.get_by_text("share the win")).first).to_be_visible()
    assert ann.acted > 5
    assert ben.acted > 5
    text = phone.request.get(f"{server.url}/api/tables/{link.rsplit('/', 1)[1]}/record").text()
    record = parse_record(text)
    assert record.ruleset.name == GAMES[game]
    assert record.names == ("Ann", "Ben")
    for context in (phone, desktop, watcher):
        context.close()


def test_a_game_against_a_bot_is_two_taps_away(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()


def test_solo_and_once_more(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    ann = Person(context.new_page(), "Ann")
    open_table(ann, "Solo")
    play_out(ann)
    expect(ann.page.get_by_role("banner")).to_contain_text(re.compile(r"Solo game \d+ turns"))
    ann.page.get_by_role("button", name="Play again").click()
    expect(ann.page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    context.close()
