"""Numba's cache of a function, kept in our folder."""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import caching

from qwixx.compiled.folder import USED, cache_folder
from qwixx.system.files import lock

numba_caching: Any = caching
# Commands, which show progress, switch this logger off.
waits_log: logging.Logger = logging.getLogger("qwixx.waits")


class FolderLocator(numba_caching._SourceFileBackedLocatorMixin, numba_caching._CacheLocator):  # type: ignore[misc]
    """Where Numba caches a function: in our folder, in one for the folder of its file."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(Path(cache_folder()) / self.get_suitable_cache_subpath(self._py_file))


class CachedCode(numba_caching.CompileResultCacheImpl):  # type: ignore[misc]
    """Numba's serialisation of a function, found by our locator alone."""

    _locator_classes = (FolderLocator,)


class CachedFunction(numba_caching.FunctionCache):  # type: ignore[misc]
    """The versions of a function on disk: never a reason to fail, and written by one process at a time."""

    _impl_class = CachedCode

    def load_overload(self, signature: Any, context: Any) -> Any:
        """A version from disk; None if it has to be compiled."""
        try:
            version = super().load_overload(signature, context)
        except Exception:
            # A damaged file may fail in any way when it is read. Everything is compiled again then.
            version = None
            with suppress(OSError):
                self.flush()
        if version is None:
            _log_compiling()
        return version

    def save_overload(self, signature: Any, version: Any) -> None:
        """Write one version, under a lock.

        Numba numbers versions by those it finds, so two processes could take the same number at once, and the
        next process would run the wrong version. On a full disk nothing is cached.
        """
        with suppress(OSError), (Path(cache_folder()) / USED).open("ab") as file:
            lock(file.fileno())
            super().save_overload(signature, version)


@cache
def _log_compiling() -> None:
    """Once in a process: one function compiles many others."""
    waits_log.warning("compiling; this takes about half a minute, once on this machine")
