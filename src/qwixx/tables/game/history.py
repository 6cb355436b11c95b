"""The facts of a table at which a recorded game is played on."""

from collections.abc import Mapping
from typing import assert_never

from qwixx.daily import DAILY_TAG
from qwixx.record import ChanceStep, Decision, Record, Step
from qwixx.rules.ruleset import SOLO
from qwixx.tables.game import facts
from qwixx.tables.game.facts import StoredSettings
from qwixx.tables.seats import Seat


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
