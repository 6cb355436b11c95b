"""The documentation site: it builds, is complete, and loads nothing from other hosts."""

import inspect
import re
import threading
import tomllib
from collections.abc import Iterator
from enum import Enum
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from docsite.api_pages import PACKAGES, public_names
from docsite.build import build, zensical_problems
from docsite.checks import html_problems, nav_problems
from docsite.links import Links
from docsite.stage import configured
from qwixx.cli import COMMANDS
from qwixx.rules import reasons
from qwixx.tables import refusals
from tests.browser import chromium
from tests.browser.conftest import FLAGS


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    assert build(folder) == []
    return folder / "html"


def anchors(page: Path) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', page.read_text(encoding="utf-8")))


def members(path: str) -> Iterator[str]:
    """A public name, and the members that a class of that name defines."""
    package, _, name = path.rpartition(".")
    value = getattr(import_module(package), name)
    yield path
    if inspect.isclass(value):
        yield from (f"{path}.{each}" for each in vars(value) if is_shown(value, each))


def is_shown(kind: type, name: str) -> bool:
    value = inspect.getattr_static(kind, name)
    is_code = inspect.isfunction(value) or isinstance(value, property | classmethod | staticmethod)
    is_member = issubclass(kind, Enum) and isinstance(value, kind)
    # Generated members, such as ``_asdict`` and ``__init__``, do not count.
    return is_code and not is_member and not name.startswith("_")


@pytest.mark.parametrize("package", PACKAGES)
def test_everything_public_has_a_docstring(site: Path, package: str) -> None:
    """The site omits names without a docstring."""
    shown = anchors(site / "reference" / "api" / f"{package.rpartition('.')[2]}.html")
    expected = {path for name in public_names(package) for path in members(name)}
    assert len(expected) >= 3
    assert expected - shown == set()


def test_the_site_has_all_commands_and_refusals(site: Path) -> None:
    commands = anchors(site / "reference" / "commands.html")
    assert {f"qwixx-{name}" for name in COMMANDS} <= commands
    errors = (site / "reference" / "errors.html").read_text(encoding="utf-8")
    codes = {
        each.code
        for module in (reasons, refusals)
        for each in vars(module).values()
        if type(each) is reasons.Reason
    }
    assert len(codes) > 60
    assert {code for code in codes if f"<code>{code}</code>" not in errors} == set()


def test_the_plain_list_of_pages_links_to_each_of_them(site: Path) -> None:
    listed = re.findall(r"^- \[.+\]\((.+)\)$", (site / "llms.txt").read_text(encoding="utf-8"), re.MULTILINE)
    assert {site / name for name in listed} == {*site.rglob("*.html")} - {site / "404.html"}


def test_no_page_contains_a_path_of_the_build_machine(site: Path) -> None:
    texts = {page: page.read_text(encoding="utf-8") for page in site.rglob("*.html")}
    assert [page.name for page, text in texts.items() if f"{Path.home()}/" in text] == []


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.ensure_shell(), args=FLAGS)
        yield browser.new_page(viewport={"width": 360, "height": 740})
        browser.close()


def test_pages_and_the_search_make_no_external_requests(page: Page, address: str) -> None:
    """This covers scripts; the checks of the build only see requests by HTML and styles."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in ("index.html", "reference/api/coach.html", "reference/http.html"):
        page.goto(address + name)
    search = page.locator("input[aria-label=Search]")
    # Keys typed before the search has loaded are lost.
    for _ in range(100):
        page.keyboard.press("/")
        if search.evaluate_all("all => all.includes(document.activeElement)"):
            break
        page.wait_for_timeout(200)
    expect(search).to_be_focused()
    page.keyboard.type("penalty")
    page.wait_for_selector("a[href*='rules.html']:visible")
    assert any(url.endswith("search.json") for url in asked)
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_urls_of_the_site_are_those_of_the_package() -> None:
    config = (Path(__file__).parents[2] / "docsite" / "zensical.toml").read_text(encoding="utf-8")
    urls = {"Documentation": "https://docs.example.org/", "Repository": "https://example.org/qwixx"}
    without, with_urls = (tomllib.loads(configured(config, given))["project"] for given in ({}, urls))
    assert ("site_url" in without, "Source" in without["copyright"]) == (False, False)
    assert with_urls["site_url"] == urls["Documentation"]
    assert f'<a href="{urls["Repository"]}">' in with_urls["copyright"]


def test_a_page_missing_from_the_navigation_is_reported(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    for name in ("index.md", "lost.md"):
        (pages / name).write_text("# Page\n", encoding="utf-8")
    nav = 'nav = [{"Home" = "index.md"}, {"More" = [{"Gone" = "gone.md"}]}]'
    (tmp_path / "zensical.toml").write_text(f"[project]\n{nav}\n", encoding="utf-8")
    assert [problem.partition(":")[0] for problem in nav_problems(tmp_path)] == ["lost.md", "gone.md"]


@pytest.mark.parametrize(
    ("html", "problem"),
    [
        ('<a href="gone.html">x</a>', "links to gone.html, which does not exist"),
        ('<a href="#gone">x</a>', "links to #gone, where this anchor does not exist"),
        ('<a href="page.html#gone">x</a>', "links to page.html#gone, where this anchor does not exist"),
        ('<img src="gone.png">', "links to gone.png, which does not exist"),
        ('<img src="//example.org/a.png">', "loads //example.org/a.png"),
        ('<img srcset="https://example.org/a.png 2x">', "loads https://example.org/a.png"),
        ('<script src="https://example.org/a.js"></script>', "loads https://example.org/a.js"),
        ('<link rel="preconnect" href="https://example.org">', "loads https://example.org"),
        ('<p style="background: url(https://example.org/a.png)">', "loads https://example.org/a.png"),
        ('<autoref identifier="qwixx.Gone">x</autoref>', "nothing is called qwixx.Gone"),
        ('<pre class="mermaid">x</pre>', "a diagram that would be drawn by a script from elsewhere"),
    ],
)
def test_invalid_html_is_reported(tmp_path: Path, html: str, problem: str) -> None:
    (tmp_path / "page.html").write_text(f"<h1 id='top'>x</h1>\n{html}", encoding="utf-8")
    assert html_problems(tmp_path) == [f"page.html:2: {problem}"]


def test_valid_links_and_external_links_are_accepted(tmp_path: Path) -> None:
    html = '<h1 id="top">x</h1><a href="page.html#top">x</a> <a href="https://example.org/">x</a> <a href="#">x</a>'
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    (tmp_path / "a.css").write_text(
        "@import 'https://example.org/a.css'; a {background: url(b.png)}", "utf-8"
    )
    assert html_problems(tmp_path) == ["a.css: loads https://example.org/a.css"]


def test_zensical_refuses_broken_links(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.md").write_text("# Page\n\n[x](gone.md)\n[x](index.md#gone)\n", "utf-8")
    (tmp_path / "pages" / "api.md").write_text("# API\n\n::: small.Gone\n", encoding="utf-8")
    (tmp_path / "small.py").touch()
    config = '[project]\nsite_name = "x"\ndocs_dir = "pages"\nsite_dir = "html"\n[project.plugins.mkdocstrings.handlers.python]\npaths = ["."]\n'
    (tmp_path / "zensical.toml").write_text(config, encoding="utf-8")
    (problem,) = zensical_problems(tmp_path)
    assert "index.md:3:5" in problem
    assert "index.md:4:14" in problem
    assert "small.Gone could not be found" in problem


def test_links_are_rewritten_only_outside_code(tmp_path: Path) -> None:
    for name in ("README.md", "docs/a.md", "docs/images/a.png", "examples/a.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x", encoding="utf-8")
    places = {"README.md": "about/readme.md", "docs/a.md": "a.md"}
    links = Links(tmp_path, places, "files.md", lambda file: Path(file).name)
    text = (
        "[a](docs/a.md#b) ![p](docs/images/a.png) [c](examples/a.py) [d](gone.md)\n```\n[a](docs/a.md)\n```\n"
    )
    told = (
        "[a](../a.md#b) ![p](../images/a.png) [c](../files.md#a.py) [d](gone.md)\n```\n[a](docs/a.md)\n```\n"
    )
    assert links.rewritten(text, "README.md") == told
    assert links.files == {"examples/a.py"}
