"""Opening a table: whether there can be one as it is asked for."""

import msgspec

from qwixx.bots import make_bot
from qwixx.rules.errors import InputError, QwixxError
from qwixx.rules.ruleset import SOLO
from qwixx.server import refusals
from qwixx.server.refusals import Refusal
from qwixx.server.tables import facts
from qwixx.server.tables.state import opened
from qwixx.server.wire import protocol


def plan_opening(new: protocol.NewTable) -> facts.Opened:
    """The fact that opens a new table; Refusal if there can be no such table."""
    bots = [seat.bot for seat in new.seats]
    try:
        for bot in filter(None, bots):
            make_bot(bot, game=new.game, players=len(bots))
    except QwixxError as error:
        raise Refusal(refusals.BAD_BOT(problem=str(error).rstrip("."))) from error
    try:
        fact = facts.Opened(
            game=new.game,
            options=new.options,
            seats=tuple(bots),
            settings=_settled(new.settings, people=bots.count(None)),
        )
        table = opened(fact)
        if new.settings.daily is not None and table.rules != SOLO:
            raise InputError("the dice of a day are for the solo game")
        if not any(seat.is_open for seat in table.seats):
            raise InputError("at least one seat is for a person")
    except QwixxError as error:
        raise Refusal(refusals.BAD_TABLE(problem=str(error).rstrip("."))) from error
    return fact


def _settled(asked: protocol.TableSettings, people: int) -> protocol.TableSettings:
    """The settings of a table for so many people; InputError if there can be no such settings."""
    if asked.time_limit is not None and not 5 <= asked.time_limit <= 3600:
        raise InputError("the time limit is 5 to 3600 seconds, or none")
    if not 5 <= asked.patience <= 86400:
        raise InputError("the patience is 5 to 86400 seconds")
    # With a single person nobody else could mind, but on the dice of a day people compare themselves.
    hints = people == 1 and asked.daily is None if asked.hints is None else asked.hints
    return msgspec.structs.replace(asked, hints=hints)
