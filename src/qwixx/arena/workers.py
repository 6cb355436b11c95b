"""Playing the deals of a contest: here, or in several processes at once."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.connection import wait as wait_for_any
from multiprocessing.resource_tracker import ensure_running as ensure_tracker
from multiprocessing.util import Finalize

from qwixx.arena.contest import Contest
from qwixx.arena.croupier import Croupier, PlayedDeal
from qwixx.arena.folder import GameFolder
from qwixx.bots.line_process import end_all_programs

GAMES_WORTH_A_PROCESS = 100
DEALS_AHEAD = 4
ENDING = {signal.SIGINT, signal.SIGTERM}
SECONDS_SIGNALS_WAIT = 0.1

Task = tuple[int, int]
Futures = set[Future[PlayedDeal]]


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
        pending: Futures = set()
        try:
            for table, deal in tasks:
                with _signals_wait():
                    pending.add(pool.submit(_play, table, deal))
                if len(pending) >= jobs * DEALS_AHEAD:
                    done, pending = _some_done(pending)
                    yield from (future.result() for future in done)
            while pending:
                done, pending = _some_done(pending)
                yield from (future.result() for future in done)
        except BaseException:
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()
            # Python 3.11 waits in the first call of this only. Whoever ended before the pool's own thread
            # would find a pipe closed that is written to at the exit.
            pool.shutdown(cancel_futures=True)
            raise


def _some_done(pending: Futures) -> tuple[Futures, Futures]:
    """Futures that are done, at least one, and the others."""
    while True:
        # Interrupted here, it would keep locks that the pool needs to end.
        with _signals_wait():
            done, others = wait(pending, SECONDS_SIGNALS_WAIT, FIRST_COMPLETED)
        if done:
            return done, others


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Keep Ctrl-C away from what must not be done by halves, such as starting a worker.

    The worker inherits the blocked signals. Unblocked they are where it begins its work, so that Ctrl-C
    does not end its imports with a traceback.
    """
    # Otherwise the first worker starts the resource tracker, and that unblocks signals.
    ensure_tracker()
    blocked_before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        with _handlers_wait():
            yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked_before)


@contextmanager
def _handlers_wait() -> Iterator[None]:
    """Handlers run in the main thread even if the signal reached another one, where it is not blocked."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    before = {number: signal.signal(number, lambda number, _: waiting.append(number)) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    for late in waiting:
        signal.raise_signal(late)


# What follows runs in a worker.

_croupier: Croupier | None = None


def _begin_work(contest: Contest, folder: GameFolder | None) -> None:
    global _croupier
    _croupier = Croupier(contest, folder.keep if folder is not None else None)
    # Before atexit, at which programs that are left are killed.
    Finalize(None, _croupier.close, exitpriority=1)
    told_to_leave, tell_to_leave = os.pipe()
    threading.Thread(target=_leave_in_time, args=(told_to_leave,), daemon=True).start()
    # Ctrl-C reaches every process of the terminal; what becomes of the workers is decided by the first.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: os.write(tell_to_leave, b"!"))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


def _play(table: int, deal: int) -> PlayedDeal:
    assert _croupier is not None
    return _croupier.play(table, deal)


def _leave_in_time(told_to_leave: int) -> None:
    """Leave when told to, or with the arena: a worker whose arena was killed has nobody to work for.

    In a thread of its own, since the other may just be starting a program, which has to end as well.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait_for_any([parent.sentinel, told_to_leave])
    try:
        end_all_programs()
    finally:
        os._exit(1)
