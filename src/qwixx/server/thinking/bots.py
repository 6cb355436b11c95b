"""What bots choose that take their time, or what a simple one chooses in their place."""

import logging

from qwixx.rules.choices import Choice
from qwixx.server.journal import line
from qwixx.server.tables.plan import BotQuestion, by_cover_bot
from qwixx.server.thinking import jobs
from qwixx.server.thinking.worker import WorkerError
from qwixx.server.thinking.worker_pool import InTime, NotYet

log = logging.getLogger(__name__)


async def chosen_in_time(
    thinker: InTime, table: str, waited: float, question: BotQuestion
) -> dict[int, Choice]:
    """The choices of bots at a table that has waited for so many seconds."""
    try:
        return await thinker.ask(table, waited, jobs.choices, question.state, question.bots)
    except NotYet:
        # Until the machine has compiled what it takes, a simple bot plays: people do not wait for that.
        return by_cover_bot(question)
    except WorkerError as error:
        # The game shall not stand still for ever because of, say, weights that were removed.
        log.warning(line("bot_replaced", reason=error))
        return by_cover_bot(question)
