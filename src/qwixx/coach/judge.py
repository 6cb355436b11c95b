"""The protocol of a judge, and what all judges share."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from qwixx.coach.findings import Option, Unit
from qwixx.coach.origins import FROM_THE_DEAL, Origins
from qwixx.notation import format_choice
from qwixx.rules.choices import Choice
from qwixx.rules.errors import InputError
from qwixx.rules.game import State
from qwixx.rules.position import nobody_has_chosen
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import Outcome

# One number for each seat: its share of the win, or points in the solo game.
Shares = tuple[float, ...]


class Luck(NamedTuple):
    """What chance did to each seat, and the variance of that estimate: 0 where it is exact."""

    values: Shares
    variances: Shares


class Valued(NamedTuple):
    """A choice, the share of the win after it (None in the solo game), and the expected final total."""

    choice: Choice
    win: float | None
    total: float

    @property
    def value(self) -> float:
        return self.total if self.win is None else self.win


class Judge(Protocol):
    """Judges one game for a fixed number of players; each seat by what that seat knows, and no more."""

    unit: Unit

    def choices(self, state: State, seat: int) -> tuple[Valued, ...]:
        """Every legal choice of a seat, judged by what that seat may see."""
        ...

    def effect(self, state: State, seat: int, chosen: Valued, best: Valued) -> Shares:
        """What a choice changed for every seat against the best one: its loss, and what the others got."""
        ...

    def standing(self, state: State) -> Shares:
        """What each seat may expect at the beginning of a turn, before its chance."""
        ...

    def start(self, players: int) -> Shares:
        """What each seat may expect before anything has happened."""
        ...

    def opening_luck(self, state: State, standing: Shares) -> Luck:
        """The luck of how the game began, from its first turn and what is expected there."""
        ...

    def turn_luck(
        self, state: State, standing: Shares, common: State, origins: Origins = FROM_THE_DEAL
    ) -> Luck:
        """The luck from the beginning of a turn, and what is expected there, to its common action.

        In the card games ``origins`` help to tell what might have come instead.
        """
        ...


def as_opened(state: State) -> State:
    """The state as whoever decides in it knows it: in a common action as if nobody had chosen yet (A2)."""
    return replace(state, pending=nobody_has_chosen(state)) if state.phase is Phase.COMMON else state


def ranked(valued: Iterable[Valued]) -> list[Valued]:
    """Choices sorted by value, the best first; the sort is stable, so ties keep the order of the rules."""
    return sorted(valued, key=lambda each: -each.value)


def options(ranked: Sequence[Valued]) -> tuple[Option, ...]:
    """A ranking as findings: the choices as text, with what each loses."""
    return tuple(
        Option(format_choice(each.choice), each.win, each.total, ranked[0].value - each.value)
        for each in ranked
    )


def evenly(players: int, seat: int, loss: float) -> Shares:
    """The effect of a loss that the other seats gain in equal parts."""
    return tuple(-loss if each == seat else loss / (players - 1) for each in range(players))


def shares(outcome: Outcome) -> Shares:
    """Each seat's share of the win (A1)."""
    winners = outcome.winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(outcome.totals)))


def check_to_act(state: State, seat: int) -> None:
    """InputError, with what would be right, if a seat has nothing to choose."""
    if not 0 <= seat < state.players:
        raise InputError(f"there is no seat {seat + 1}: seats go from 1 to {state.players}")
    if state.choices(seat):
        return
    if state.is_over:
        raise InputError("the game is over: there is nothing left to choose")
    if state.chance is not None:
        raise InputError(f"nothing is chosen now: {state.chance} comes first")
    raise InputError(f"it is the turn of seat {state.active + 1}: seat {seat + 1} has nothing to choose")
