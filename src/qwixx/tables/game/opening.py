"""The first facts of a table, from a request or from the record of a game that continues."""

from collections.abc import Mapping
from typing import assert_never

from qwixx.bots import make_bot
from qwixx.daily import DAILY_TAG
from qwixx.record import ChanceStep, Decision, Record, Step
from qwixx.rules.errors import InputError, QwixxError
from qwixx.rules.ruleset import SOLO
from qwixx.tables import protocol, refusals
from qwixx.tables.game import facts
from qwixx.tables.game.facts import StoredSettings
from qwixx.tables.game.state import opened
from qwixx.tables.refusals import Refusal, with_problem
from qwixx.tables.seats import Seat


def plan_opening(new: protocol.NewTable) -> facts.Opened:
    """The fact that opens a new table; Refusal if the request is invalid."""
    bots = [seat.bot for seat in new.seats]
    try:
        for bot in filter(None, bots):
            make_bot(bot, game=new.game, players=len(bots))
    except QwixxError as error:
        raise Refusal(with_problem(refusals.BAD_BOT, error)) from error
    try:
        settings = _checked(new.settings, people=bots.count(None))
        fact = facts.Opened(game=new.game, options=new.options, seats=tuple(bots), settings=settings)
        table = opened(fact)
        if settings.daily is not None and table.rules != SOLO:
            raise InputError("the dice of a day are for the solo game")
        if not any(seat.is_open for seat in table.seats):
            raise InputError("at least one seat is for a person")
    except QwixxError as error:
        raise Refusal(with_problem(refusals.BAD_TABLE, error)) from error
    return fact


def _checked(asked: protocol.TableSettings, people: int) -> StoredSettings:
    """The settings of a table for this number of people; InputError if one is out of range."""
    if asked.time_limit is not None and not 5 <= asked.time_limit <= 3600:
        raise InputError("the time limit is 5 to 3600 seconds, or none")
    if not 5 <= asked.patience <= 86400:
        raise InputError("the patience is 5 to 86400 seconds")
    # A single person with bots gets hints by default, except in daily games, where people compare results.
    hints = people == 1 and asked.daily is None if asked.hints is None else asked.hints
    return StoredSettings(asked.time_limit, asked.patience, hints, asked.daily, asked.public)


def history_of(record: Record, bots: Mapping[int, str]) -> list[facts.AnyFact]:
    """The facts of a table at which a record is the game so far; its seats have no secrets."""
    rules, seats = record.ruleset, range(len(record.names))
    opening = facts.Opened(
        game=rules.name,
        options=rules.option_words,
        seats=tuple(map(bots.get, seats)),
        settings=StoredSettings(daily=dict(record.tags).get(DAILY_TAG) if rules == SOLO else None),
    )
    seated = tuple(Seat(record.names[seat], bots.get(seat)) for seat in seats)
    position = str(record.position) if record.position is not None else None
    playing = {str(seat): bot for seat, bot in bots.items()}
    start = facts.Started(playing, facts.Checkpoint(seated), position)
    return [opening, start, *map(_fact_of, record.steps)]


def _fact_of(step: Step) -> facts.GameFact:
    match step:
        case ChanceStep(outcome):
            return facts.ChanceDrawn(outcome)
        case Decision(seat, choice):
            return facts.Chose(seat, choice)
        case _:
            assert_never(step)
