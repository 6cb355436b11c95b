"""Luck and skill: the decomposition of a result into parts that sum to it."""

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from qwixx.coach.card_luck import shuffle_of_each_card
from qwixx.coach.findings import CurvePoint, JudgedDecision, SeatReview, Words
from qwixx.coach.judge import Judge, LuckEstimate, Shares, shares
from qwixx.record import Moment
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import GameOutcome


class TurnLuck(NamedTuple):
    """The beginning of a turn: what each seat could expect there, and what chance made of it."""

    moment: Moment
    standing: Shares
    luck: LuckEstimate


class DecisionEffect(NamedTuple):
    """A decision, and what it changed for every seat against the best choice."""

    decision: JudgedDecision
    effect: Shares


class Decomposition(NamedTuple):
    """The parts that the result of a game is the sum of."""

    begun: State
    start: Shares
    opening: LuckEstimate
    turns: tuple[TurnLuck, ...]
    judged: tuple[DecisionEffect, ...]
    results: Shares

    @property
    def lucks(self) -> tuple[LuckEstimate, ...]:
        return (self.opening, *(turn.luck for turn in self.turns))


def decompose(
    moments: Sequence[Moment], judged: tuple[DecisionEffect, ...], outcome: GameOutcome, judge: Judge
) -> Decomposition:
    """The decomposition of a finished game's result."""
    turns = tuple(_turn_lucks(moments, judge))
    begun, first = moments[0].state, turns[0] if turns else None
    nothing = (0.0,) * len(outcome.totals)
    return Decomposition(
        begun=begun,
        start=judge.start(begun),
        # Where a game begins at a position, nothing is drawn before its first turn.
        opening=LuckEstimate(nothing, nothing)
        if begun.is_in_turn or first is None
        else judge.opening_luck(first.moment.state, first.standing),
        turns=turns,
        judged=judged,
        results=shares(outcome) if judge.unit == "win" else tuple(map(float, outcome.totals)),
    )


def _turn_lucks(moments: Sequence[Moment], judge: Judge) -> Iterator[TurnLuck]:
    commons = {turn: state for _, turn, state in reversed(moments) if state.phase is Phase.COMMON}
    for moment, origins in zip(moments, shuffle_of_each_card(each.state for each in moments), strict=True):
        if moment.state.begins_turn:
            standing = judge.standing(moment.state)
            luck = judge.turn_luck(moment.state, standing, commons[moment.turn], origins)
            yield TurnLuck(moment, standing, luck)


def curve(game: Decomposition, end: Moment) -> tuple[CurvePoint, ...]:
    """The values of the seats before each turn, from the beginning to the end."""
    points = [CurvePoint(0, 0, None, game.start, game.opening.values)]
    if game.begun.is_in_turn and not game.begun.begins_turn:
        points.append(CurvePoint(1, 0, game.begun.active, game.start, game.opening.values))
    for moment, standing, luck in game.turns:
        shown = standing if len(standing) == 1 else tuple(min(max(value, 0.0), 1.0) for value in standing)
        points.append(CurvePoint(moment.turn, moment.step, moment.state.active, shown, luck.values))
    nothing = (0.0,) * len(game.results)
    return (*points, CurvePoint(end.turn + 1, end.step, None, game.results, nothing))


def seat_review(
    game: Decomposition, seat: int, name: str, outcome: GameOutcome, *, sampled: bool
) -> SeatReview:
    """Luck and skill of one seat."""
    luck = fsum(each.values[seat] for each in game.lucks)
    skill = fsum(each.effect[seat] for each in game.judged if each.decision.seat == seat)
    gained = fsum(each.effect[seat] for each in game.judged if each.decision.seat != seat)
    alone = len(game.results) == 1
    rest = game.results[seat] - game.start[seat] - luck - skill - gained
    return SeatReview(
        name=name,
        total=outcome.totals[seat],
        place=outcome.places[seat],
        result=game.results[seat],
        start=game.start[seat],
        luck=luck,
        luck_error=sqrt(fsum(each.variances[seat] for each in game.lucks)) if sampled else None,
        skill=skill,
        others=gained,
        # The solo game is exact: the residual is nothing but rounding.
        estimate=0.0 if alone else rest,
        words=_words([each.decision for each in game.judged if each.decision.seat == seat]),
    )


def _words(decisions: list[JudgedDecision]) -> Words:
    found = [str(decision.word) for decision in decisions]
    return Words(**{word: found.count(word) for word in Words.__struct_fields__})
