"""A finished game judged, decision by decision."""

from collections.abc import Iterator, Sequence
from typing import cast

from qwixx.coach.account import Judged, account, curve, seat_review
from qwixx.coach.advice import explanation
from qwixx.coach.appointment import judge_for
from qwixx.coach.findings import DecisionPhase, Ending, GameName, JudgedDecision, Review
from qwixx.coach.judge import Judge, options, ranked, shares
from qwixx.coach.moments import Moment, moments
from qwixx.coach.words import word_for
from qwixx.notation import format_position
from qwixx.record import Decision, Record
from qwixx.rules.errors import QwixxError
from qwixx.rules.scoring import Outcome

MOST_COSTLIEST = 3


class ReviewError(QwixxError):
    """A game that cannot be reviewed."""


def review(record: Record, judge: Judge | None = None) -> Review:
    """A finished game judged; ReviewError if it is not finished, IllegalChoice if a rule is broken."""
    steps = tuple(moments(record))
    outcome = _outcome(steps[-1])
    judge = judge or judge_for(record.ruleset, len(record.names))
    judged = tuple(_judged(record, steps, judge))
    decisions = tuple(each.decision for each in judged)
    game = account(steps, judged, outcome, judge)
    sampled = record.ruleset.has_cards
    return Review(
        game=cast(GameName, record.ruleset.name),
        unit=judge.unit,
        players=record.names,
        outcome=Ending(outcome.reason.value, outcome.totals, outcome.places, shares(outcome)),
        curve=curve(game, steps[-1]),
        decisions=decisions,
        seats=tuple(
            seat_review(game, seat, name, outcome, sampled=sampled) for seat, name in enumerate(record.names)
        ),
        costliest=costliest(decisions),
    )


def check_finished(record: Record) -> None:
    """ReviewError, with what the game waits for, if a record is not that of a finished game."""
    *_, last = moments(record)
    _outcome(last)


def _outcome(last: Moment) -> Outcome:
    state = last.state
    if state.outcome is not None:
        return state.outcome
    waiting = state.chance or f"seat {min(state.to_act) + 1} to choose"
    raise ReviewError(
        f"the game is not finished: after {last.step} steps it waits for {waiting};"
        " a review needs a game that was played to its end"
    )


def _judged(record: Record, steps: Sequence[Moment], judge: Judge) -> Iterator[Judged]:
    """Every decision that was one: whoever has a single choice decides nothing."""
    for step, moment in zip(record.steps, steps, strict=False):
        if isinstance(step, Decision) and len(moment.state.choices(step.seat)) > 1:
            yield _decision(step, moment, judge)


def _decision(step: Decision, moment: Moment, judge: Judge) -> Judged:
    state, seat = moment.opened, step.seat
    valued = ranked(judge.choices(state, seat))
    chosen = next(place for place, each in enumerate(valued) if each.choice == step.choice)
    found = options(valued)
    decision = JudgedDecision(
        step=moment.step,
        turn=moment.turn,
        seat=seat,
        phase=cast(DecisionPhase, state.phase.value),
        position=format_position(state),
        options=found,
        chosen=chosen,
        loss=found[chosen].loss,
        word=word_for(found[chosen].loss, judge.unit),
        explanation=explanation(state, seat, found, chosen, judge.unit),
    )
    return Judged(decision, judge.effect(state, seat, valued[chosen], valued[0]))


def costliest(decisions: Sequence[JudgedDecision]) -> tuple[int, ...]:
    """The decisions that lost most, the worst first; of equal ones the earliest."""
    places = [place for place, decision in enumerate(decisions) if decision.loss > 0]
    return tuple(sorted(places, key=lambda place: -decisions[place].loss)[:MOST_COSTLIEST])
