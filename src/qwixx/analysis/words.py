"""From what a choice lost to a word for it."""

from qwixx.analysis.review import Unit, Word

# The least that must be lost for a word, the hardest word first: shares of the win, or points.
LEAST_LOSS: dict[Unit, dict[Word, float]] = {
    "win": {"blunder": 0.07, "mistake": 0.03, "inaccuracy": 0.01},
    "points": {"blunder": 4.0, "mistake": 1.5, "inaccuracy": 0.5},
}


def word_for(loss: float, unit: Unit) -> Word:
    """The word for a choice that lost so much against the best.

    >>> word_for(0.0, "win"), word_for(0.002, "win"), word_for(0.05, "win"), word_for(4.0, "points")
    ('best', 'fine', 'mistake', 'blunder')
    """
    for word, least in LEAST_LOSS[unit].items():
        if loss >= least:
            return word
    return "fine" if loss > 0 else "best"
