"""Luck and skill: the decomposition of a result into parts that sum to it, and luck as a control variate."""

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from qwixx.coach.card_luck import shuffle_of_each_card
from qwixx.coach.findings import CurvePoint, JudgedDecision, SeatReview, Words
from qwixx.coach.judge import Judge, LuckEstimate, Origins, Shares, shares
from qwixx.coach.judges import judge_for
from qwixx.record import Moment, Record
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import GameOutcome


class TurnStart(NamedTuple):
    """The beginning of a turn, its common action (None if not reached), and the origins of the cards."""

    moment: Moment
    common: State | None
    origins: Origins


class TurnLuck(NamedTuple):
    """The beginning of a turn, the expected result of each seat there, and the luck of the turn."""

    moment: Moment
    standing: Shares
    luck: LuckEstimate


class DecisionEffect(NamedTuple):
    """A decision, and its effect on every seat compared with the best choice."""

    decision: JudgedDecision
    effect: Shares


class Decomposition(NamedTuple):
    """The parts of a result, which sum to it."""

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
    for moment, common, origins in _turns(moments):
        assert common is not None
        standing = judge.standing(moment.state)
        yield TurnLuck(moment, standing, judge.turn_luck(moment.state, standing, common, origins))


def _turns(moments: Sequence[Moment]) -> Iterator[TurnStart]:
    commons = {turn: state for _, turn, state in reversed(moments) if state.phase is Phase.COMMON}
    for moment, origins in zip(moments, shuffle_of_each_card(each.state for each in moments), strict=True):
        if moment.state.begins_turn:
            yield TurnStart(moment, commons.get(moment.turn), origins)


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


def luck_of(record: Record, judge: Judge | None = None) -> Shares:
    """The luck of each seat as a control variate, in shares of the win, or in points in the solo game.

    Its mean is zero regardless of who plays, and how: before each draw the expectation is taken over all
    that no player can know yet. So a sum of these terms favours no player, however well the judge values
    positions; a good judge makes it correlate with the result. docs/arena.md has the theorem.

    The game may be unfinished: turns in which nothing was rolled or drawn yet have no luck.
    """
    seats = range(len(record.names))
    judge = judge or judge_for(record.ruleset, len(seats))
    lucks: list[Shares] = []
    for moment, common, origins in _turns(tuple(record.moments())):
        if moment.turn == 1 and not record.start.is_in_turn:
            lucks.append(_opening_luck(judge.standing(moment.state)))
        if common is not None:
            lucks.append(judge.luck_of_all(moment.state, common, origins))
    return tuple(fsum(luck[seat] for luck in lucks) for seat in seats)


def _opening_luck(standing: Shares) -> Shares:
    """The luck of the deal and of who begins: seats are exchangeable, so each expects the mean of all."""
    mean = fsum(standing) / len(standing)
    return tuple(value - mean for value in standing)
