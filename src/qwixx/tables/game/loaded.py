"""A table from its stored facts: since the start of its last game, or of the game that is asked for."""

from typing import NamedTuple

from qwixx.rules.errors import OperationalError
from qwixx.tables import protocol, refusals
from qwixx.tables.game import facts
from qwixx.tables.game.state import TableState, after_fact, opened, resumed
from qwixx.tables.refusals import Refusal
from qwixx.tables.replay import replay_of


class LoadedTable(NamedTuple):
    """The state of a table, and when the decisions that are owed at it were opened."""

    state: TableState
    opened_at: float

    def after(self, fact: facts.AnyFact, at: float) -> "LoadedTable":
        """The table after one more fact, which was stored at a time."""
        state = after_fact(self.state, fact)
        return LoadedTable(state, self.opened_at if state.decision == self.state.decision else at)


class CompletedGame(NamedTuple):
    """A finished game of a table: the table at its end, when it began, and its number from 1."""

    state: TableState
    began_at: float
    number: int

    def replay(self) -> protocol.Replay:
        """The game with every position, for all its seats."""
        bots = [seat.bot for seat in self.state.seats]
        return replay_of(self.state.record(), bots, self.began_at, self.number)


def newly_opened(opening: facts.AnyFact, at: float) -> LoadedTable:
    """A table after its first fact."""
    if not isinstance(opening, facts.Opened):
        raise OperationalError("a table begins with its opening")
    return LoadedTable(opened(opening), at)


def before_game(opening: facts.AnyFact, start: facts.AnyFact, number: int, at: float) -> LoadedTable:
    """A table just before the game that begins with the fact of this number."""
    if not isinstance(opening, facts.Opened) or not isinstance(start, facts.Started):
        raise OperationalError("a table begins with its opening, and a game with its start")
    return LoadedTable(resumed(opening, start.before, version=number - 1), at)


def finished_game(found: LoadedTable | None, number: int) -> CompletedGame:
    """A game, opened when it began, that is over; Refusal if there is none, or it is being played."""
    if found is None:
        raise Refusal(refusals.NO_GAME(number=number))
    if found.state.is_playing:
        # Its record would give hidden cards away.
        raise Refusal(refusals.NOT_OVER)
    return CompletedGame(*found, number)
