"""Problems that Zensical's strict mode misses: unlisted pages, dead links in HTML, requests to elsewhere."""

import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# Attributes that a browser loads by itself, and what ``link`` relations it does not load.
LOADING = {"src", "srcset", "data", "poster", "action", "xlink:href", "background"}
NOT_LOADED = {"canonical", "next", "prev", "alternate", "license"}
LOADED_BY_STYLE = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s;]+)""")
ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)


def nav_problems(folder: Path) -> list[str]:
    """Pages that the navigation does not have, entries without a page, and pages that are there twice."""
    config = tomllib.loads((folder / "zensical.toml").read_text(encoding="utf-8"))
    listed = list(_listed(config["project"]["nav"]))
    pages = {path.relative_to(folder / "pages").as_posix() for path in (folder / "pages").rglob("*.md")}
    return [
        *(
            f"{page}: no reader finds it, it is not in the nav of zensical.toml"
            for page in sorted(pages - {*listed})
        ),
        *(f"{page}: in the nav of zensical.toml, and does not exist" for page in sorted({*listed} - pages)),
        *(f"{page}: more than once in the nav" for page in sorted({*listed}) if listed.count(page) > 1),
    ]


def _listed(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        for each in nav.values():
            yield from _listed(each)
    elif isinstance(nav, list):
        for each in nav:
            yield from _listed(each)


def html_problems(site: Path) -> list[str]:
    """Dead links and anchors, unresolved names, and everything that a page would load from elsewhere."""
    pages = {path: _read(path) for path in sorted(site.rglob("*.html"))}
    problems = [
        f"{page.relative_to(site)}:{line}: {problem}"
        for page, read in pages.items()
        for line, problem in (*read.problems, *_dead(page, read, pages, site))
    ]
    for style in sorted(site.rglob("*.css")):
        found = LOADED_BY_STYLE.findall(style.read_text(encoding="utf-8"))
        problems += [f"{style.relative_to(site)}: loads {each}" for each in found if ELSEWHERE.match(each)]
    return problems


class Page(HTMLParser):
    """A built page: its anchors, its links, and what is wrong with it by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors = {""}
        self.links: list[tuple[int, str]] = []
        self.problems: list[tuple[int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given.get("id", ""), given.get("name", "") if tag == "a" else ""}
        if tag == "autoref":
            self._note(f"nothing is called {given.get('identifier')}")
        if "mermaid" in given.get("class", "").split():
            self._note("a diagram that would be drawn by a script from elsewhere")
        for name, value in given.items():
            self._take(tag, name, value, given.get("rel", ""))

    def _take(self, tag: str, name: str, value: str, relation: str) -> None:
        if name == "style":
            targets = LOADED_BY_STYLE.findall(value)
        elif name == "srcset":
            targets = [each.split()[0] for each in value.split(",") if each.strip()]
        else:
            targets = [value] if name in LOADING or name == "href" else []
        is_link = name == "href" and (tag in ("a", "area") or relation in NOT_LOADED)
        for target in targets:
            if not is_link and ELSEWHERE.match(target):
                self._note(f"loads {target}")
            self.links.append((self.getpos()[0], target))

    def _note(self, problem: str) -> None:
        self.problems.append((self.getpos()[0], problem))


def _read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def _dead(page: Path, read: Page, pages: dict[Path, Page], site: Path) -> Iterator[tuple[int, str]]:
    """Links to nothing. The page of missing pages has links from the top, since it is shown anywhere."""
    for line, target in read.links:
        parts = urlsplit(target)
        if parts.scheme or parts.netloc:
            continue
        place = unquote(parts.path)
        file = (site / place.lstrip("/") if place.startswith("/") else page.parent / place).resolve()
        file = page if not place else file / "index.html" if file.is_dir() else file
        if not file.exists():
            yield line, f"links to {target}, which does not exist"
        elif file in pages and unquote(parts.fragment) not in pages[file].anchors:
            yield line, f"links to {target}, where this anchor does not exist"
