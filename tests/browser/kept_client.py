"""A server whose client can be replaced while it runs, and a browser that caches that client."""

import json
import re
import shutil
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, expect

from qwixx.server.web.static_files import STATIC
from tests.browser.conftest import new_person
from tests.browser.people import LONGEST_WAIT, until
from tests.server.running_server import RunningServer, free_port

TEXTS = (".html", ".js", ".css", ".json")
# Milliseconds after which a page starts to cache files for the next visit; AT_REST in web/src/main.ts.
AT_REST = 10_000

SERVE_ANOTHER_CLIENT = """
import sys
from pathlib import Path
from qwixx.server.web import static_files
static_files.STATIC = Path({folder!r})
from qwixx.cli import main
sys.exit(main())
"""

KEPT_PATHS = """async () => {
  const names = await caches.keys()
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return requests.flat().map(({ url }) => url.slice(location.origin.length))
}"""


class ReplaceableServer:
    """``qwixx serve`` with a copy of the built client."""

    def __init__(self, folder: Path) -> None:
        self.static = folder / "static"
        self._data = folder / "tables.sqlite"
        self._port = free_port()
        shutil.copytree(STATIC, self.static)
        self.start()

    def start(self) -> None:
        program = ("-c", SERVE_ANOTHER_CLIENT.format(folder=str(self.static)))
        self.server = RunningServer(self._data, self._port, program=program)

    def stop(self) -> None:
        self.server.stop()

    @property
    def port(self) -> int:
        return self._port

    def restore(self) -> None:
        """Serve the client as built."""
        self._replace(STATIC)

    def renew(self) -> None:
        """Serve another version of the client."""
        newer = self.static.with_name("newer")
        write_newer_client(STATIC, newer)
        self._replace(newer)
        shutil.rmtree(newer)

    def _replace(self, source: Path) -> None:
        shutil.rmtree(self.static)
        shutil.copytree(source, self.static)


def write_newer_client(source: Path, target: Path) -> None:
    """Write another version of a client: same behaviour, other file names, except for Pyodide's."""
    assets = source / "assets"
    named_by_hash = [path for pattern in ("*.*", "device/*.pack") for path in assets.glob(pattern)]
    names = {_stem(path): f"{_stem(path)}2" for path in filter(_is_whole, named_by_hash)}
    # The client builds the file names of its messages: it stores only their hashes.
    hashes = {stem.rpartition("-")[2] for stem in names if stem.startswith("words-")}
    names |= {each: f"{each}2" for each in hashes}
    for path in filter(_is_whole, source.rglob("*.*")):
        content = path.read_bytes()
        if path.suffix in TEXTS:
            content = _renamed(content.decode(), names).encode()
        renamed = names.get(_stem(path), _stem(path)) + path.name.removeprefix(_stem(path))
        new = target / path.relative_to(source).with_name(renamed)
        new.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(content)


def _is_whole(path: Path) -> bool:
    return path.is_file() and path.suffix not in (".br", ".gz")


def _stem(path: Path) -> str:
    """The name without suffixes: worker-1234 for worker-1234.js.pack."""
    return Path(path.name.removesuffix(".pack")).stem


def _renamed(text: str, names: dict[str, str]) -> str:
    text = re.sub("|".join(map(re.escape, names)), lambda found: names[found[0]], text)
    return re.sub('"version":"[0-9a-f]+"', '"version":"newer"', text)


def new_keeper(browser: Browser, site: ReplaceableServer, base_url: str | None = None) -> BrowserContext:
    """A browser that may cache the client; its clock is fake, so that no test waits ten seconds."""
    context = new_person(browser, site.server, service_workers="allow", base_url=base_url or site.server.url)
    context.set_default_timeout(LONGEST_WAIT)
    context.clock.install()
    return context


def wait_until_idle(page: Page) -> None:
    """Wait until the page starts to cache files for the next visit."""
    expect(page.locator("h1").first).to_be_visible()
    page.clock.fast_forward(AT_REST)


def last_messages(language: str) -> str:
    """The message file of a language that is cached last."""
    index = json.loads((STATIC / "messages.json").read_text(encoding="utf-8"))
    return str(max(index[language]["files"].values()))


def keep_client(page: Page, language: str = "en") -> None:
    """Open the page and stay until the client is cached."""
    page.goto("/")
    wait_until_idle(page)
    # The messages are cached last, or the page itself when everything is cached again.
    last = last_messages(language)

    def is_kept() -> bool:
        paths = kept_paths(page)
        return "/" in paths and last in paths

    until(page, is_kept)
    page.evaluate("navigator.serviceWorker.ready.then(Boolean)")


def kept_paths(page: Page) -> list[str]:
    """All paths in the caches of the device, of any version."""
    found: list[str] = page.evaluate(KEPT_PATHS)
    return found


def kept_versions(page: Page) -> list[str]:
    found: list[str] = page.evaluate("caches.keys()")
    return found


def worker_count(page: Page) -> int:
    found: int = page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length")
    return found
