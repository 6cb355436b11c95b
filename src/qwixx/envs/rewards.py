"""What an environment pays: for winning, for the margin, or for every point."""

from collections.abc import Callable
from typing import TypeAlias

from qwixx.rules.game import State
from qwixx.rules.scoring import Outcome

Reward: TypeAlias = Callable[[State, State], tuple[float, ...]]


def points(before: State, after: State) -> tuple[float, ...]:
    """The change of each seat's total: it adds up to the final total."""
    if after.sheets is before.sheets:
        return (0.0,) * after.players
    return tuple(float(new - old) for old, new in zip(before.totals, after.totals, strict=True))


def win(before: State, after: State) -> tuple[float, ...]:
    """At the end, every loser pays one share to the winners; together the losers of one winner pay 1."""
    return _at_the_end(after, _pot)


def margin(before: State, after: State) -> tuple[float, ...]:
    """At the end, a seat's total less the best of the other totals."""
    return _at_the_end(after, _margins)


def _at_the_end(after: State, pay: Callable[[Outcome], tuple[float, ...]]) -> tuple[float, ...]:
    outcome = after.outcome
    return (0.0,) * after.players if outcome is None else pay(outcome)


def _pot(outcome: Outcome) -> tuple[float, ...]:
    players, winners = len(outcome.totals), len(outcome.winners)
    stake = 1 / (players - 1)
    prize = (players - winners) * stake / winners
    return tuple(prize if place == 1 else -stake for place in outcome.places)


def _margins(outcome: Outcome) -> tuple[float, ...]:
    totals = outcome.totals
    return tuple(float(own - max(totals[:seat] + totals[seat + 1 :])) for seat, own in enumerate(totals))


REWARDS: dict[str, Reward] = {"win": win, "margin": margin, "points": points}
