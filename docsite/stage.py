"""The pages as Zensical reads them: those of ``docs/``, some files beside it, and generated ones."""

import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

import qwixx
from docsite import (
    api_pages,
    command_pages,
    error_page,
    file_page,
    llms,
    rule_ids,
    schema_pages,
    server_pages,
)
from docsite.links import Links

ROOT = Path(__file__).parent.parent
THEME = Path(__file__).parent / "theme"

# Files outside docs/ that are pages of the site.
BESIDE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting-vulnerabilities.md",
    "THIRD_PARTY.md": "third-party.md",
    "LICENSE": "license.md",
    "training/README.md": "training.md",
}
# What looks like the client is the client's.
FROM_CLIENT = {
    "public/icon.svg": "logo.svg",
    "src/fonts/tally.woff2": "tally.woff2",
}
TITLES = {"SECURITY.md": "Reporting vulnerabilities", "LICENSE": "License"}


def stage(folder: Path) -> None:
    """Write everything that Zensical needs to a folder, which holds nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    pages = folder / "pages"
    shutil.copytree(ROOT / "docs", pages)
    shutil.copytree(THEME, pages / "theme")
    for file, name in FROM_CLIENT.items():
        shutil.copy(ROOT / "web" / file, pages / "theme" / name)
    config = (Path(__file__).parent / "zensical.toml").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (folder / "zensical.toml").write_text(configured(config, project.get("urls", {})), encoding="utf-8")
    (pages / "llms.txt").write_text(llms.text_of(config), encoding="utf-8")
    _rewrite(pages)
    for path, text in _generated().items():
        target = pages / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def configured(config: str, urls: Mapping[str, str]) -> str:
    """The configuration with the version and the project's addresses, as far as it has any.

    The source is a link in the footer and not ``repo_url``, which lets pages ask the forge for its figures.
    """
    source = f' <a href=\\"{urls["Repository"]}\\">Source code</a>.' if "Repository" in urls else ""
    own = f'site_url = "{urls["Documentation"]}"\n' if "Documentation" in urls else ""
    version = config.replace("VERSION", qwixx.__version__).replace(" SOURCE", source)
    return version.replace("docs_dir =", f"{own}docs_dir =", 1)


def _rewrite(pages: Path) -> None:
    """Let links that lead out of ``docs/`` lead to pages of the site."""
    sources = {path.relative_to(ROOT).as_posix(): path.relative_to(ROOT / "docs") for path in _markdown()}
    places = {source: page.as_posix() for source, page in sources.items()} | BESIDE
    links = Links(ROOT, places, file_page.PAGE, file_page.anchor)
    for source, page in places.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        if page == rule_ids.PAGE:
            text = rule_ids.with_links(rule_ids.with_anchors(text), "")
        (pages / page).write_text(links.rewritten(_titled(source, text), source), encoding="utf-8")
    (pages / file_page.PAGE).parent.mkdir(parents=True, exist_ok=True)
    (pages / file_page.PAGE).write_text(file_page.page(ROOT, links.files), encoding="utf-8")


def _markdown() -> list[Path]:
    return sorted((ROOT / "docs").rglob("*.md"))


def _titled(source: str, text: str) -> str:
    """The text of a page, with the title that it has on the site."""
    if source not in TITLES:
        return text
    first, _, rest = text.partition("\n")
    return f"# {TITLES[source]}\n{rest if first.startswith('# ') else text}"


def _generated() -> dict[str, str]:
    return {
        **api_pages.pages(),
        **command_pages.pages(),
        **schema_pages.pages(),
        **server_pages.pages(),
        **error_page.pages(),
    }
