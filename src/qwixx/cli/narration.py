"""What happened, in sentences."""

from qwixx.cli.drawing import card_text, dice_line, points
from qwixx.cli.terminal import Terminal
from qwixx.rules import events as happened
from qwixx.rules.events import Event
from qwixx.rules.ruleset import LockScope, Ruleset
from qwixx.rules.scoring import EndReason, Outcome

ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
END_REASONS = {
    (EndReason.TWO_ROWS, LockScope.TABLE): "two rows are closed",
    (EndReason.TWO_ROWS, LockScope.OWNER): "a player has finished two rows",
    (EndReason.FOUR_PENALTIES, LockScope.TABLE): "a player has four penalties",
    (EndReason.FOUR_PENALTIES, LockScope.OWNER): "a player has four penalties",
}


class Narrator:
    """Tells events to people: names instead of seats, and colours named and shown."""

    def __init__(self, terminal: Terminal, names: tuple[str, ...], rules: Ruleset) -> None:
        self._terminal = terminal
        self._names = names
        self._rules = rules

    def sentence(self, event: Event) -> str:
        """One event as a sentence."""
        match event:
            case happened.Began(seat):
                return f"{self._names[seat]} begins."
            case happened.Rolled(seat, dice):
                return f"{self._names[seat]} rolls: {dice_line(self._terminal, dice)}"
            case happened.Drew(seat, _, numbers):
                return f"{self._names[seat]} takes {_listed([f'a {number}' for number in numbers])}."
            case happened.Reshuffled(cards):
                return f"The deck is used up: {cards} discards are shuffled and become the deck."
            case happened.Played(seat, cards):
                return f"{self._names[seat]} plays {' '.join(card_text(self._terminal, c) for c in cards)}."
            case happened.Crossed(seat, colour, numbers):
                what = self._terminal.coloured(colour, f"{colour} {_listed(list(map(str, numbers)))}")
                return f"{self._names[seat]} crosses {what}."
            case happened.Passed(seat):
                return f"{self._names[seat]} crosses nothing."
            case happened.Locked(seat, colour):
                row = self._terminal.coloured(colour, str(colour))
                return f"{self._names[seat]} locks {row}{self._meaning()}"
            case happened.Penalised(seat, penalties):
                return f"{self._names[seat]} takes a penalty, the {ORDINALS[penalties]}: -5 points."
            case happened.Ended(outcome):
                return self._ending(outcome)

    def _meaning(self) -> str:
        if self._rules.lock_scope is LockScope.TABLE:
            return ": the row is closed for everybody and its die leaves the game."
        return " and has finished that row; the others go on in it."

    def _ending(self, outcome: Outcome) -> str:
        lines = [f"Game over: {END_REASONS[outcome.reason, self._rules.lock_scope]}.", ""]
        width = max(map(len, self._names))
        for place, seat in outcome.standings:
            lines.append(f"  {place}. {self._names[seat]:{width}} {outcome.totals[seat]:4}")
        winners = [self._names[seat] for seat in outcome.winners]
        if len(self._names) == 1:
            ending = f"{winners[0]}: {points(outcome.totals[0])}."
        elif len(winners) == 1:
            ending = f"{winners[0]} wins."
        else:
            ending = f"{_listed(winners)} share the win."
        return "\n".join([*lines, "", self._terminal.bold(ending)])


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
