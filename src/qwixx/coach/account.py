"""Luck and skill: the decomposition of a result into parts that sum to it."""

from collections.abc import Iterator, Sequence
from math import fsum, sqrt
from typing import NamedTuple

from qwixx.coach.findings import CurvePoint, JudgedDecision, SeatReview, Words
from qwixx.coach.judge import Judge, Luck, Shares, shares
from qwixx.coach.origins import traced
from qwixx.record import Moment
from qwixx.rules.ruleset import Phase
from qwixx.rules.scoring import Outcome


class Fortune(NamedTuple):
    """The beginning of a turn: what each seat could expect there, and what chance made of it."""

    moment: Moment
    standing: Shares
    luck: Luck


class Judged(NamedTuple):
    """A decision, and what it changed for every seat against the best choice."""

    decision: JudgedDecision
    effect: Shares


class Account(NamedTuple):
    """Everything that the result of a game is made of."""

    start: Shares
    opening: Luck
    turns: tuple[Fortune, ...]
    judged: tuple[Judged, ...]
    results: Shares

    @property
    def lucks(self) -> tuple[Luck, ...]:
        return (self.opening, *(turn.luck for turn in self.turns))


def account(moments: Sequence[Moment], judged: tuple[Judged, ...], outcome: Outcome, judge: Judge) -> Account:
    """The decomposition of a finished game's result."""
    turns = tuple(_fortunes(moments, judge))
    first = turns[0]
    return Account(
        start=judge.start(len(outcome.totals)),
        opening=judge.opening_luck(first.moment.state, first.standing),
        turns=turns,
        judged=judged,
        results=shares(outcome) if judge.unit == "win" else tuple(map(float, outcome.totals)),
    )


def _fortunes(moments: Sequence[Moment], judge: Judge) -> Iterator[Fortune]:
    commons = {turn: state for _, turn, state in reversed(moments) if state.phase is Phase.COMMON}
    for moment, origins in zip(moments, traced(each.state for each in moments), strict=True):
        if moment.state.begins_turn:
            standing = judge.standing(moment.state)
            luck = judge.turn_luck(moment.state, standing, commons[moment.turn], origins)
            yield Fortune(moment, standing, luck)


def curve(game: Account, end: Moment) -> tuple[CurvePoint, ...]:
    """Where the seats stood before each turn, from the beginning to the end."""
    points = [CurvePoint(0, 0, None, game.start, game.opening.values)]
    for moment, standing, luck in game.turns:
        shown = standing if len(standing) == 1 else tuple(min(max(value, 0.0), 1.0) for value in standing)
        points.append(CurvePoint(moment.turn, moment.step, moment.state.active, shown, luck.values))
    nothing = (0.0,) * len(game.results)
    return (*points, CurvePoint(end.turn + 1, end.step, None, game.results, nothing))


def seat_review(game: Account, seat: int, name: str, outcome: Outcome, *, sampled: bool) -> SeatReview:
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
