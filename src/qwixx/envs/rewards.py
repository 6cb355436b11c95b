"""Rewards: for winning, for the margin, or for every point."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from qwixx.rules.errors import SetupError
from qwixx.rules.game import State
from qwixx.rules.ruleset import Ruleset
from qwixx.rules.scoring import GameOutcome

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


def _at_the_end(after: State, pay: Callable[[GameOutcome], tuple[float, ...]]) -> tuple[float, ...]:
    outcome = after.outcome
    return (0.0,) * after.players if outcome is None else pay(outcome)


def _pot(outcome: GameOutcome) -> tuple[float, ...]:
    players, winners = len(outcome.totals), len(outcome.winners)
    stake = 1 / (players - 1)
    prize = (players - winners) * stake / winners
    return tuple(prize if place == 1 else -stake for place in outcome.places)


def _margins(outcome: GameOutcome) -> tuple[float, ...]:
    totals = outcome.totals
    return tuple(float(own - max(totals[:seat] + totals[seat + 1 :])) for seat, own in enumerate(totals))


REWARDS: dict[str, Reward] = {"win": win, "margin": margin, "points": points}


# The same for many finished games: totals and rewards by game and seat.
Totals: TypeAlias = npt.NDArray[np.int64]
Paid: TypeAlias = npt.NDArray[np.float64]


def wins(totals: Totals) -> Paid:
    """``win`` for many games."""
    players = totals.shape[1]
    won = totals == totals.max(axis=1, keepdims=True)
    winners, stake = won.sum(axis=1, keepdims=True), 1 / (players - 1)
    paid: Paid = np.where(won, (players - winners) * stake / winners, -stake)
    return paid


def margins(totals: Totals) -> Paid:
    """``margin`` for many games."""
    best_other = [np.delete(totals, seat, axis=1).max(axis=1) for seat in range(totals.shape[1])]
    paid: Paid = (totals - np.stack(best_other, axis=1)).astype(np.float64)
    return paid


AT_THE_END: dict[str, Callable[[Totals], Paid]] = {"win": wins, "margin": margins}


def default_reward(rules: Ruleset, reward: str | None) -> str:
    """The reward of an environment that is given none: points in the solo game, else winning."""
    alone = rules.max_players == 1
    if alone and reward not in (None, "points"):
        raise SetupError(f"{rules.title} pays 'points', not {reward!r}: it has no opponents")
    return reward or ("points" if alone else "win")
