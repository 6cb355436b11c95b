import ast
import os
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from qwixx.compiled.folder import NEVER_COMPILED

PACKAGE = Path(__file__).parents[2] / "src" / "qwixx"
# All modules by name; a package is its __init__.py.
MODULES = {
    ".".join(("qwixx", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}
# A module that imports one of these has compiled functions or is part of the compilation.
COMPILES = {"numba", "qwixx.compiled.cache.compiled"}
SCRIPT = """
from qwixx.compiled.folder import is_cached
from qwixx.solver.numbering import ordered
print(is_cached("numbering.ordered"), end=" ")
print(ordered(4), end=" ")
print(is_cached("numbering.ordered"))
"""


def run(cache: Path, script: str = SCRIPT, **environment: str) -> str:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), **environment}
    return subprocess.check_output([sys.executable, "-c", script], text=True, env=environment).strip()


def test_compiled_code_is_cached_for_the_next_process(tmp_path: Path) -> None:
    assert run(tmp_path) == "False (2, 1) True"
    assert run(tmp_path) == "True (2, 1) True"


def test_cache_entries_unused_for_a_long_time_are_removed(tmp_path: Path) -> None:
    old, recent = tmp_path / "compiled-old", tmp_path / "compiled-recent"
    for folder, days in ((old, 40), (recent, 20)):
        folder.mkdir()
        (folder / "used").touch()
        then = time.time() - days * 24 * 60 * 60
        os.utime(folder / "used", (then, then))
    run(tmp_path)
    assert not old.exists()
    assert recent.exists()


def test_code_runs_uncached_if_the_cache_folder_is_not_writable() -> None:
    """/dev/null is not a folder, so that not even root can write below it."""
    assert run(Path("/dev/null/cache")) == "False (2, 1) False"


@pytest.mark.skipif(sys.platform == "win32", reason="folders have other rights there")
def test_a_cache_folder_that_other_users_can_write_is_ignored(tmp_path: Path) -> None:
    run(tmp_path)
    (folder,) = tmp_path.glob("compiled-*")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o770)
    assert run(tmp_path) == "False (2, 1) False"
    folder.chmod(0o700)
    assert run(tmp_path) == "True (2, 1) True"


@pytest.mark.parametrize("content", [b"", b"\x80damaged"])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_damaged_cache_files_are_recompiled(tmp_path: Path, kind: str, content: bytes) -> None:
    run(tmp_path)
    files = list(tmp_path.rglob(f"*.{kind}"))
    assert files
    for file in files:
        file.write_bytes(content)
    assert run(tmp_path) == "True (2, 1) True"
    assert all(file.read_bytes() != content for file in files), "and cached again"


def test_processes_write_the_cache_under_a_lock(tmp_path: Path) -> None:
    """A process that waits for the lock has not written anything yet."""
    script = """
from qwixx.compiled import _numba_cache as numba_cache
from qwixx.compiled.folder import is_cached
from qwixx.solver.numbering import ordered
lock, cached = numba_cache.lock, []
numba_cache.lock = lambda file: (lock(file), cached.append(is_cached("numbering.ordered")))
ordered(4)
print(cached, is_cached("numbering.ordered"))
"""
    assert run(tmp_path, script) == "[False] True"


def test_code_runs_if_the_disk_is_full(tmp_path: Path) -> None:
    script = """
import errno, os
from qwixx.solver.numbering import ordered
def full(*_): raise OSError(errno.ENOSPC, "No space left on device")
os.replace = full
print(ordered(4))
"""
    assert run(tmp_path, script) == "(2, 1)"


def test_a_function_without_a_source_file_is_compiled(tmp_path: Path) -> None:
    script = """
from qwixx.compiled.cache import compiled
@compiled()
def twice(x):
    return 2 * x
print(twice(4))
"""
    assert run(tmp_path, script) == "8"


@pytest.mark.parametrize(
    ("changed", "is_cached"),
    [("rules/colours.py", False), ("a_new_package/code.py", False), ("tables/views.py", True)],
)
def test_changed_sources_invalidate_the_cache(tmp_path: Path, changed: str, is_cached: bool) -> None:
    """The digest covers every file that can affect compiled code, including packages added later."""
    copy = tmp_path / "qwixx"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("static", "data", "__pycache__"))
    run(tmp_path / "cache", PYTHONPATH=str(tmp_path))
    (copy / changed).parent.mkdir(exist_ok=True)
    with (copy / changed).open("a") as file:
        file.write("# changed\n")
    assert run(tmp_path / "cache", PYTHONPATH=str(tmp_path)) == f"{is_cached} (2, 1) True"


def imports_of(module: str) -> set[str]:
    """The package's modules that a module imports at run time, anywhere in its code."""
    found = set[str]()
    waiting: list[ast.AST] = [ast.parse(MODULES[module].read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_only_files_that_no_compiled_module_imports_are_outside_the_digest() -> None:
    waiting = {module for module in MODULES if imports_of(module) & COMPILES}
    assert len(waiting) > 20
    reached = set[str]()
    while waiting:
        module = waiting.pop()
        reached.add(module)
        # Importing a module also imports its parent packages.
        names = [name.split(".") for name in imports_of(module)]
        parents = {".".join(words[:end]) for words in names for end in range(2, len(words) + 1)}
        waiting |= (parents & MODULES.keys()) - reached
    parts = {module: path.relative_to(PACKAGE).parts[0] for module, path in MODULES.items()}
    assert set(NEVER_COMPILED) == set(parts.values()) - {parts[module] for module in reached}
