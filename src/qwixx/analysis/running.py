"""Playing the deals of a contest: here, or in several processes at once."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing.connection import wait as wait_for_sentinels
from multiprocessing.util import Finalize

from qwixx.analysis.contest import Contest
from qwixx.analysis.playing import Croupier, PlayedDeal
from qwixx.analysis.recording import GameFolder

GAMES_WORTH_A_PROCESS = 100
DEALS_AHEAD = 4

Task = tuple[int, int]


def usual_jobs(games: int) -> int:
    """One process for every hundred games, and no more than there are cores."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(cores, games // GAMES_WORTH_A_PROCESS))


def played_deals(
    contest: Contest, tasks: Iterable[Task], jobs: int, folder: GameFolder | None = None
) -> Generator[PlayedDeal, None, None]:
    """Play tasks, pairs of a table and a deal; results come as they are ready, in any order."""
    if jobs > 1:
        yield from _played_by_workers(contest, tasks, jobs, folder)
        return
    with Croupier(contest, folder.keep if folder is not None else None) as croupier:
        for table, deal in tasks:
            yield croupier.play(table, deal)


def _played_by_workers(
    contest: Contest, tasks: Iterable[Task], jobs: int, folder: GameFolder | None
) -> Generator[PlayedDeal, None, None]:
    others = set(multiprocessing.active_children())
    # Workers start from scratch: a fork of a process with threads may hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _begin_work, (contest, folder)) as pool:
        pending: set[Future[PlayedDeal]] = set()
        try:
            for table, deal in tasks:
                pending.add(pool.submit(_play, table, deal))
                if len(pending) >= jobs * DEALS_AHEAD:
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
            raise


# What follows runs in a worker.

_croupier: Croupier | None = None


def _begin_work(contest: Contest, folder: GameFolder | None) -> None:
    global _croupier
    _croupier = Croupier(contest, folder.keep if folder is not None else None)
    # Ctrl-C reaches every process of the terminal; what becomes of the workers is decided by the first.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _leave_at_once())
    # Before atexit, at which programs that are left are killed.
    Finalize(None, _croupier.close, exitpriority=1)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _play(table: int, deal: int) -> PlayedDeal:
    assert _croupier is not None
    return _croupier.play(table, deal)


def _leave_with_parent() -> None:
    """A worker whose arena was killed has nobody to work for."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait_for_sentinels([parent.sentinel])
    _leave_at_once()


def _leave_at_once() -> None:
    try:
        if _croupier is not None:
            _croupier.abort()
    finally:
        os._exit(1)
