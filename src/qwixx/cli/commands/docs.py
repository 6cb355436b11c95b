"""``qwixx docs``: the documentation as text."""

import argparse
from pathlib import Path

import qwixx
from qwixx.bots.errors import did_you_mean
from qwixx.rules.errors import InputError
from qwixx.terminal.console import Console
from qwixx.text_table import aligned

EXAMPLES = """\
examples:
  qwixx docs                         list all pages
  qwixx docs notation                print a page
  qwixx docs tutorials/first-bot | less"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", nargs="?", metavar="PAGE", help="the page (default: list all pages)")


def run(args: argparse.Namespace) -> int:
    """Print the list of pages, or one of them; the exit status."""
    console = Console()
    found = _pages()
    if args.page is None:
        console.print("The documentation; qwixx docs PAGE prints a page:")
        console.print_lines(aligned([(f"  {name}", _title(path)) for name, path in found.items()], (0, 1)))
        return 0
    if args.page not in found:
        near = did_you_mean(args.page, found) or ": qwixx docs lists all pages"
        raise InputError(f"no page {args.page!r}{near}")
    console.print_lines(found[args.page].read_text(encoding="utf-8").splitlines())
    return 0


def _pages() -> dict[str, Path]:
    """All pages by name, without the front page of the site."""
    package = Path(qwixx.__file__).parent
    folder = package / "docs"
    if not folder.is_dir():
        # An editable installation leaves them in the checkout.
        folder = package.parents[1] / "docs"
    paths = {path.relative_to(folder).with_suffix("").as_posix(): path for path in folder.rglob("*.md")}
    return {name: paths[name] for name in sorted(paths) if name != "index"}


def _title(path: Path) -> str:
    with path.open(encoding="utf-8") as lines:
        return next(lines).removeprefix("# ").strip()
