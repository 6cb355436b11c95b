"""The protocol of a judge, and functions shared by all judges."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple, Protocol, runtime_checkable

from qwixx.coach.findings import Option, Unit
from qwixx.notation import format_choice
from qwixx.rules.cards import Card
from qwixx.rules.choices import Choice
from qwixx.rules.errors import InputError
from qwixx.rules.game import State
from qwixx.rules.position import no_choices
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import GameOutcome

# One number for each seat: its share of the win, or points in the solo game.
Shares = tuple[float, ...]
# The number of the shuffle, for cards that were discarded and shuffled again; all others come from the deal.
Origins = Mapping[Card, int]
FROM_THE_DEAL: Origins = MappingProxyType({})


class LuckEstimate(NamedTuple):
    """The luck of each seat, and the variance of that estimate: 0 where it is exact."""

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
    """Judges one game for a fixed number of players, using only what each seat knows."""

    unit: Unit
    """The unit of values: shares of the win, or points."""

    def choices(self, state: State, seat: int) -> tuple[Valued, ...]:
        """Every legal choice of a seat, judged by what that seat may see."""
        ...

    def effect(self, state: State, seat: int, chosen: Valued, best: Valued) -> Shares:
        """The effect of a choice on every seat, compared with the best one."""
        ...

    def standing(self, state: State) -> Shares:
        """The expected result of each seat at the beginning of a turn, before its chance."""
        ...

    def start(self, state: State) -> Shares:
        """The expected result of each seat at the start of a game: a new one, or one from a position."""
        ...

    def opening_luck(self, state: State, standing: Shares) -> LuckEstimate:
        """The luck of the opening, from the first turn and the expectation there."""
        ...

    def turn_luck(
        self, state: State, standing: Shares, common: State, origins: Origins = FROM_THE_DEAL
    ) -> LuckEstimate:
        """The luck from the beginning of a turn, with the expectation there, to its common action.

        In the card games the possible alternatives depend on the ``origins`` of the cards.
        """
        ...

    def luck_of_all(self, state: State, common: State, origins: Origins = FROM_THE_DEAL) -> Shares:
        """The same luck, given the joint information of all players.

        Its mean is zero for any strategies of the players.
        """
        ...


@runtime_checkable
class UsesWeights(Protocol):
    """A judge whose values come from a net."""

    @property
    def weights(self) -> Mapping[str, str]:
        """The SHA-256 of the weights, by their name."""
        ...


def as_opened(state: State) -> State:
    """The state as the deciding seat knows it: in a common action, before any choice (A2)."""
    return replace(state, pending=no_choices(state.players)) if state.phase is Phase.COMMON else state


def ranked(valued: Iterable[Valued]) -> list[Valued]:
    """Choices sorted by value, the best first; the sort is stable, so ties keep the order of the rules."""
    return sorted(valued, key=lambda each: -each.value)


def options(ranked: Sequence[Valued]) -> tuple[Option, ...]:
    """A ranking as findings: the choices as text, with their losses."""
    return tuple(
        Option(format_choice(each.choice), each.win, each.total, ranked[0].value - each.value)
        for each in ranked
    )


def evenly(players: int, seat: int, loss: float) -> Shares:
    """The effect of a loss that the other seats gain in equal parts."""
    return tuple(-loss if each == seat else loss / (players - 1) for each in range(players))


def shares(outcome: GameOutcome) -> Shares:
    """Each seat's share of the win (A1)."""
    winners = outcome.winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(outcome.totals)))


def check_to_act(state: State, seat: int) -> None:
    """InputError, naming what comes first, if a seat has nothing to choose."""
    state.check_seat(seat)
    if state.choices(seat):
        return
    if state.is_over:
        raise InputError("the game is over: there is nothing left to choose")
    if state.chance is not None:
        raise InputError(f"nothing is chosen now: {state.chance} comes first")
    raise InputError(f"it is the turn of seat {state.active + 1}: seat {seat + 1} has nothing to choose")
