"""The names of ``qwixx.coach`` itself, which that package looks up here when they are first used."""

from qwixx.coach.advice import advise
from qwixx.coach.findings import (
    Advice,
    CurvePoint,
    Explanation,
    JudgedDecision,
    Option,
    Puzzle,
    Review,
    SeatReview,
)
from qwixx.coach.game_review import ReviewError, review
from qwixx.coach.judge import Judge
from qwixx.coach.judges import judge_for
from qwixx.coach.puzzles import make_puzzle

__all__ = [
    "Advice",
    "CurvePoint",
    "Explanation",
    "Judge",
    "JudgedDecision",
    "Option",
    "Puzzle",
    "Review",
    "ReviewError",
    "SeatReview",
    "advise",
    "judge_for",
    "make_puzzle",
    "review",
]
