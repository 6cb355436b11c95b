"""The luck of a game as a control variate: its mean is zero regardless of who plays, and how.

Before each draw of chance the expectation is taken over everything that no player can know yet. So a sum of
these terms favours no player, however well or badly the judge values positions; a good judge makes it
correlate with the result. docs/arena.md has the theorem.
"""

from math import fsum

from qwixx.coach.card_luck import shuffle_of_each_card
from qwixx.coach.judge import Judge, Shares
from qwixx.coach.judges import judge_for
from qwixx.record import Record
from qwixx.rules.ruleset import Phase


def luck_of(record: Record, judge: Judge | None = None) -> Shares:
    """The luck of each seat, in shares of the win, or in points in the solo game.

    The game may have been broken off: turns in which nothing was rolled or drawn yet have no luck.
    """
    seats = range(len(record.names))
    judge = judge or judge_for(record.ruleset, len(seats))
    moments = tuple(record.moments())
    commons = {turn: state for _, turn, state in reversed(moments) if state.phase is Phase.COMMON}
    lucks: list[Shares] = []
    for moment, origins in zip(moments, shuffle_of_each_card(each.state for each in moments), strict=True):
        if not moment.state.begins_turn:
            continue
        if moment.turn == 1 and not record.start.is_in_turn:
            lucks.append(_opening(judge.standing(moment.state)))
        if moment.turn in commons:
            lucks.append(judge.luck_of_all(moment.state, commons[moment.turn], origins))
    return tuple(fsum(luck[seat] for luck in lucks) for seat in seats)


def _opening(standing: Shares) -> Shares:
    """The luck of the deal and of who begins: seats are alike, so each expects the mean of all."""
    mean = fsum(standing) / len(standing)
    return tuple(value - mean for value in standing)
