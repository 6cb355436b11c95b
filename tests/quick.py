"""Runs the checks and tests that a change of some files needs: ``python -m tests.quick [FILE …]``.

Without files it takes those that differ from the last commit. It matches names, so it is quick but not
complete: ``make test`` runs everything.
"""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
WEB = ROOT / "web"
# Slow tests (browsers, clusters, training …) run only if they are among the files themselves.
SLOW = {"browser", "engines", "cluster", "soak", "bench", "training"}
# Further tests for changes in these places: generated files, documents, packages.
ALSO = {
    "src/qwixx/rules/": ["tests/web/test_generated.py", "tests/conform"],
    "src/qwixx/tables/": ["tests/web/test_generated.py"],
    "src/qwixx/bots/levels.py": ["tests/web"],
    "src/qwixx/cli/": ["tests/test_document_commands.py"],
    "src/qwixx/server/web/": ["tests/web/test_generated.py", "tests/server/test_protocol_document.py"],
    "tests/conformance/": ["tests/conform"],
    "web/codegen/": ["tests/web"],
    "web/messages/": ["tests/web", "tests/server/web/test_invitation.py"],
    "web/typeface/": ["tests/web/test_typeface.py"],
    "web/package-lock.json": ["tests/test_packaging.py"],
    "deploy/": ["tests/test_deploy.py"],
    "examples/": ["tests/bots/test_examples.py"],
    "requirements/device.txt": ["tests/test_packaging.py"],
    "docs/": ["tests/docsite", "tests/test_documents.py", "tests/test_document_commands.py"],
    "docs/arena.md": ["tests/test_document_examples.py"],
    "docs/bot-protocol.md": ["tests/bots/test_protocol_document.py"],
    "docs/client.md": ["tests/test_document_examples.py"],
    "docs/coach.md": ["tests/test_document_examples.py"],
    "docs/daily.md": ["tests/daily/test_dice.py"],
    "docs/environments.md": ["tests/envs/test_extra.py"],
    "docs/fairness-vectors.json": ["tests/fairness"],
    "docs/hosting.md": ["tests/server/stores/sqlite/test_backup.py"],
    "docs/library.md": ["tests/test_document_examples.py", "tests/test_library.py"],
    "docs/notation.md": ["tests/test_document_examples.py"],
    "docs/protocol.md": ["tests/server/test_protocol_document.py"],
    "docs/simulation.md": ["tests/sim/test_simulation.py"],
    "docs/solver.md": ["tests/solver/test_printed_sheet.py", "tests/test_document_examples.py"],
    "docs/tutorials/": ["tests/test_tutorials.py"],
    "docsite/": ["tests/docsite"],
    "README.md": [
        "README.md",
        "tests/test_documents.py",
        "tests/test_document_commands.py",
        "tests/test_packaging.py",
    ],
    "THIRD_PARTY.md": ["tests/test_documents.py", "tests/test_packaging.py"],
    "CITATION.cff": ["tests/test_packaging.py"],
    "pyproject.toml": ["tests/test_packaging.py", "tests/test_extras.py"],
}

Command = list[str | Path]


def changed_files() -> list[str]:
    """The files that differ from the last commit, including untracked files."""
    diff = ["git", "diff", "--name-only", "HEAD"]
    untracked = ["git", "ls-files", "--others", "--exclude-standard"]
    outputs = [
        subprocess.run(c, cwd=ROOT, check=True, capture_output=True, text=True) for c in (diff, untracked)
    ]
    return sorted({line for done in outputs for line in done.stdout.splitlines()})


def tests_of(file: str) -> Iterator[str]:
    """The tests of a file: itself, test files of the same name, and those next to them that import it."""
    path = Path(file)
    for place, tests in ALSO.items():
        if file.startswith(place):
            yield from tests
    if path.suffix != ".py" or path.parts[0] not in ("src", "tests"):
        return
    if not (ROOT / file).exists():
        yield from folder_of(path)
    elif path.name.startswith("test_"):
        yield file
    else:
        yield from importers(path)


def importers(path: Path) -> Iterator[str]:
    """The test files that import a module, in the folder that mirrors its package, or else that folder."""
    root, inside = mirrored(path)
    module = ".".join((root.name, *inside.with_suffix("").parts)).removesuffix(".__init__")
    package, _, name = module.rpartition(".")
    imports = re.compile(rf"\b{re.escape(module)}\b|from {re.escape(package)} import .*\b{name}\b")
    files = nearest(ROOT / "tests" / inside.parent).rglob("test_*.py")
    quick = [test for test in files if not set(test.relative_to(ROOT).parts) & SLOW]
    found = [test for test in quick if imports.search(test.read_text(encoding="utf-8"))]
    yield from (test.relative_to(ROOT).as_posix() for test in found)
    if not found:
        yield from folder_of(path)


def folder_of(path: Path) -> Iterator[str]:
    """The test folder that mirrors the folder of a file, unless it holds all tests or slow ones."""
    folder = nearest(ROOT / "tests" / mirrored(path)[1].parent).relative_to(ROOT)
    if len(folder.parts) > 1 and not set(folder.parts) & SLOW:
        yield folder.as_posix()


def mirrored(path: Path) -> tuple[Path, Path]:
    """The root of the package or of the tests, and the path of a file below it."""
    root = Path("src/qwixx" if path.parts[0] == "src" else "tests")
    return root, path.relative_to(root)


def nearest(folder: Path) -> Path:
    """A folder, or its nearest parent that exists."""
    return folder if folder.exists() else nearest(folder.parent)


def python_commands(files: list[str]) -> Iterator[Command]:
    python = [file for file in files if file.endswith(".py")]
    there = [file for file in python if (ROOT / file).exists()]
    if there:
        yield [BIN / "ruff", "format", "--check", "--quiet", *there]
        yield [BIN / "ruff", "check", "--quiet", *there]
    if python:
        yield [BIN / "mypy"]
    if any(file.startswith("src/") for file in python):
        yield [BIN / "lint-imports", "--no-logo"]


def web_commands(files: list[str]) -> Iterator[Command]:
    """Lint, format, type check and related unit tests of the client, with the Node.js that builds it."""
    inside = [
        file.removeprefix("web/") for file in files if re.match(r"web/(src|plugins|tests|messages)/", file)
    ]
    if not inside:
        return
    yield [sys.executable, WEB / "check.py", "--files", *inside]


def commands(files: list[str]) -> Iterator[Command]:
    """All commands that a change of these files needs, the quickest first. Deleted files are allowed."""
    yield from python_commands(files)
    yield from web_commands([file for file in files if (ROOT / file).exists()])
    tests = sorted({test for file in files for test in tests_of(file)})
    if tests:
        yield [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", *tests]


def main() -> int:
    files = sys.argv[1:] or changed_files()
    if not files:
        print("Nothing has changed since the last commit. To check a file:")
        print("make quick FILES=src/qwixx/rules/sheet.py")
        return 0
    start = time.monotonic()
    for command in commands(files):
        words = [Path(word).name if isinstance(word, Path) else word for word in command]
        print("$", " ".join(words), flush=True)
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            return 1
    print(f"Passed in {time.monotonic() - start:.0f} s. `make test` runs everything.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
