"""Every ``qwixx …`` line in the documents is a valid command."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwixx.cli import parse, parser_of

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^```(\w*)")
# A command may follow a prompt, a pipe or the path of the environment.
COMMAND = re.compile(r"^(?:\$ |.*\| )?(?:\.venv/bin/)?(qwixx .*)$")
SPAN = re.compile(r"`(qwixx [^`]*)`")


def commands(text: str) -> Iterator[tuple[int, str]]:
    """The commands of a page with line numbers: those in shell blocks, and those with options in the text."""
    fence = None
    lines = enumerate(text.splitlines(), 1)
    for number, line in lines:
        if found := FENCE.match(line):
            fence = None if fence is not None else found[1]
            continue
        if fence is None:
            yield from ((number, span) for span in SPAN.findall(line) if " -" in span)
        if fence not in ("sh", "console"):
            continue
        while line.endswith("\\"):
            line = line[:-1] + next(lines)[1]
        if command := COMMAND.match(line.strip()):
            yield number, command[1]


def words(command: str) -> list[str]:
    """The arguments of a command, without redirections."""
    given = shlex.split(command, comments=True)
    redirected = next((place for place, word in enumerate(given) if word in (">", "|")), len(given))
    return [word for word in given[1:redirected] if word != "…"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_in_the_documents_are_valid(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = []
    for line, command in commands(page.read_text(encoding="utf-8")):
        given = words(command)
        try:
            parse(given)
        except SystemExit as end:
            problem = capsys.readouterr().err.strip().splitlines()
            # In the text a command may end with an option without its value.
            if end.code and given[-1] not in options_of(given[0]):
                wrong.append(f"{page.relative_to(ROOT)}:{line}: {command}: {problem[-1]}")
    assert wrong == []


def options_of(command: str) -> set[str]:
    return set(parser_of(command)._option_string_actions)


def test_commands_are_found() -> None:
    text = """`qwixx bots` and `qwixx sim --games 9`
```sh
qwixx arena random \\
    gap:1,2  # a comment
curl -s https://HOST/record | qwixx verify -
```
"""
    found = [
        (1, "qwixx sim --games 9"),
        (3, "qwixx arena random     gap:1,2  # a comment"),
        (5, "qwixx verify -"),
    ]
    assert list(commands(text)) == found
    assert words(found[1][1]) == ["arena", "random", "gap:1,2"]
