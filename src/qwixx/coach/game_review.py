"""A finished game judged, decision by decision."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qwixx.bots.provenance import software
from qwixx.coach.decomposition import DecisionEffect, curve, decompose, seat_review
from qwixx.coach.explanation import explain
from qwixx.coach.findings import JudgedDecision, Review, ReviewOutcome, word_for
from qwixx.coach.judge import Judge, UsesWeights, as_opened, options, ranked, shares
from qwixx.coach.judges import judge_for
from qwixx.notation import format_position
from qwixx.notation.conversions import record_of
from qwixx.record import Decision, Moment, Record
from qwixx.rules.errors import InputError
from qwixx.rules.ruleset import DECISIONS
from qwixx.rules.scoring import GameOutcome

MOST_COSTLIEST = 3


class ReviewError(InputError):
    """A game that cannot be reviewed."""


class FinishedGame(NamedTuple):
    """A record with the moments of its replay, so that it is replayed only once."""

    record: Record
    moments: tuple[Moment, ...]
    outcome: GameOutcome


def review(record: Record | str, judge: Judge | None = None) -> Review:
    """A finished game judged, from its record or the record's text.

    ReviewError if it is not finished, IllegalChoice if a rule is broken.
    """
    return review_finished(finished(record_of(record)), judge)


def finished(record: Record) -> FinishedGame:
    """The replay of a finished game; ReviewError, naming the next decision, if it is not finished."""
    moments = tuple(record.moments())
    last = moments[-1]
    if last.state.outcome is not None:
        return FinishedGame(record, moments, last.state.outcome)
    waiting = last.state.chance or f"seat {min(last.state.to_act) + 1} to choose"
    raise ReviewError(
        f"the game is not finished: after {last.step} steps it waits for {waiting};"
        " a review needs a game that was played to its end"
    )


def review_finished(game: FinishedGame, judge: Judge | None = None) -> Review:
    """As ``review``, for a record that was replayed already."""
    record, moments, outcome = game
    judge = judge or judge_for(record.ruleset, len(record.names))
    judged = tuple(_judged(game, judge))
    decisions = tuple(each.decision for each in judged)
    result = decompose(moments, judged, outcome, judge)
    sampled = record.ruleset.has_cards
    return Review(
        game=record.ruleset.name,
        unit=judge.unit,
        players=record.names,
        outcome=ReviewOutcome(outcome.reason.value, outcome.totals, outcome.places, shares(outcome)),
        curve=curve(result, moments[-1]),
        decisions=decisions,
        seats=tuple(
            seat_review(result, seat, name, outcome, sampled=sampled)
            for seat, name in enumerate(record.names)
        ),
        costliest=costliest(decisions),
        software=software(),
        weights=dict(judge.weights) if isinstance(judge, UsesWeights) else {},
    )


def _judged(game: FinishedGame, judge: Judge) -> Iterator[DecisionEffect]:
    """Every decision, judged. Forced choices are not listed."""
    for step, moment in zip(game.record.steps, game.moments, strict=False):
        if isinstance(step, Decision) and len(moment.state.choices(step.seat)) > 1:
            yield _decision(step, moment, judge)


def _decision(step: Decision, moment: Moment, judge: Judge) -> DecisionEffect:
    state, seat = as_opened(moment.state), step.seat
    ranking = ranked(judge.choices(state, seat))
    chosen = next(place for place, each in enumerate(ranking) if each.choice == step.choice)
    found = options(ranking)
    decision = JudgedDecision(
        step=moment.step,
        turn=moment.turn,
        seat=seat,
        phase=DECISIONS[state.phase],
        position=format_position(state),
        options=found,
        chosen=chosen,
        loss=found[chosen].loss,
        word=word_for(found[chosen].loss, judge.unit),
        explanation=explain(state, seat, ranking[chosen], ranking[0], judge.unit),
    )
    return DecisionEffect(decision, judge.effect(state, seat, ranking[chosen], ranking[0]))


def costliest(decisions: Sequence[JudgedDecision]) -> tuple[int, ...]:
    """The decisions that lost most, the worst first; of equal ones the earliest."""
    places = [place for place, decision in enumerate(decisions) if decision.loss > 0]
    return tuple(sorted(places, key=lambda place: -decisions[place].loss)[:MOST_COSTLIEST])
