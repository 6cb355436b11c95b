"""Compiled work on several cores: compiled functions let go of the interpreter while they run."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager


@contextmanager
def in_parallel(parts: int) -> Iterator[Callable[[Callable[[int], None]], None]]:
    """A function that runs work(0), work(1), ... work(parts - 1) at once and waits for all of them."""
    with ThreadPoolExecutor(parts) as pool:

        def run(work: Callable[[int], None]) -> None:
            list(pool.map(work, range(parts)))

        yield run
