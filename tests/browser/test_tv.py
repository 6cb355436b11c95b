"""Tables and score pads on a TV."""

import io
import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2 as httpx
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import ClientConnection, connect

from tests.browser.conftest import new_person
from tests.browser.test_access import assert_accessible
from tests.browser.test_device import WAKE_LOCK
from tests.messages import begins, pattern, words
from tests.qr_codes import text_in_picture
from tests.server.running_server import RunningServer, free_port

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
NAMES = ("Ann", "Maximiliane-Louise M", "Ben", "W" * 20, "Eva")
# The minimum text size as a fraction of the screen's height: 30 pixels of 1080. On a TV 68 cm high that is
# 19 mm, or 21 minutes of arc from three metres; good eyes can read letters of 10 minutes.
LEAST_TEXT = 1 / 36
# The margin at the edges, which some TVs cut off.
MARGIN = 1 / 30
MEASURE = """() => {
  const hidden = (element) => element.closest('.vh, [hidden]') !== null
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode
    if (!textContent.trim() || hidden(parent) || ['SCRIPT', 'STYLE'].includes(parent.tagName)) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const { left, top, right, bottom, width } = range.getBoundingClientRect()
    if (width > 0) texts.push({ text: textContent, size: parseFloat(getComputedStyle(parent).fontSize),
                                box: [left, top, right, bottom] })
  }
  const box = (element) => { const { left, top, right, bottom } = element.getBoundingClientRect()
                             return [left, top, right, bottom] }
  const sheets = [...document.querySelectorAll('[data-spot^="seat"]')].map((sheet) => ({
    box: box(sheet), cells: [...sheet.querySelectorAll('.cell')].map(box),
    head: [...sheet.querySelectorAll('header > :not(.vh)')].filter((it) => it.offsetWidth > 0).map(box) }))
  return { texts, sheets }
}"""
Box = tuple[float, float, float, float]


class Phone:
    """A player who connects over a real socket; a page for each player would be slow."""

    def __init__(self, server: RunningServer, table: str, name: str, stack: ExitStack) -> None:
        joined = httpx.post(f"{server.url}/api/tables/{table}/join", json={"name": name})
        cookie = joined.raise_for_status().headers["set-cookie"].split(";")[0]
        self._socket: ClientConnection = stack.enter_context(
            connect(f"ws://127.0.0.1:{server.port}/ws/{table}", additional_headers={"Cookie": cookie})
        )
        self._sent = 0
        self._answered = 0
        self.made = 0
        self.state: dict[str, Any] = {}

    def send(self, **message: object) -> None:
        """Send a command, and wait until it is done."""
        self._sent += 1
        self._socket.send(json.dumps({**message, "id": self._sent}))
        while (heard := self._hear(timeout=10))["type"] != "done":
            assert heard["type"] != "refused", heard

    def _hear(self, timeout: float) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=timeout))
        if message["type"] == "update":
            self.state = message
        return message

    def listen(self) -> None:
        try:
            while True:
                self._hear(timeout=0.01)
        except TimeoutError:
            return

    @property
    def is_over(self) -> bool:
        return bool(self.state) and self.state["info"]["state"] == "over"

    def choose(self, *, crosses: bool) -> None:
        """If a choice is due, make the last one, or pass if possible and not crossing."""
        self.listen()
        view = self.state.get("view")
        if (
            not view
            or self.state["version"] == self._answered
            or view["seat"] not in view["public"]["to_act"]
        ):
            return
        if view["chosen"] is None and view["choices"]:
            self._answered = self.state["version"]
            self.made += 1
            choices = [choice["text"] for choice in view["choices"]]
            choice = "-" if "-" in choices and not crosses else choices[-1]
            self.send(type="choose", version=self._answered, choice=choice)


def play(phones: list[Phone], choices: int) -> None:
    """Let each player make this many choices, always the last one."""
    while any(phone.made < choices for phone in phones):
        for phone in phones:
            phone.choose(crosses=True)


def play_out(phones: list[Phone]) -> None:
    """Let all players pass, which soon ends the game by penalties."""
    while not all(phone.is_over for phone in phones):
        for phone in phones:
            phone.choose(crosses=False)


def empty_table(server: RunningServer, game: str, seats: int) -> str:
    options = {} if game == "dice" else {"hand_numbers_public": "true"}
    new: dict[str, object] = {"game": game, "seats": [{}] * seats, "name": None, "options": options}
    return str(httpx.post(f"{server.url}/api/tables", json=new).raise_for_status().json()["table"])


@contextmanager
def television(browser: Browser, server: RunningServer, path: str, **more: object) -> Iterator[Page]:
    context = new_person(browser, server, 1920, 1080, **more)
    context.add_init_script(WAKE_LOCK)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(path)
    yield page
    context.close()
    assert problems == []


def assert_readable(page: Page, sheets: int, what: str) -> None:
    """Check that everything is inside the screen and large enough at every size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURE)
        where = f"{what} at {width}x{height}"
        assert found["texts"], where
        small = [each for each in found["texts"] if each["size"] < height * LEAST_TEXT - 0.1]
        assert small == [], where
        margin = height * MARGIN
        screen = (margin, margin, width - margin, height - margin)
        assert [each["text"] for each in found["texts"] if not inside(each["box"], screen)] == [], where
        assert len(found["sheets"]) == sheets, where
        boxes = [each["box"] for each in found["sheets"]]
        for place, each in enumerate(found["sheets"]):
            assert len(each["cells"]) == 44
            assert inside(each["box"], screen), where
            assert all(inside(part, each["box"]) for part in (*each["cells"], *each["head"])), where
            assert all(left[2] <= right[0] + 1 for left, right in pairwise(each["head"])), where
            assert not any(overlap(each["box"], other) for other in boxes[:place]), where


def inside(box: Box, around: Box) -> bool:
    left, top, right, bottom = box
    return (
        left >= around[0] - 1 and top >= around[1] - 1 and right <= around[2] + 1 and bottom <= around[3] + 1
    )


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


def test_a_table_on_a_tv_from_the_code_to_the_rematch(browser: Browser, server: RunningServer) -> None:
    with television(browser, server, "/tv") as page, ExitStack() as stack:
        assert_accessible(page, "before there is a table")
        page.get_by_role("radio", name="2", exact=True).check(force=True)
        page.get_by_role("button", name=words("home.open.table")).click()
        page.wait_for_url(re.compile("/tv/.+"))
        table = page.url.rpartition("/")[2]
        expect(page.get_by_text(words("lobby.starts", count=2))).to_be_visible()
        code = httpx.get(f"{server.url}/api/tables/{table}").json()["code"]
        expect(page.get_by_text(words("lobby.code", code=" ".join(code)))).to_be_attached()
        picture = page.get_by_role("img", name=words("waiting.qr"))
        expect(picture).to_have_js_property("complete", True)
        pixels = np.asarray(Image.open(io.BytesIO(picture.screenshot())).convert("L"))
        assert text_in_picture(pixels) == f"{server.url}/t/{table}"
        assert page.get_by_role("button").or_(page.get_by_role("link")).count() == 0, (
            "a TV must show no controls"
        )

        # The first player to join is the host. A second TV finds the table by its code.
        phones = [Phone(server, table, "Ann", stack)]
        expect(page.get_by_text(words("lobby.host.starts", name="Ann"))).to_be_visible()
        assert_readable(page, 0, "waiting room")
        with television(browser, server, "/tv") as second:
            second.get_by_label(words("home.code.label")).fill(code)
            second.get_by_role("button", name=words("act.to_table")).click()
            expect(second).to_have_url(page.url)
            expect(second.get_by_text(words("lobby.host.starts", name="Ann"))).to_be_visible()
        phones.append(Phone(server, table, "Ben", stack))
        for name in ("Ann", "Ben"):
            expect(page.get_by_role("region", name=words("play.sheet.of", name=name))).to_be_visible()

        play_out(phones)
        expect(page.get_by_role("heading", level=1)).to_have_text(pattern("end.win.one", "end.win.shared"))
        assert_readable(page, 0, "end")
        phones[0].send(type="rematch", wanted=True)
        expect(page.get_by_text(words("rematch.who", names="Ann", count=1))).to_be_visible()
        phones[1].send(type="rematch", wanted=True)
        expect(page.get_by_role("region", name=words("play.sheet.of", name="Ann"))).to_be_visible()
        expect(page.get_by_text(words("turn", turn=1))).to_be_visible()
        assert page.evaluate("locks.map((lock) => lock.released)") == [False], "the screen must stay on"


@pytest.mark.parametrize(
    ("game", "players", "theme"),
    [
        ("dice", 2, "light"),
        ("dice", 3, "light"),
        ("cards", 4, "light"),
        ("cards_joker", 5, "dark"),
    ],
)
def test_a_game_is_readable_from_across_the_room(
    browser: Browser, server: RunningServer, game: str, players: int, theme: str
) -> None:
    table = empty_table(server, game, players)
    with ExitStack() as stack, television(browser, server, f"/tv/{table}", color_scheme=theme) as page:
        expect(page.get_by_text(words("lobby.starts", count=players))).to_be_visible()
        phones = [Phone(server, table, name, stack) for name in NAMES[:players]]
        play(phones, 3)
        turn = httpx.get(f"{server.url}/api/tables/{table}").json()["turn"]
        expect(page.locator("main > header")).to_contain_text(words("turn", turn=turn))
        expect(page.locator('[data-spot^="seat"]')).to_have_count(players)
        assert_readable(page, players, f"{game} of {players}")
        if theme == "dark":
            assert_accessible(page, f"{game} on a TV")


def test_a_win_shared_by_four_players_with_long_names_is_readable(
    browser: Browser, server: RunningServer
) -> None:
    table = empty_table(server, "dice", len(NAMES))
    with ExitStack() as stack, television(browser, server, f"/tv/{table}") as page:
        expect(page.get_by_text(words("lobby.starts", count=len(NAMES)))).to_be_visible()
        # All players pass at the same time, so that one takes a fourth penalty while all others have three.
        play_out([Phone(server, table, name, stack) for name in NAMES])
        expect(page.get_by_role("heading", level=1)).to_have_text(pattern("end.win.shared"))
        assert_readable(page, 0, "a win shared by four")


def test_a_pad_on_a_tv_reconnects_after_a_restart_of_the_server(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    server = RunningServer(tmp_path / "tables.sqlite", port, None, "--base-url", f"http://127.0.0.1:{port}")
    opened = httpx.post(f"{server.url}/api/pads", json={"game": "dice", "name": "Ann"})
    pad, cookie = opened.json()["table"], opened.headers["set-cookie"].split(";")[0]
    written = 0

    def write(kind: str = "penalty", **cell: object) -> None:
        nonlocal written
        written += 1
        mark = {"n": written, "kind": kind, "seen": 0, "colour": None, "number": None, **cell}
        url = f"ws://127.0.0.1:{port}/ws/{pad}"
        with connect(url, additional_headers={"Cookie": cookie}) as socket:
            socket.send(json.dumps({"type": "write", "id": 1, "game": 1, "mark": mark}))
            while json.loads(socket.recv(timeout=10))["type"] != "done":
                pass

    with television(browser, server, f"/tv/{pad}") as page:
        expect(page.get_by_role("heading", name=words("pad.join"))).to_be_visible()
        httpx.post(f"{server.url}/api/pads/{pad}/join", json={"name": "Ben"}).raise_for_status()
        ann = page.get_by_role("region", name=words("play.sheet.of", name="Ann"))
        expect(page.get_by_role("region", name=words("play.sheet.of", name="Ben"))).to_be_visible()
        assert_readable(page, 2, "pad")
        for number in (12, 11, 10, 9, 8, 2):
            write("cross", colour="blue", number=number)
        expect(ann.get_by_text(words("tv.locked"))).to_be_visible()
        expect(ann).to_contain_text("28")
        server.kill()
        expect(page.get_by_role("status")).to_contain_text(words("lost"))
        expect(ann, "what is known stays").to_contain_text("28")
        server = RunningServer(
            tmp_path / "tables.sqlite", port, None, "--base-url", f"http://127.0.0.1:{port}"
        )
        write()
        expect(ann).to_contain_text("23")
        expect(page.get_by_role("status")).not_to_contain_text(words("lost"))
        assert_readable(page, 2, "pad with a locked row")
    server.stop()


def test_a_table_on_a_phone_offers_a_link_for_a_tv(browser: Browser, server: RunningServer) -> None:
    context = new_person(browser, server)
    new = {"game": "dice", "seats": [{}, {}], "name": "Ann"}
    table = context.request.post("/api/tables", data=new).json()["table"]
    page = context.new_page()
    page.goto(f"/t/{table}")
    page.get_by_role("button", name=begins("tv.show")).click()
    shown = page.get_by_role("dialog")
    expect(shown.get_by_label(words("tv.link"))).to_have_value(f"{server.url}/tv/{table}")
    assert_accessible(page, "a link for a TV")
    shown.get_by_role("link", name=words("tv.here")).click()
    expect(page).to_have_url(f"{server.url}/tv/{table}")
    expect(page.get_by_role("heading", name=words("tv.play"))).to_be_visible()
    context.close()
