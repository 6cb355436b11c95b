"""Playing the deals of a contest: here, or in several processes at once."""

import atexit
import multiprocessing
import signal
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from qwixx.arena.contest import Contest
from qwixx.arena.deal_player import DealPlayer, PlayedDeal
from qwixx.arena.results import GameFolder
from qwixx.bots.line_process import end_all_programs
from qwixx.system.processes import cores, end_with_parent
from qwixx.system.signals import defer_termination, unblock_termination

GAMES_WORTH_A_PROCESS = 100
DEALS_AHEAD = 4
SECONDS_SIGNALS_WAIT = 0.1

Task = tuple[int, int]
Futures = set[Future[PlayedDeal]]


def usual_jobs(games: int) -> int:
    """One process for every hundred games, and no more than there are cores."""
    return max(1, min(cores(), games // GAMES_WORTH_A_PROCESS))


def played_deals(
    contest: Contest, tasks: Iterable[Task], jobs: int, folder: GameFolder | None = None
) -> Generator[PlayedDeal, None, None]:
    """Play tasks, pairs of a table and a deal; results come as they are ready, in any order."""
    if jobs > 1:
        yield from _played_by_workers(contest, tasks, jobs, folder)
        return
    with DealPlayer(contest, folder.save if folder is not None else None) as deal_player:
        for table, deal in tasks:
            yield deal_player.play(table, deal)


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
                with defer_termination():
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
            # Python 3.11 waits in the first call of this only. If this process ended before the pool's own
            # thread, that thread would write to a closed pipe at the exit.
            pool.shutdown(cancel_futures=True)
            raise


def _some_done(pending: Futures) -> tuple[Futures, Futures]:
    """Futures that are done, at least one, and the others."""
    while True:
        # Interrupted here, it would keep locks that the pool needs to end.
        with defer_termination():
            done, others = wait(pending, SECONDS_SIGNALS_WAIT, FIRST_COMPLETED)
        if done:
            return done, others


# What follows runs in a worker.

_deal_player: DealPlayer | None = None


def _begin_work(contest: Contest, folder: GameFolder | None) -> None:
    global _deal_player
    _deal_player = DealPlayer(contest, folder.save if folder is not None else None)
    atexit.register(_deal_player.close)
    stop, request_stop = multiprocessing.Pipe(duplex=False)
    # The main thread may just be starting a program, which has to end as well.
    end_with_parent(stop, before=end_all_programs)
    # Ctrl-C reaches every process of the terminal; the parent decides when the workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: request_stop.send_bytes(b"!"))
    unblock_termination()


def _play(table: int, deal: int) -> PlayedDeal:
    assert _deal_player is not None
    return _deal_player.play(table, deal)
