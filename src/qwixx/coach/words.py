"""What a coach calls things in English: what a choice lost, actions, choices and endings."""

from collections.abc import Sequence
from typing import Literal

from qwixx.coach.findings import DecisionPhase, GameName, Unit, Word
from qwixx.rules.ruleset import RULESETS

# The least that must be lost for a word, the hardest word first: shares of the win, or points.
LEAST_LOSS: dict[Unit, dict[Word, float]] = {
    "win": {"blunder": 0.07, "mistake": 0.03, "inaccuracy": 0.01},
    "points": {"blunder": 4.0, "mistake": 1.5, "inaccuracy": 0.5},
}
ENDINGS: dict[Literal["two_rows", "four_penalties"], str] = {
    "two_rows": "two rows",
    "four_penalties": "four penalties",
}
PHASES: dict[DecisionPhase, str] = {
    "common": "white + white",
    "own": "white + colour",
    "draw": "draw",
    "play": "play",
}
COMMON_WITH_CARDS = "for everybody"


def word_for(loss: float, unit: Unit) -> Word:
    """The word for a choice that lost so much against the best.

    >>> word_for(0.0, "win"), word_for(0.002, "win"), word_for(0.05, "win"), word_for(4.0, "points")
    ('best', 'fine', 'mistake', 'blunder')
    """
    for word, least in LEAST_LOSS[unit].items():
        if loss >= least:
            return word
    return "fine" if loss > 0 else "best"


def phase_name(game: GameName, phase: DecisionPhase) -> str:
    """What is decided.

    >>> phase_name("solo", "common"), phase_name("cards", "common"), phase_name("dice", "own")
    ('white + white', 'for everybody', 'white + colour')
    """
    with_cards = RULESETS[game].has_cards and phase == "common"
    return COMMON_WITH_CARDS if with_cards else PHASES[phase]


def choice_name(choice: str) -> str:
    """A choice as in docs/notation.md, but for a pass, whose dash might be read as a gap.

    >>> choice_name("-"), choice_name("r7")
    ('pass', 'r7')
    """
    return "pass" if choice == "-" else choice


def listed(words: Sequence[str]) -> str:
    """Words in a row, "and" before the last one.

    >>> listed(["Ann", "Ben", "Cleo"]), listed(["Ann"])
    ('Ann, Ben and Cleo', 'Ann')
    """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
