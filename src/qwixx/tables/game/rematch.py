"""Rematches: agreement of the people who are present, and how long it waits for them."""

from collections.abc import Set

from qwixx.tables import refusals
from qwixx.tables.game import facts
from qwixx.tables.game.plan import GamePlan
from qwixx.tables.game.state import TableState
from qwixx.tables.refusals import Refusal

# A rematch waits so long for people who are present and have not answered.
OVERDUE_SECONDS = 30.0


class RematchWait:
    """The time since a rematch was first wanted."""

    def __init__(self) -> None:
        self._since: float | None = None
        self.is_overdue: bool = False

    def note(self, now: TableState, at: float) -> bool:
        """Note how long it has waited; whether it has just become overdue, or is no longer."""
        was_overdue = self.is_overdue
        if now.is_playing or not any(seat.wants_rematch for seat in now.seats):
            self._since = None
        elif self._since is None:
            self._since = at
        self.is_overdue = self._since is not None and at - self._since >= OVERDUE_SECONDS
        return self.is_overdue != was_overdue


def plan_request(plan: GamePlan, seat: int, wanted: bool, away: Set[int]) -> None:
    """A person wants a rematch, or does not; it begins when all agree."""
    _check_over(plan.now)
    plan.add(facts.RematchRequested(seat, wanted))
    plan_agreed(plan, away - {seat})


def plan_agreed(plan: GamePlan, away: Set[int]) -> None:
    """Begin if all people who are present agree; one who is left alone of several has to ask for it."""
    people = plan.now.people
    here = [number for number in people if _is_waited_for(plan.now, number, away)]
    if len(here) >= min(2, len(people)) and all(plan.now.seats[number].wants_rematch for number in here):
        _begin(plan, here)


def plan_without_others(plan: GamePlan, seat: int, away: Set[int], *, is_overdue: bool) -> None:
    """Begin with bots in the seats of people who are away or have not answered in time."""
    _check_over(plan.now)
    seats = plan.now.seats
    here = [number for number in plan.now.people if _is_waited_for(plan.now, number, away - {seat})]
    undecided = [number for number in here if number != seat and not seats[number].wants_rematch]
    if undecided and not is_overdue:
        names = ", ".join(plan.now.names[number] for number in undecided)
        raise Refusal(refusals.STILL_WAITING(names=names))
    _begin(plan, [number for number in here if number not in undecided])


def _is_waited_for(now: TableState, number: int, away: Set[int]) -> bool:
    return number not in away and not now.seats[number].covered


def _begin(plan: GamePlan, here: list[int]) -> None:
    """Begin another game; bots play for all people except these."""
    for number in plan.now.people:
        if number not in here and not plan.now.seats[number].covered:
            plan.add(facts.Covered(number))
    plan.start()


def _check_over(now: TableState) -> None:
    if now.stage != "over":
        raise Refusal(refusals.NOT_OVER)
