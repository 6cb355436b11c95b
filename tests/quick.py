"""Runs the checks and tests that a change to some files needs: ``python -m tests.quick [FILE …]``.

Without files it takes those that differ from the last commit. It follows names, so it is quick and not
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
# Tests that drive browsers, clusters or training run only if they are themselves among the files.
SLOW = {"browser", "engines", "cluster", "soak", "bench", "training"}
# What else a change in these places can break: generated files, documents, packages.
ALSO = {
    "src/qwixx/rules/": ["tests/web/test_generated.py", "tests/conform"],
    "src/qwixx/tables/": ["tests/web/test_generated.py"],
    "src/qwixx/bots/levels.py": ["tests/web"],
    "src/qwixx/server/web/": ["tests/web/test_generated.py", "tests/server/test_protocol_document.py"],
    "tests/conformance/": ["tests/conform"],
    "web/codegen/": ["tests/web"],
    "web/messages/": ["tests/web", "tests/server/web/test_invitation.py"],
    "deploy/": ["tests/test_deploy.py"],
    "docs/": ["tests/docsite", "tests/test_documents.py", "tests/server/test_protocol_document.py"],
    "docs/arena.md": ["tests/test_document_examples.py"],
    "docs/client.md": ["tests/test_document_examples.py"],
    "docs/library.md": ["tests/test_document_examples.py"],
    "docsite/": ["tests/docsite"],
    "README.md": ["README.md", "tests/test_documents.py"],
    "pyproject.toml": ["tests/test_packaging.py", "tests/test_extras.py"],
}

Command = list[str | Path]


def changed_files() -> list[str]:
    """What differs from the last commit, files that git does not track among it."""
    diff = ["git", "diff", "--name-only", "HEAD"]
    untracked = ["git", "ls-files", "--others", "--exclude-standard"]
    outputs = [
        subprocess.run(c, cwd=ROOT, check=True, capture_output=True, text=True) for c in (diff, untracked)
    ]
    return sorted({line for done in outputs for line in done.stdout.splitlines()})


def tests_of(file: str) -> Iterator[str]:
    """The tests of a file: itself, those that bear its name, and those that import it beside them."""
    path = Path(file)
    for place, tests in ALSO.items():
        if file.startswith(place):
            yield from (test for test in tests if (ROOT / test).exists())
    if path.suffix != ".py" or path.parts[0] not in ("src", "tests"):
        return
    if path.name.startswith("test_"):
        yield file
        return
    yield from importers(path)


def importers(path: Path) -> Iterator[str]:
    """The test files that import a module, in the folder that mirrors its package, or else that folder."""
    root = Path("src/qwixx" if path.parts[0] == "src" else "tests")
    inside = path.relative_to(root)
    module = ".".join((root.name, *inside.with_suffix("").parts)).removesuffix(".__init__")
    package, _, name = module.rpartition(".")
    imports = re.compile(rf"\b{re.escape(module)}\b|from {re.escape(package)} import .*\b{name}\b")
    folder = nearest(ROOT / "tests" / inside.parent)
    files = [test for test in folder.rglob("test_*.py") if not set(test.relative_to(ROOT).parts) & SLOW]
    found = [test for test in files if imports.search(test.read_text(encoding="utf-8"))]
    if not found and folder != ROOT / "tests" and folder.name not in SLOW:
        found = [folder]
    yield from (test.relative_to(ROOT).as_posix() for test in found)


def nearest(folder: Path) -> Path:
    """A folder, or the first above it that exists."""
    return folder if folder.exists() else nearest(folder.parent)


def python_commands(files: list[str]) -> Iterator[Command]:
    python = [file for file in files if file.endswith(".py")]
    if python:
        yield [BIN / "ruff", "format", "--check", "--quiet", *python]
        yield [BIN / "ruff", "check", "--quiet", *python]
        yield [BIN / "mypy"]
    if any(file.startswith("src/") for file in python):
        yield [BIN / "lint-imports", "--no-logo"]


def web_commands(files: list[str]) -> Iterator[Command]:
    """Lint, format, types and the related unit tests of the client, with the Node that builds it."""
    inside = [
        file.removeprefix("web/") for file in files if re.match(r"web/(src|plugins|tests|messages)/", file)
    ]
    if not inside:
        return
    yield [sys.executable, WEB / "check.py", "--files", *inside]


def commands(files: list[str]) -> Iterator[Command]:
    """Everything that is to be run, what takes least first."""
    there = [file for file in files if (ROOT / file).exists()]
    yield from python_commands(there)
    yield from web_commands(there)
    tests = sorted({test for file in there for test in tests_of(file)})
    if tests:
        yield [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", *tests]


def main() -> int:
    files = sys.argv[1:] or changed_files()
    if not files:
        print(
            "Nothing has changed since the last commit. To check a file: make quick FILES=src/qwixx/rules/sheet.py"
        )
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
