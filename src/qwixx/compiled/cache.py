"""Compiling with Numba, and a cache of the result on disk that cannot go stale (``compiled.folder``).

A process with ``NUMBA_DISABLE_JIT`` interprets the same functions, and does not load Numba.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from qwixx.compiled.folder import INTERPRETED, cache_folder

F = TypeVar("F", bound=Callable[..., Any])


def compiled(**options: Any) -> Callable[[F], F]:
    """A decorator: the function is compiled on its first call, and cached on disk for the next process."""

    def decorate(function: F) -> F:
        return function if INTERPRETED else _dispatcher(function, options)

    return decorate


def _dispatcher(function: F, options: dict[str, Any]) -> F:
    import numba

    from qwixx.compiled._numba_cache import CachedFunction

    made: Any = numba.njit(**options)(function)
    # A function that was typed in has no file to be cached for.
    if cache_folder() and Path(function.__code__.co_filename).exists():
        # What ``cache=True`` does, with another kind of cache.
        made._cache = CachedFunction(function)
    return made  # type: ignore[no-any-return]
