"""Games against bots without a server: downloaded once, then played, stored and replayed."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.device_games import (
    STARTING,
    FastPlayer,
    actions,
    begin,
    download,
    download_button,
    finish,
    has_more_choices,
    own_choices,
    play_some,
    prepend_to_worker,
    remove_button,
    requested_packs,
)
from tests.browser.kept_client import (
    ReplaceableServer,
    keep_client,
    kept_paths,
    kept_versions,
    new_keeper,
    wait_until_idle,
)
from tests.browser.people import play_button, until
from tests.browser.test_access import assert_accessible
from tests.messages import begins, words

FILES = 4
# Milliseconds, as in web/src/device/messages.ts.
REPLY_TIMEOUT = 10_000
DEVICE_TABLE = re.compile("/t/device-")
NO_ROOM = "void (IDBObjectStore.prototype.add = () => { throw new DOMException('', 'QuotaExceededError') })"
FIRST_READ_FAILS = """{
  const { open } = IDBFactory.prototype
  let isFirst = true
  IDBFactory.prototype.open = function (...args) {
    if (!isFirst) return open.apply(this, args)
    isFirst = false
    throw new DOMException('not now', 'UnknownError')
  }
}"""
DELETE_ONE_FILE = """async () => {
  const cache = await caches.open('qwixx-device')
  const library = (await cache.keys()).find(({ url }) => url.includes('/library-'))
  await cache.delete(library)
}"""
WASM_POLICIES = """async () => {
  const cache = await caches.open('qwixx-device')
  const responses = await cache.matchAll()
  const isAllowed = ({ headers }) => (headers.get('Content-Security-Policy') ?? '').includes('wasm-unsafe-eval')
  return responses.filter(isAllowed).map(({ headers }) => headers.get('Content-Type'))
}"""
NEWER_WAITS = "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null"
NO_DATABASE = "indexedDB.open = () => { throw new DOMException('no', 'SecurityError') }"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReplaceableServer]:
    running = ReplaceableServer(tmp_path_factory.mktemp("site"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def device(browser: Browser, site: ReplaceableServer) -> Iterator[BrowserContext]:
    """A device with all files, for tests that only play on it."""
    context = new_keeper(browser, site)
    page = context.new_page()
    asked = requested_packs(context)
    keep_client(page)
    assert asked == set()
    assert not any("/device/" in path for path in kept_paths(page))
    download(page)
    assert len(asked) == 4
    page.close()
    yield context
    context.close()


@pytest.fixture
def offline(device: BrowserContext) -> Iterator[Page]:
    """A page of such a device while it is offline."""
    device.set_offline(True)
    page = device.new_page()
    page.goto("/")
    yield page
    device.set_offline(False)
    page.close()


@pytest.fixture
def new_device(browser: Browser, site: ReplaceableServer) -> Iterator[Page]:
    """A page of a device that has downloaded nothing yet."""
    context = new_keeper(browser, site)
    yield context.new_page()
    context.close()


def kept_packs(page: Page) -> list[str]:
    return [path for path in kept_paths(page) if "/device/" in path]


def versions_after_a_visit(page: Page) -> int:
    page.reload()
    wait_until_idle(page)
    return len(kept_versions(page))


# Games


def test_a_whole_dice_game_can_be_played_offline(device: BrowserContext, offline: Page) -> None:
    player = begin(offline, "dice")
    expect(offline).to_have_url(DEVICE_TABLE)
    expect(offline.get_by_text(words("label.here"), exact=True)).to_be_visible()
    offline.get_by_role("button", name=words("menu")).click()
    expect(offline.get_by_text(words("device.menu"))).to_be_visible()
    offline.get_by_role("dialog").get_by_text(words("fairness.title")).click()
    expect(offline.get_by_text(words("device.dice"))).to_be_visible()
    assert_accessible(offline, "the menu of a game on the device")
    offline.keyboard.press("Escape")
    play_some(player)
    offline.goto("/")
    offline.get_by_role("link", name=words("act.continue")).click()
    expect(actions(offline)).to_be_visible(timeout=STARTING)
    finish(player)
    replay = offline.get_by_role("link", name=words("replay.title"), exact=True)
    replay.first.click()
    expect(offline.get_by_role("heading", level=1)).to_be_visible()
    expect(offline.get_by_text(words("failed"))).to_have_count(0)
    offline.goto("/history")
    item = offline.get_by_role("listitem").filter(has_text=words("label.here"))
    expect(item.first).to_be_visible()
    # Online again, the game is still on the device, and the server's coach reviews it.
    device.set_offline(False)
    item.get_by_role("link").first.click()
    offline.get_by_role("link", name=words("act.to_table")).click()
    with offline.expect_request("**/api/review") as asked:
        offline.get_by_role("link", name=words("review.title")).click()
    assert "[Qwixx" in (asked.value.post_data or "")


def test_a_whole_card_game_can_be_played_offline(offline: Page) -> None:
    player = begin(offline, "cards")
    play_some(player)
    offline.reload()
    expect(actions(offline)).to_be_visible(timeout=STARTING)
    finish(player)


def test_the_game_continues_after_a_crash_of_the_worker(offline: Page) -> None:
    player = begin(offline)
    play_some(player, 2)
    before = own_choices(offline)
    (crashed,) = offline.workers
    crashed.evaluate("setTimeout(() => { throw new Error('out of memory') })")
    until(offline, lambda: offline.workers not in ([], [crashed]))
    play_some(player, 1)
    assert own_choices(offline)[: len(before)] == before


def test_a_worker_that_stops_answering_is_replaced(offline: Page) -> None:
    player = begin(offline)
    (silent,) = offline.workers
    silent.evaluate("close()")
    player.take_turn()
    offline.clock.fast_forward(REPLY_TIMEOUT)
    until(offline, partial(has_more_choices, offline, 0))


def test_two_pages_play_the_same_game(device: BrowserContext, offline: Page) -> None:
    play_some(begin(offline), 1)
    other = device.new_page()
    other.goto(offline.url)
    expect(actions(other)).to_be_visible(timeout=STARTING)
    # Each page plays on from the other's choice: a choice against an older version would be refused.
    for player in (FastPlayer(other, "Ann"), FastPlayer(offline, "Ann"), FastPlayer(other, "Ann")):
        play_some(player, 1)
    other.close()


def test_a_choice_that_does_not_fit_into_storage_can_be_made_again(offline: Page) -> None:
    player = begin(offline)
    (worker,) = offline.workers
    worker.evaluate(NO_ROOM)
    player.take_turn()
    expect(offline.get_by_role("main").get_by_text(words("reason.device_full"))).to_be_visible()
    offline.reload()
    expect(actions(offline)).to_be_visible(timeout=STARTING)
    assert own_choices(offline) == []
    play_some(player, 1)


def test_a_game_that_cannot_be_read_once_is_not_lost(new_device: Page) -> None:
    download(new_device)
    new_device.goto("/")
    new_device.context.set_offline(True)
    new_device.reload()
    begin(new_device)
    prepend_to_worker(new_device, FIRST_READ_FAILS)
    for _ in range(2):
        new_device.goto("/")
        new_device.get_by_role("link", name=words("act.continue")).or_(
            new_device.get_by_role("link", name=words("home.return"))
        ).first.click()
        expect(actions(new_device)).to_be_visible(timeout=STARTING)


def test_a_worker_that_always_fails_is_downloaded_again(new_device: Page) -> None:
    download(new_device)
    new_device.goto("/")
    new_device.context.set_offline(True)
    new_device.reload()
    play_some(begin(new_device), 1)
    before = own_choices(new_device)
    prepend_to_worker(new_device, "throw new Error('damaged')")
    new_device.reload()
    expect(new_device.get_by_text(words("device.broken"))).to_be_visible()
    assert_accessible(new_device, "games that do not start")
    download_again = new_device.get_by_role("button", name=begins("device.again"))
    download_again.click()
    expect(new_device.get_by_text(words("device.lost"))).to_be_visible()
    new_device.context.set_offline(False)
    download_again.click()
    expect(actions(new_device)).to_be_visible(timeout=STARTING)
    assert own_choices(new_device)[: len(before)] == before


# Downloading


def test_only_the_worker_may_compile_webassembly(device: BrowserContext, offline: Page) -> None:
    assert offline.evaluate(WASM_POLICIES) == ["text/javascript"]
    device.set_offline(False)
    answer = offline.goto("/")
    assert answer is not None
    assert "wasm" not in (answer.header_value("content-security-policy") or "wasm")


def test_without_the_download_the_first_screen_says_what_is_missing(new_device: Page) -> None:
    keep_client(new_device)
    new_device.context.set_offline(True)
    new_device.goto("/")
    play_button(new_device).click()
    expect(new_device.get_by_role("heading", level=1, name=words("device.title"))).to_be_visible()
    assert_accessible(new_device, "what can be downloaded")
    download_button(new_device).click()
    expect(new_device.get_by_role("alert")).to_have_text(words("device.lost"))


def test_only_a_truncated_file_is_downloaded_again(new_device: Page) -> None:
    def cut(route: Route) -> None:
        route.fulfill(body=b"half of it", content_type="application/octet-stream")

    new_device.route(re.compile("modules.*pack"), cut)
    new_device.goto("/offline")
    download_button(new_device).click()
    expect(new_device.get_by_role("alert")).to_have_text(words("device.wrong"), timeout=STARTING)
    new_device.unroute(re.compile("modules.*pack"))
    asked = requested_packs(new_device.context)
    download_button(new_device).click()
    expect(remove_button(new_device)).to_be_visible(timeout=STARTING)
    assert [re.sub(r".*/|-.*", "", url) for url in asked] == ["modules"]
    remove_button(new_device).click()
    expect(download_button(new_device)).to_be_visible()
    assert not any("/device/" in path for path in kept_paths(new_device))


@pytest.mark.parametrize(
    ("script", "key"),
    [
        ("delete globalThis.WebAssembly", "device.old"),
        ("delete globalThis.DecompressionStream", "device.old"),
        (NO_DATABASE, "device.forbidden"),
        ("Object.defineProperty(navigator, 'serviceWorker', { value: undefined })", "device.forbidden"),
        (
            "Cache.prototype.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'))",
            "device.full",
        ),
    ],
    ids=["no wasm", "old", "private", "no worker", "full"],
)
def test_a_browser_that_cannot_download_games_says_why(new_device: Page, script: str, key: str) -> None:
    new_device.add_init_script(script)
    new_device.goto("/offline")
    download_button(new_device).click()
    expect(new_device.get_by_role("alert")).to_have_text(words(key), timeout=STARTING)
    expect(download_button(new_device)).to_be_visible()


def test_a_game_requests_the_download_of_a_file_that_the_browser_has_deleted(new_device: Page) -> None:
    download(new_device)
    new_device.goto("/")
    new_device.context.set_offline(True)
    new_device.reload()
    play_some(begin(new_device), 1)
    before, table = own_choices(new_device), new_device.url
    new_device.context.set_offline(False)
    new_device.evaluate(DELETE_ONE_FILE)
    new_device.goto(table)
    expect(download_button(new_device)).to_be_visible()
    expect(new_device.get_by_text(words("lost"))).to_have_count(0)
    asked = requested_packs(new_device.context)
    download_button(new_device).click()
    expect(actions(new_device)).to_be_visible(timeout=STARTING)
    assert [re.sub(r".*/|-.*", "", url) for url in asked] == ["library"]
    assert own_choices(new_device)[: len(before)] == before


@pytest.fixture
def renewed(site: ReplaceableServer) -> Iterator[ReplaceableServer]:
    """The server, whose client a test replaces."""
    yield site
    site.restore()


def test_a_game_on_the_device_continues_while_the_client_is_replaced(
    new_device: Page, renewed: ReplaceableServer
) -> None:
    context = new_device.context
    download(new_device)
    old = kept_versions(new_device)
    context.set_offline(True)
    new_device.goto("/")
    player = begin(new_device)
    play_some(player, 2)
    context.set_offline(False)
    renewed.renew()
    other = context.new_page()
    other.goto("/")
    wait_until_idle(other)
    until(other, lambda: len(kept_versions(other)) == len(old) + 1)
    # Pyodide's WebAssembly is the same in both versions.
    until(other, lambda: len(kept_packs(other)) == 2 * FILES - 1)
    # The open page keeps the files of its version, even if its worker restarts.
    (worker,) = new_device.workers
    worker.evaluate("setTimeout(() => { throw new Error('out of memory') })")
    until(new_device, lambda: new_device.workers not in ([], [worker]))
    play_some(player, 1)
    before, table = own_choices(new_device), new_device.url
    until(other, lambda: other.evaluate(NEWER_WAITS))
    new_device.close()
    # A page that was just closed may still count as open: then the next visit activates the new version.
    until(other, lambda: versions_after_a_visit(other) == len(old))
    until(other, lambda: len(kept_packs(other)) == FILES)
    context.set_offline(True)
    other.goto(table)
    expect(actions(other)).to_be_visible(timeout=STARTING)
    assert "2.js" in str(other.locator("script[type=module]").get_attribute("src"))
    assert own_choices(other)[: len(before)] == before
