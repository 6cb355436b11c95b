"""Every screen of the client, reached in any engine."""

from collections.abc import Callable

import httpx2 as httpx

from qwixx.daily import FIRST_DAY
from tests.engines.driver import wait_for
from tests.engines.player import Player
from tests.engines.visitor import Visitor
from tests.messages import begins
from tests.server.running_server import RemotePlayer

# Seconds. The first puzzle and the first review on a machine wait for compilation.
PATIENCE = 180
QUICK_BOT = "gap:1,2"
# No game takes that many.
MOST_CHOICES = 500
# A step in the middle of a replay.
STEP = 9
# From now on the page is offline.
CUT_OFF = """() => {
  window.WebSocket = class { static OPEN = 1; readyState = 0; send() {} close() {} }
  dispatchEvent(new Event('offline'))
}"""
# From now on, requests to a path get this response.
ANSWER = """(path, answer) => {
  const { fetch } = window
  window.fetch = (asked, ...rest) =>
    String(asked).includes(path) ? Promise.resolve(Response.json(answer)) : fetch(asked, ...rest)
  dispatchEvent(new Event('online'))
}"""

# The visitor takes a seat at a table.
JOIN = """async (path) => {
  const headers = { 'Content-Type': 'application/json' }
  await fetch(path, { method: 'POST', headers, body: JSON.stringify({ name: 'Ann' }) })
}"""

# Opens a screen; its arguments are the visitor and the table of a finished game, played in the same browser.
Reach = Callable[[Visitor, str], None]


def page(path: str, role: str = "heading", *keys: str, seconds: float = 20) -> Reach:
    """A page with a fixed address; wait until it shows this element."""

    def reach(visitor: Visitor, _: str) -> None:
        visitor.goto(path)
        visitor.see(role, *keys, seconds=seconds)

    return reach


def newcomer(visitor: Visitor, _: str) -> None:
    """The first screen for a new visitor, without stored games."""
    kept = visitor.evaluate("() => { const kept = { ...localStorage }; localStorage.clear(); return kept }")
    visitor.goto("/")
    learn = begins("home.learn.new")
    wait_for(lambda: any(learn.search(link.name) for link in visitor.find("link")), "a way to the lesson")
    visitor.evaluate("(kept) => Object.assign(localStorage, kept)", kept)


def going_on(visitor: Visitor, _: str) -> None:
    """The first screen while a game waits for the player."""
    visitor.open_table("dice", QUICK_BOT)
    visitor.see("group", "play.actions")
    visitor.goto("/")
    visitor.see("link", "act.continue")


def table(game: str, *bots: str | None, choices: int = 0) -> Reach:
    def reach(visitor: Visitor, _: str) -> None:
        visitor.open_table(game, *bots)
        Player(visitor).play(choices)
        visitor.see("group", "play.actions")

    return reach


def lesson(path: str, skipped: int) -> Reach:
    def reach(visitor: Visitor, _: str) -> None:
        visitor.goto(path)
        for _step in range(skipped):
            visitor.click("button", "learn.skip")
            visitor.driver.draw()
        visitor.see("region", "learn.teacher")

    return reach


def waiting(visitor: Visitor, _: str) -> None:
    visitor.open_table("dice", None, QUICK_BOT)
    visitor.see("heading", "label.waiting")


def home_step(key: str, role: str, *found: str) -> Reach:
    """The form or dialog that a button of the first screen opens."""

    def reach(visitor: Visitor, _: str) -> None:
        visitor.goto("/")
        visitor.choose(key, "button")
        visitor.see(role, *found)

    return reach


def guest(visitor: Visitor, _: str) -> None:
    """The lobby of another player's table, seen by a guest."""
    new = {"game": "dice", "seats": [{}, {}, {}], "name": "Ben"}
    opened = httpx.post(f"{visitor.server.url}/api/tables", json=new).json()["table"]
    visitor.evaluate(JOIN, f"/api/tables/{opened}/join")
    visitor.goto(f"/t/{opened}")
    visitor.see("heading", "label.waiting")


def only_here(visitor: Visitor, finished: str) -> None:
    """A table that no other device can reach."""
    waiting(visitor, finished)
    visitor.evaluate(ANSWER, "/api/address", {"url": None})
    visitor.see("heading", "lobby.only")


def cut_off(visitor: Visitor, _: str) -> None:
    visitor.open_table("dice", QUICK_BOT)
    visitor.see("group", "play.actions")
    visitor.evaluate(CUT_OFF)
    visitor.see("button", "lost.now")


def away(visitor: Visitor, _: str) -> None:
    """A table that waits for a player who joined and disconnected."""
    opened = visitor.open_table("dice", None)
    httpx.post(f"{visitor.server.url}/api/tables/{opened}/join", json={"name": "Ben"}).raise_for_status()
    visitor.click("button", "play.pass")
    visitor.see("button", "play.away.cover", seconds=60)


def watching(visitor: Visitor, _: str) -> None:
    ben = RemotePlayer(visitor.server, "dice")
    visitor.goto(f"/t/{ben.table}/watch")
    visitor.see("region", "play.others")


def television(visitor: Visitor, _: str) -> None:
    """A game between other players on a TV."""
    ben = RemotePlayer(visitor.server, "cards_joker")
    visitor.goto(f"/tv/{ben.table}")
    visitor.see("region", "play.sheet.of")


def television_waiting(visitor: Visitor, _: str) -> None:
    """A table without players yet, on a TV."""
    new: dict[str, object] = {"game": "dice", "seats": [{}] * 5, "name": None}
    opened = httpx.post(f"{visitor.server.url}/api/tables", json=new)
    visitor.goto(f"/tv/{opened.json()['table']}")
    visitor.see("heading", "tv.play")


def television_pad(visitor: Visitor, _: str) -> None:
    opened = httpx.post(f"{visitor.server.url}/api/pads", json={"game": "dice", "name": "Ben"})
    visitor.goto(f"/tv/{opened.json()['table']}")
    visitor.see("heading", "pad.join")


def crashed(visitor: Visitor, _: str) -> None:
    visitor.goto("/")
    visitor.evaluate(ANSWER, "/api/puzzle", {"view": None})
    visitor.choose("more.puzzle", "link")
    visitor.see("button", "reload")


def joining(visitor: Visitor, _: str) -> None:
    """Another player's table, before joining."""
    seats: list[dict[str, str]] = [{}, {}, {"bot": QUICK_BOT}]
    new = {"game": "dice", "seats": seats, "name": "Ben"}
    opened = httpx.post(f"{visitor.server.url}/api/tables", json=new)
    visitor.goto(f"/t/{opened.json()['table']}")
    visitor.see("button", "join.take")


def dialog(key: str) -> Reach:
    """A dialog that a button of the table opens."""

    def reach(visitor: Visitor, _: str) -> None:
        visitor.open_table("dice", QUICK_BOT)
        visitor.click("button", key)
        visitor.see("dialog")

    return reach


def chat(visitor: Visitor, _: str) -> None:
    opened = visitor.open_table("dice", None)
    joined = httpx.post(f"{visitor.server.url}/api/tables/{opened}/join", json={"name": "Ben"})
    assert joined.status_code == httpx.codes.CREATED
    visitor.click("button", "company.open")
    visitor.see("dialog")
    visitor.fill("Good luck")
    visitor.driver.type("\ue007")
    said = "() => document.querySelector('dialog[open]').textContent.includes('Good luck')"
    wait_for(lambda: bool(visitor.evaluate(said)), "what was said")


def pad(visitor: Visitor, _: str) -> None:
    """A pad on this device without a roll, which is its usual state."""
    visitor.goto("/pad")
    visitor.choose("pad.way.here")
    visitor.click("button", "pad.open")
    visitor.click("button", "play.cell.legal")
    visitor.see("button", "play.cell.crossed")


def pad_result(visitor: Visitor, finished: str) -> None:
    pad(visitor, finished)
    for key in ("pad.paper", "pad.paper.end", "pad.finish"):
        visitor.click("button", key)
    visitor.see("button", "pad.renew")


def pad_joining(visitor: Visitor, _: str) -> None:
    """Another player's pad, before joining."""
    opened = httpx.post(f"{visitor.server.url}/api/pads", json={"game": "dice", "name": "Ben"})
    visitor.goto(f"/pad/{opened.json()['table']}")
    visitor.see("button", "pad.join")


def entering(visitor: Visitor, finished: str) -> None:
    pad(visitor, finished)
    visitor.click("button", "pad.roll")
    visitor.see("button", "pad.roll.done")


def shared_pad(visitor: Visitor, _: str) -> None:
    visitor.goto("/pad")
    visitor.choose("pad.way.shared")
    visitor.click("button", "pad.open")
    visitor.see("region", "play.sheet.yours")


def invitation(visitor: Visitor, finished: str) -> None:
    shared_pad(visitor, finished)
    visitor.click("button", "pad.invite")
    visitor.see("dialog")


def replay(game: str) -> Reach:
    """The replay of a game that another player played."""

    def reach(visitor: Visitor, _: str) -> None:
        ben = RemotePlayer(visitor.server, game)
        with ben.connect(visitor.server) as connection:
            ben.play(connection, MOST_CHOICES)
        assert ben.over
        visitor.goto(f"/t/{ben.table}/replay#{STEP}")
        visitor.see("slider")

    return reach


def of_finished(path: str, role: str, *keys: str) -> Reach:
    """A page about the finished game."""
    return lambda visitor, finished: page(f"/t/{finished}{path}", role, *keys, seconds=PATIENCE)(visitor, "")


# On these screens, a felt with dice or cards and the player's own sheet are visible.
TABLES: dict[str, Reach] = {
    "dice": table("dice", QUICK_BOT, choices=2),
    "dice, five players": table("dice", *4 * [QUICK_BOT], choices=2),
    "cards": table("cards_joker", QUICK_BOT, QUICK_BOT, choices=2),
    "solo": table("solo", choices=2),
    "no connection": cut_off,
    "a player away": away,
    "puzzle": page("/puzzle", "group", "play.actions", seconds=PATIENCE),
    "puzzle of a day": page(f"/daily/{FIRST_DAY}/puzzle", "group", "play.actions", seconds=PATIENCE),
}
SCREENS: dict[str, Reach] = {
    "home": page("/", "button", "act.play"),
    "home, newcomer": newcomer,
    "home, a game that goes on": going_on,
    "home, friends": home_step("home.friends", "textbox", "home.name"),
    "home, code": home_step("home.code", "button", "act.to_table"),
    **TABLES,
    "lesson": lesson("/learn", 0),
    "lesson, step 4": lesson("/learn", 3),
    "lesson of cards": lesson("/learn/cards", 2),
    "waiting": waiting,
    "waiting, only here": only_here,
    "waiting, as a guest": guest,
    "watching": watching,
    "tv, start": page("/tv", "button", "home.open.table"),
    "tv, waiting": television_waiting,
    "tv": television,
    "tv, pad": television_pad,
    "joining": joining,
    "menu": dialog("menu"),
    "rules": dialog("rules"),
    "chat": chat,
    "end": of_finished("", "button", "end.rematch"),
    "review": of_finished("/review", "heading", "label.chance"),
    "replay of dice": replay("dice"),
    "replay of cards": replay("cards"),
    "replay desk": page("/replay", "textbox"),
    "pad, start": page("/pad", "button", "pad.open"),
    "pad": pad,
    "pad, entering a roll": entering,
    "pad, result": pad_result,
    "pad, joining": pad_joining,
    "pad, shared": shared_pad,
    "pad, invitation": invitation,
    "daily": page("/daily", "button"),
    "history": page("/history", "link"),
    "fairness": page("/fairness", "button"),
    "offline": page("/offline", "button", "device.download"),
    "missing": page("/t/nowhere"),
    "crashed": crashed,
}
# These screens log the error that they are about.
FAILING = ("crashed",)
