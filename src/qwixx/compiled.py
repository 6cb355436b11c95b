"""Compiling with Numba, and keeping the result on disk where it cannot go stale.

Numba notices when the file of a kept function changes, but not when a function it calls does.
So the folder is named after the contents of every file that goes into compiled code.
"""

import fcntl
import shutil
import time
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import config
from platformdirs import user_cache_path

settings: Any = config
F = TypeVar("F", bound=Callable[..., Any])
# Packages with compiled code, and those whose constants go into it.
PACKAGES = ("rules", "bots", "solver", "engine", "nets", "sim")
DAYS_KEPT = 30
# Touched by every process that uses a folder.
USED = "used"


@cache
def _folder() -> str:
    """Where compiled code is kept; empty if nothing can be kept."""
    here = Path(__file__).parent
    digest = sha256(Path(__file__).read_bytes())
    for source in sorted(path for package in PACKAGES for path in (here / package).rglob("*.py")):
        digest.update(source.read_bytes())
    base = Path(settings.CACHE_DIR) if settings.CACHE_DIR else user_cache_path("qwixx")
    folder = base / f"compiled-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / USED).touch()
    except OSError:
        return ""
    _remove_disused(base)
    return str(folder)


def _remove_disused(base: Path) -> None:
    """Folders of code that has long been changed."""
    for used in base.glob(f"compiled-*/{USED}"):
        if time.time() - used.stat().st_mtime > DAYS_KEPT * 24 * 60 * 60:
            shutil.rmtree(used.parent, ignore_errors=True)


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether a compiled function was kept by an earlier process, so that it is there at once."""
    stem = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-"
    return bool(_folder()) and any(path.name.startswith(stem) for path in Path(_folder()).rglob("*.nbi"))


def compiled(**options: Any) -> Callable[[F], F]:
    """A decorator: the function compiled on its first call, kept on disk for the next process."""

    def decorate(function: F) -> F:
        folder = _folder()
        before, settings.CACHE_DIR = settings.CACHE_DIR, folder or settings.CACHE_DIR
        try:
            made: F = numba.njit(cache=bool(folder), **options)(function)
        finally:
            settings.CACHE_DIR = before
        if folder:
            _save_alone(made, Path(folder) / USED)
        return made

    return decorate


def _save_alone(function: Any, lock: Path) -> None:
    """Let one process at a time keep compiled code.

    Numba numbers the versions of a function by those it finds: two processes that keep different ones
    at the same moment would take the same number, and the next would run the wrong one.
    """
    save = function._cache.save_overload

    def save_alone(signature: Any, version: Any) -> None:
        with lock.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            save(signature, version)

    function._cache.save_overload = save_alone
