"""Events of a game as sentences."""

from collections.abc import Sequence
from itertools import cycle
from typing import assert_never

from qwixx.coach.report.sentences import listed
from qwixx.rules import events
from qwixx.rules.ruleset import LockScope
from qwixx.rules.scoring import EndReason, GameOutcome
from qwixx.terminal.console import Console
from qwixx.terminal.drawings import cards_text, dice_line, points_text

ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
END_REASONS = {
    (EndReason.TWO_ROWS, LockScope.TABLE): "two rows are locked",
    (EndReason.TWO_ROWS, LockScope.OWNER): "a player has finished two rows",
    (EndReason.FOUR_PENALTIES, LockScope.TABLE): "a player has four penalties",
    (EndReason.FOUR_PENALTIES, LockScope.OWNER): "a player has four penalties",
}

# Events of one player; the others concern all.
Deed = (
    events.Began
    | events.Rolled
    | events.Drew
    | events.Played
    | events.Crossed
    | events.Passed
    | events.Locked
    | events.Penalised
)


class Narrator:
    """Events as sentences, with names instead of seats, and coloured."""

    def __init__(self, console: Console, names: Sequence[str], lock_scope: LockScope) -> None:
        self._console = console
        self._names = names
        self._lock_scope = lock_scope

    def heading(self, turn: int, seat: int) -> str:
        """The heading of a turn: its number, and its player."""
        return self._console.dim(f"--- turn {turn}, {self._names[seat]} ---")

    def sentence(self, event: events.Event) -> str:
        """One event as a sentence."""
        match event:
            case events.Reshuffled(cards):
                return f"The deck is used up: {cards} discards are shuffled and become the deck."
            case events.Ended(outcome):
                return self._ending(outcome)
            case _:
                return f"{self._names[event.seat]} {self._deed(event)}"

    def _deed(self, event: Deed) -> str:
        match event:
            case events.Began(_, rolls):
                return f"begins{self._first_six(rolls)}."
            case events.Rolled(_, dice):
                return f"rolls: {dice_line(self._console, dice)}"
            case events.Drew(_, _, numbers):
                return f"takes {listed([_one(number) for number in numbers])}."
            case events.Played(_, cards):
                return f"plays {cards_text(self._console, cards)}."
            case events.Crossed(_, colour, numbers):
                crossed = f"{colour} {listed(list(map(str, numbers)))}"
                return f"crosses out {self._console.coloured(colour, crossed)}."
            case events.Passed():
                return "crosses out nothing."
            case events.Locked(_, colour):
                return f"locks {self._console.coloured(colour, str(colour))}{self._meaning()}"
            case events.Penalised(_, penalties):
                return f"takes a penalty, the {ORDINALS[penalties]}: -5 points."
            case _:
                assert_never(event)

    def _first_six(self, rolls: Sequence[int]) -> str:
        """The rolls until a player rolled a six; seats roll in turn."""
        if not rolls:
            return ""
        names = cycle(self._names)
        rolled = listed([f"{name} {face}" for name, face in zip(names, rolls, strict=False)])
        return f" with the first six: {rolled}"

    def _meaning(self) -> str:
        if self._lock_scope is LockScope.TABLE:
            return ": the row is locked for everyone and its die leaves the game."
        return " and has finished that row; the others go on in it."

    def _ending(self, outcome: GameOutcome) -> str:
        lines = [f"Game over: {END_REASONS[outcome.reason, self._lock_scope]}.", ""]
        width = max(map(len, self._names))
        for place, seat in outcome.standings:
            lines.append(f"  {place}. {self._names[seat]:{width}} {outcome.totals[seat]:4}")
        winners = [self._names[seat] for seat in outcome.winners]
        if len(self._names) == 1:
            ending = f"{winners[0]}: {points_text(outcome.totals[0])}."
        elif len(winners) == 1:
            ending = f"{winners[0]} wins."
        else:
            ending = f"{listed(winners)} share the win."
        return "\n".join([*lines, "", self._console.bold(ending)])


def _one(number: int) -> str:
    return f"an {number}" if number in (8, 11) else f"a {number}"
