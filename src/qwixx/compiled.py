"""Compiling with Numba, and keeping the result on disk where it cannot go stale.

Numba notices when the file of a kept function changes, but not when a function it calls does.
So the folder is named after the contents of every file that may go into compiled code.
"""

import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import caching, config
from platformdirs import user_cache_path

from qwixx.structs import INTERPRETED
from qwixx.system.locks import lock

settings: Any = config
numba_caching: Any = caching
F = TypeVar("F", bound=Callable[..., Any])
# Above all compiled code: nothing of these goes into it. Whatever else there is might.
NEVER_COMPILED = ("arena", "cli", "coach", "conform", "envs", "plot", "server")
DAYS_KEPT = 30
# Touched by every process that uses a folder, and locked by those that write to it.
USED = "used"


@cache
def _folder() -> str:
    """Where compiled code is kept; empty if nothing can be kept."""
    # What Numba's own NUMBA_CACHE_DIR names, where it is set.
    base = Path(settings.CACHE_DIR) if settings.CACHE_DIR else user_cache_path("qwixx")
    folder = base / f"compiled-{_digest_of_sources()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / USED).touch()
    except OSError:
        return ""
    _remove_disused(base)
    return str(folder)


def _digest_of_sources() -> str:
    here = Path(__file__).parent
    digest = sha256()
    for source in sorted(here.rglob("*.py")):
        name = source.relative_to(here)
        if name.parts[0] not in NEVER_COMPILED:
            digest.update(f"{name.as_posix()}\n".encode() + source.read_bytes())
    return digest.hexdigest()


def _remove_disused(base: Path) -> None:
    """Folders of code that has long been changed."""
    for used in base.glob(f"compiled-*/{USED}"):
        # Another process may be at the same.
        with suppress(FileNotFoundError):
            if time.time() - used.stat().st_mtime > DAYS_KEPT * 24 * 60 * 60:
                shutil.rmtree(used.parent, ignore_errors=True)


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether a compiled function was kept by an earlier process, so that it is there at once."""
    stem = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}-"
    return bool(_folder()) and any(path.name.startswith(stem) for path in Path(_folder()).rglob("*.nbi"))


def compiled(**options: Any) -> Callable[[F], F]:
    """A decorator: the function compiled on its first call, kept on disk for the next process."""

    def decorate(function: F) -> F:
        if INTERPRETED:
            return function
        made: Any = numba.njit(**options)(function)
        # A function that was typed in has no file to be kept for.
        if _folder() and Path(function.__code__.co_filename).exists():
            # What ``cache=True`` does, with another kind of cache.
            made._cache = KeptFunction(function)
        return made  # type: ignore[no-any-return]

    return decorate


class FolderLocator(numba_caching._SourceFileBackedLocatorMixin, numba_caching._CacheLocator):  # type: ignore[misc]
    """Tells Numba where a function is kept: in our folder, in one for the folder of its file."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(Path(_folder()) / self.get_suitable_cache_subpath(self._py_file))


class KeptCode(numba_caching.CompileResultCacheImpl):  # type: ignore[misc]
    """What Numba keeps of a function, found by our locator alone."""

    _locator_classes = (FolderLocator,)


class KeptFunction(numba_caching.FunctionCache):  # type: ignore[misc]
    """The versions of a function on disk: never a reason to fail, and written by one process at a time."""

    _impl_class = KeptCode

    def load_overload(self, signature: Any, context: Any) -> Any:
        try:
            return super().load_overload(signature, context)
        except Exception:
            # A damaged file may fail in any way when it is read. Everything is compiled anew then.
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, version: Any) -> None:
        """Numba numbers versions by those it finds, so two processes would take the same number at once.

        The next process would run the wrong version then. On a disk that is full nothing is kept.
        """
        with suppress(OSError), (Path(_folder()) / USED).open("ab") as file:
            lock(file.fileno())
            super().save_overload(signature, version)
