"""What happened at a table, in sentences."""

from collections.abc import Sequence
from typing import assert_never

from qwixx.cli.drawings import cards_text, dice_line, points
from qwixx.cli.terminal import Terminal
from qwixx.coach.words import listed
from qwixx.rules.colours import colour_named
from qwixx.rules.ruleset import LockScope
from qwixx.rules.scoring import EndReason
from qwixx.server.wire import protocol

ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
END_REASONS: dict[tuple[str, LockScope], str] = {
    (EndReason.TWO_ROWS, LockScope.TABLE): "two rows are closed",
    (EndReason.TWO_ROWS, LockScope.OWNER): "a player has finished two rows",
    (EndReason.FOUR_PENALTIES, LockScope.TABLE): "a player has four penalties",
    (EndReason.FOUR_PENALTIES, LockScope.OWNER): "a player has four penalties",
}

# What somebody did; the rest happened to everybody.
Deed = (
    protocol.Joined
    | protocol.Began
    | protocol.Rolled
    | protocol.Drew
    | protocol.Played
    | protocol.Crossed
    | protocol.Passed
    | protocol.Locked
    | protocol.Penalised
    | protocol.Covered
    | protocol.Returned
)


class Narrator:
    """Tells people what happened: names instead of seats, and colours named and shown."""

    def __init__(self, terminal: Terminal, names: Sequence[str], lock_scope: LockScope) -> None:
        self._terminal = terminal
        self._names = names
        self._lock_scope = lock_scope

    def heading(self, turn: int, seat: int) -> str:
        """What stands above a turn: its number, and whose it is."""
        return self._terminal.dim(f"--- turn {turn}, {self._names[seat]} ---")

    def sentence(self, what: protocol.Happening) -> str:
        """One happening as a sentence."""
        match what:
            case protocol.Reshuffled(cards):
                return f"The deck is used up: {cards} discards are shuffled and become the deck."
            case protocol.Ended(outcome):
                return self._ending(outcome)
            case protocol.Said(seat, text):
                return f"{self._names[seat]}: {text}"
            case protocol.Reacted(seat, reaction):
                return f"{self._names[seat]}: ({reaction.replace('_', ' ')})"
            case _:
                return f"{self._names[what.seat]} {self._deed(what)}"

    def _deed(self, what: Deed) -> str:
        match what:
            case protocol.Joined():
                return "sits down."
            case protocol.Began():
                return "begins."
            case protocol.Rolled(_, dice):
                return f"rolls: {dice_line(self._terminal, dice)}"
            case protocol.Drew(_, _, numbers):
                return f"takes {listed([_one(number) for number in numbers])}."
            case protocol.Played(_, cards):
                return f"plays {cards_text(self._terminal, cards)}."
            case protocol.Crossed(_, colour, numbers):
                crossed = f"{colour} {listed(list(map(str, numbers)))}"
                return f"crosses {self._coloured(colour, crossed)}."
            case protocol.Passed():
                return "crosses nothing."
            case protocol.Locked(_, colour):
                return f"locks {self._coloured(colour, colour)}{self._meaning()}"
            case protocol.Penalised(_, penalties):
                return f"takes a penalty, the {ORDINALS[penalties]}: -5 points."
            case protocol.Covered():
                return "is away, and a bot plays on."
            case protocol.Returned():
                return "is back."
            case _:
                assert_never(what)

    def _coloured(self, colour: protocol.Colour, text: str) -> str:
        return self._terminal.coloured(colour_named(colour), text)

    def _meaning(self) -> str:
        if self._lock_scope is LockScope.TABLE:
            return ": the row is closed for everybody and its die leaves the game."
        return " and has finished that row; the others go on in it."

    def _ending(self, outcome: protocol.Outcome) -> str:
        lines = [f"Game over: {END_REASONS[outcome.reason, self._lock_scope]}.", ""]
        width = max(map(len, self._names))
        for place, seat in sorted(zip(outcome.places, range(len(self._names)), strict=True)):
            lines.append(f"  {place}. {self._names[seat]:{width}} {outcome.totals[seat]:4}")
        winners = [name for name, place in zip(self._names, outcome.places, strict=True) if place == 1]
        if len(self._names) == 1:
            ending = f"{winners[0]}: {points(outcome.totals[0])}."
        elif len(winners) == 1:
            ending = f"{winners[0]} wins."
        else:
            ending = f"{listed(winners)} share the win."
        return "\n".join([*lines, "", self._terminal.bold(ending)])


def _one(number: int) -> str:
    return f"an {number}" if number in (8, 11) else f"a {number}"
