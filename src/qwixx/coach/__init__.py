"""The coach values and explains choices: `advise`, `review` and `make_puzzle`; docs/coach.md.

Names are imported when first used: judges load compiled code, findings do not.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
else:
    _MODULES = {
        "Advice": "findings",
        "CurvePoint": "findings",
        "Explanation": "findings",
        "Judge": "judge",
        "JudgedDecision": "findings",
        "Option": "findings",
        "Puzzle": "findings",
        "Review": "findings",
        "ReviewError": "game_review",
        "SeatReview": "findings",
        "advise": "advice",
        "judge_for": "judges",
        "make_puzzle": "puzzles",
        "review": "game_review",
    }

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name.startswith("__") and name != "__all__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        if name == "__all__":
            return sorted(_MODULES)
        if name in _MODULES:
            return getattr(import_module(f"qwixx.coach.{_MODULES[name]}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted(_MODULES)
