"""Messages of the protocol, built from the state of a table."""

from typing import assert_never

from qwixx.bots.levels import character_of
from qwixx.tables import protocol
from qwixx.tables.aggregate import Fact
from qwixx.tables.game import facts
from qwixx.tables.game.contributions import seeds
from qwixx.tables.game.facts import StoredSettings
from qwixx.tables.game.plan import is_known_bot
from qwixx.tables.game.state import Happened, Happening, TableState, TimedOut
from qwixx.tables.seats import Seat
from qwixx.tables.views import happening


def seat_info(seat: Seat, *, is_here: bool, is_played: bool) -> protocol.SeatInfo:
    """The message of a seat; ``is_played`` if the host has a player for it."""
    is_known = seat.bot is None or is_played or is_known_bot(seat.bot)
    return protocol.SeatInfo(
        name=seat.name,
        bot=seat.bot,
        character=None if seat.bot is None else character_of(seat.bot),
        face=seat.face if seat.bot is None else None,
        present=is_here or seat.bot is not None,
        covered=seat.covered or not is_known,
        rematch=seat.wants_rematch,
    )


def table_info(
    name: str, now: TableState, seats: tuple[protocol.SeatInfo, ...], host: int | None
) -> protocol.TableInfo:
    """The public information about a table."""
    return protocol.TableInfo(
        table=name,
        game=now.rules.name,
        options=now.rules.option_words,
        seats=seats,
        settings=settings_message(now.settings),
        state=now.stage,
        games_played=now.games,
        commitments=tuple(
            protocol.Commitment(game, seed.commitment, tuple(sorted(seed.contributions)))
            for game, seed in seeds(now).items()
        ),
        host=host,
        code=now.code if now.state is None else None,
    )


def table_summary(info: protocol.TableInfo, now: TableState) -> protocol.TableSummary:
    """The public information about a table, with the standing of its game."""
    state = now.state
    return protocol.TableSummary(
        **{field: getattr(info, field) for field in info.__struct_fields__},
        turn=now.turn,
        to_act=tuple(sorted(state.to_act)) if state is not None else (),
        totals=state.totals if state is not None else (),
    )


def settings_message(settings: StoredSettings) -> protocol.TableSettings:
    return protocol.TableSettings(
        settings.time_limit, settings.patience, settings.hints, settings.daily, settings.public
    )


def numbered(happened: Happened) -> protocol.HappeningWithSeq:
    return protocol.HappeningWithSeq(happened.seq, _happening(happened.what))


def _happening(what: Happening) -> protocol.Happening:
    if not isinstance(what, (Fact, TimedOut)):
        return happening(what)
    match what:
        case facts.SeatTaken(seat, name):
            return protocol.Joined(seat, name)
        case facts.Left(seat, name, removed):
            return protocol.Left(seat, name, removed)
        case facts.Moved(seat, to):
            return protocol.Moved(seat, to)
        case facts.Covered(seat):
            return protocol.Covered(seat)
        case facts.Returned(seat, choices):
            return protocol.Returned(seat, choices)
        case TimedOut(seat, passed):
            return protocol.TimedOut(seat, passed)
        case facts.Said(seat, text):
            return protocol.Said(seat, text)
        case facts.Reacted(seat, reaction):
            return protocol.Reacted(seat, reaction)
        case _:
            assert_never(what)
