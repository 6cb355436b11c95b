"""The packages: source distribution, wheel, licences, citation and version."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml  # type: ignore[import-untyped]
from hatchling.builders.sdist import SdistBuilder

import qwixx

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def packed() -> set[str]:
    """The files of the source distribution, without packing them."""
    files = SdistBuilder(str(ROOT)).recurse_included_files()
    return {Path(file.distribution_path).as_posix() for file in files}


def test_the_source_distribution_has_the_files_that_make_needs() -> None:
    files = packed()
    needed = {"Makefile", "pyproject.toml", ".ci/run", ".importlinter", ".gitignore", "README.md"}
    needed |= {
        "requirements/play.txt",
        "requirements/dev.txt",
        "requirements/device.txt",
        "web/build.py",
        "web/package-lock.json",
    }
    needed |= {"web/src/fonts/tally.woff2", "examples/python_bot.py", "tests/golden/dice-2.qwixx"}
    assert needed - files == set()
    here = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")}
    assert here - files == set()
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    sources = re.search(r"^SOURCES := (.*)$", makefile, re.MULTILINE)
    assert sources is not None
    for folder in sources[1].split():
        assert any(file.startswith(f"{folder}/") for file in files), folder


def test_the_source_distribution_has_the_built_client_and_no_other_build_output() -> None:
    built = (".venv/", "web/node_modules/", ".mypy_cache/", "dist/")
    files = packed()
    assert "src/qwixx/server/static/index.html" in files
    assert [file for file in files if file.startswith(built) or "__pycache__" in file] == []


def hatchling(*arguments: str | Path, cwd: Path) -> None:
    """Run a build in which npm cannot install modules: offline, with an empty cache."""
    environment = dict(os.environ, npm_config_offline="true", npm_config_cache=str(cwd / "no-npm-cache"))
    command = [sys.executable, "-m", "hatchling", "build", *map(str, arguments)]
    subprocess.run(command, cwd=cwd, env=environment, check=True, capture_output=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    """The wheel that is built from the unpacked source distribution."""
    folder = tmp_path_factory.mktemp("packed")
    hatchling("--target", "sdist", "--no-hooks", "--directory", folder, cwd=ROOT)
    (packed_source,) = folder.glob("*.tar.gz")
    with tarfile.open(packed_source) as tar:
        tar.extractall(folder, filter="data")
    hatchling(
        "--target", "wheel", "--directory", folder, cwd=folder / packed_source.name.removesuffix(".tar.gz")
    )
    (path,) = folder.glob("*.whl")
    return ZipFile(path)


def test_the_source_distribution_builds_a_wheel_with_the_client_and_without_npm(wheel: ZipFile) -> None:
    names = set(wheel.namelist())
    assert {"qwixx/py.typed", "qwixx/server/static/index.html"} <= names
    pages = {f"qwixx/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "docs").rglob("*.md")}
    assert {name for name in names if name.startswith("qwixx/docs/")} == pages
    assert all(name.startswith(("qwixx/", "qwixx-")) for name in names)


def test_the_description_of_the_wheel_refers_to_no_other_files(wheel: ZipFile) -> None:
    (metadata,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    _, _, description = wheel.read(metadata).decode().partition("\n\n")
    assert "make play" in description
    assert "<img" not in description
    targets = re.findall(r"\]\(([^)]*)\)", description)
    assert [target for target in targets if not target.startswith("https://")] == []
    assert "## Platforms" in description
    assert "## Documentation" not in description
    # Pictures are removed, so no line that introduces one may remain.
    assert re.findall(r".*:\n\n(?!```|    |[-*>|] )\S.*", description) == []


def test_the_citation_names_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (citation["title"], citation["version"]) == (PROJECT["name"], PROJECT["version"])
    assert citation["license"] == PROJECT["license"]
    results = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    assert f"version = {{{PROJECT['version']}}}" in results


def test_the_citation_has_the_urls_of_the_project() -> None:
    """Before the project is published both have none; then [project.urls] has them."""
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    urls = PROJECT.get("urls", {})
    assert citation.get("repository-code") == urls.get("Repository")
    assert citation.get("url") == urls.get("Documentation")


def test_licences_are_packed_and_name_the_bundled_versions() -> None:
    assert set(PROJECT["license-files"]) <= packed()
    rows = re.findall(
        r"^\| \[([\w/@]+)\]\S*.*? \| ([\d.]+) \| ([\w.-]+) \|",
        (ROOT / "THIRD_PARTY.md").read_text("utf-8"),
        re.MULTILINE,
    )
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    msgspec = {"version": _required("msgspec"), "license": "BSD-3-Clause"}
    assert {name for name, *_ in rows} == {
        "Svelte",
        "clsx",
        "Vite",
        "idb",
        "@noble/hashes",
        "Pyodide",
        "msgspec",
    }
    for name, version, licence in rows:
        module = msgspec if name == "msgspec" else lock[f"node_modules/{name.lower()}"]
        assert (module["version"], module["license"]) == (version, licence)


def _required(name: str) -> str:
    """The version of a package that is bundled with the games on a device."""
    found = re.search(
        rf"^{name}==(\S+)", (ROOT / "requirements" / "device.txt").read_text("utf-8"), re.MULTILINE
    )
    assert found is not None
    return found[1]


def test_the_wheel_has_the_files_of_games_on_a_device(wheel: ZipFile) -> None:
    packed_files = [file for file in wheel.infolist() if file.filename.endswith(".pack")]
    names = {re.sub(r"-[0-9a-f]{12}|.*/", "", file.filename) for file in packed_files}
    assert names == {"pyodide.asm.wasm.pack", "worker.js.pack", "library.zip.pack", "modules.zip.pack"}
    assert sum(file.file_size for file in packed_files) < 6_000_000


def test_the_version_is_that_of_the_project() -> None:
    assert qwixx.__version__ == PROJECT["version"]
    assert not hasattr(qwixx, "no_such_name")


def test_importing_the_package_does_not_look_up_its_version() -> None:
    code = "import sys, qwixx; print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
