"""Slow bots: the process that asks them, and their choices by a deadline, from a worker or a simple bot."""

import logging
from functools import partial
from typing import Any

from qwixx.rules.choices import Choice
from qwixx.server import jobs
from qwixx.server.logs import event
from qwixx.server.queues import DeadlineExceeded, WorkerQueue
from qwixx.tables.aggregate import Aggregate, BotQuestion
from qwixx.tables.game.plan import by_cover_bot
from qwixx.worker import WorkerError

log: logging.Logger = logging.getLogger(__name__)

# The seconds that a table waits for its bots. Only compiling takes longer, which a machine does once.
DEADLINE = 2.5
# One of the processes that serve a table asks its bots. After this long, the others do.
TAKEOVER_SECONDS = 1.5

AnyAggregate = Aggregate[Any, Any, Any]


def question_here(aggregate: AnyAggregate, process: str, at: float) -> BotQuestion | None:
    """The question for slow bots, if a game waits for them and this process is the one that asks them."""
    question = aggregate.bot_question()
    if question is None or aggregate.presence.leads(process):
        return question
    return question if aggregate.seconds_open(at) > TAKEOVER_SECONDS else None


class SlowBots:
    """Asks the bots of all tables, each table for one decision at a time."""

    def __init__(self, queue: WorkerQueue, deadline: float = DEADLINE) -> None:
        self._queue = queue
        self._deadline = deadline

    async def choose(self, aggregate: AnyAggregate, question: BotQuestion, process: str) -> dict[int, Choice]:
        """The choices of bots by seat; the deadline includes a wait for another process."""
        waited = 0.0 if aggregate.presence.leads(process) else TAKEOVER_SECONDS
        job = partial(self._queue.worker.ask, jobs.bot_choices, question.state, question.bots)
        try:
            return await self._queue.run_urgent(aggregate.name, job, max(self._deadline - waited, 0.0))
        except DeadlineExceeded:
            return by_cover_bot(question)
        except WorkerError as error:
            # For example because weights were removed: the game goes on.
            log.warning(event("bot_replaced", reason=error))
            return by_cover_bot(question)
