"""What is packed for others: the source distribution, the licences, the version."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from hatchling.builders.sdist import SdistBuilder

import qwixx

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def packed() -> set[str]:
    """The files of the source distribution, without packing them."""
    files = SdistBuilder(str(ROOT)).recurse_included_files()
    return {Path(file.distribution_path).as_posix() for file in files}


def test_the_source_distribution_has_what_make_needs() -> None:
    files = packed()
    needed = {"Makefile", "pyproject.toml", ".ci/run", ".importlinter", ".gitignore", "README.md"}
    needed |= {"requirements/play.txt", "requirements/dev.txt", "web/build.py", "web/package-lock.json"}
    needed |= {"web/src/fonts/tally-400.woff2", "examples/python_bot.py", "tests/golden/dice-2.qwixx"}
    assert needed - files == set()
    here = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")}
    assert here - files == set()
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    sources = re.search(r"^SOURCES := (.*)$", makefile, re.MULTILINE)
    assert sources is not None
    for folder in sources[1].split():
        assert any(file.startswith(f"{folder}/") for file in files), folder


def test_the_source_distribution_has_nothing_that_was_built() -> None:
    built = (".venv/", "web/node_modules/", "src/qwixx/server/static/", ".mypy_cache/", "dist/")
    assert [file for file in packed() if file.startswith(built) or "__pycache__" in file] == []


def test_licences_are_packed_and_name_the_versions_that_are_bundled() -> None:
    assert set(PROJECT["license-files"]) <= packed()
    rows = re.findall(
        r"^\| \[(\w+)\]\S*.*? \| ([\d.]+) \|", (ROOT / "THIRD_PARTY.md").read_text("utf-8"), re.MULTILINE
    )
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert {name for name, _ in rows} == {"Svelte", "clsx", "Vite"}
    for name, version in rows:
        module = lock[f"node_modules/{name.lower()}"]
        assert (module["version"], module["license"]) == (version, "MIT")


def test_the_version() -> None:
    assert qwixx.__version__ == PROJECT["version"]
    assert not hasattr(qwixx, "no_such_name")


def test_importing_the_package_does_not_look_its_version_up() -> None:
    code = "import sys, qwixx; print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
