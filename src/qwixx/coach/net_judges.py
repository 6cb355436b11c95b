"""The judges of the games with opponents, by the nets of ``qwixx.nets``."""

from collections.abc import Mapping
from functools import lru_cache

from qwixx.coach import card_luck
from qwixx.coach.findings import Unit
from qwixx.coach.judge import (
    FROM_THE_DEAL,
    LuckEstimate,
    Origins,
    Shares,
    Valued,
    check_to_act,
    evenly,
    shares,
)
from qwixx.nets.evaluator import Evaluator
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase

# Choices worse than the best by more than this, before the lookahead, are not searched.
SEARCH_MARGIN = 0.08


class DiceJudge:
    """The dice game: shares of the win; luck is exact, since all rolls are enumerated."""

    unit: Unit = "win"

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        # Different choices often lead to the same state.
        self._before_roll = lru_cache(maxsize=1 << 12)(evaluator.before_roll)

    @property
    def weights(self) -> Mapping[str, str]:
        return self._evaluator.checksums

    def choices(self, state: State, seat: int) -> tuple[Valued, ...]:
        """Every legal choice, searched one roll deeper, since the net errs less towards the end of a game."""
        valued = _choices(self._evaluator, state, seat)
        best = max(valued, key=lambda each: each.value)
        others = self._others(state, seat)

        def deeper(each: Valued) -> float:
            end = self._turn_played(state, {**others, seat: each.choice})
            return min(max(each.value + self._lookahead_gain(end, seat), 0.0), 1.0)

        most = deeper(best)

        def win(each: Valued) -> float:
            is_searched = best.value - each.value <= SEARCH_MARGIN
            return deeper(each) if is_searched else _unsearched(each, best, most)

        return tuple(each._replace(win=win(each)) for each in valued)

    def effect(self, state: State, seat: int, chosen: Valued, best: Valued) -> Shares:
        """The effect on each seat; with more than two players, by searching both ends of the turn."""
        loss = best.value - chosen.value
        if state.players == 2 or chosen is best:
            return evenly(state.players, seat, loss)
        others = self._others(state, seat)
        ends = [self._turn_played(state, {**others, seat: each.choice}) for each in (best, chosen)]
        before, after = (self._all(end) for end in ends)
        changes = [each - was for was, each in zip(before, after, strict=True)]
        # The loss stays as reported; the residual is shared by the others, so that the effects sum to zero.
        rest = (loss - sum(changes) + changes[seat]) / (state.players - 1)
        return tuple(-loss if each == seat else change + rest for each, change in enumerate(changes))

    def _others(self, state: State, seat: int) -> dict[int, Choice]:
        return {each: self._best(state, each) for each in state.to_act if each != seat}

    def _best(self, state: State, seat: int) -> Choice:
        return max(_choices(self._evaluator, state, seat), key=lambda each: each.value).choice

    def _turn_played(self, state: State, chosen: Mapping[int, Choice]) -> State:
        """The state at the end of the turn, with these choices and the best action 2."""
        for seat, choice in chosen.items():
            state = state.apply(seat, choice)
        if state.phase is Phase.OWN:
            return state.apply(state.active, self._best(state, state.active))
        return state

    def _lookahead_gain(self, end: State, seat: int) -> float:
        """The value of a seat at the end of a turn one roll deeper, minus the value of the net there."""
        if end.outcome is not None:
            return 0.0
        return self._all(end)[seat] - self._evaluator.expectation(end.view(seat)).win

    def _all(self, state: State) -> Shares:
        return self.standing(state) if state.outcome is None else shares(state.outcome)

    def standing(self, state: State) -> Shares:
        values = self._before_roll(state)
        return _of_one_win(values) if state.players == 2 else tuple(each / sum(values) for each in values)

    def start(self, state: State) -> Shares:
        if not state.is_in_turn:
            return (1 / state.players,) * state.players
        if state.begins_turn:
            return self.standing(state)
        return self._all(self._turn_played(state, {seat: self._best(state, seat) for seat in state.to_act}))

    def opening_luck(self, state: State, standing: Shares) -> LuckEstimate:
        # Seats are exchangeable but for who begins, so the expectation over all beginnings is an even share.
        even = 1 / len(standing)
        return LuckEstimate(tuple(value - even for value in standing), (0.0,) * len(standing))

    def turn_luck(
        self, state: State, standing: Shares, common: State, origins: Origins = FROM_THE_DEAL
    ) -> LuckEstimate:
        return LuckEstimate(self.luck_of_all(state, common), (0.0,) * len(standing))

    def luck_of_all(self, state: State, common: State, origins: Origins = FROM_THE_DEAL) -> Shares:
        # Only the next dice are hidden, from all seats alike.
        before, after = map(_of_one_win, (self._before_roll(state), self._evaluator.after_roll(common)))
        return tuple(each - was for was, each in zip(before, after, strict=True))


class CardJudge:
    """The card games: shares of the win by what a seat sees; luck is sampled."""

    unit: Unit = "win"

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    @property
    def weights(self) -> Mapping[str, str]:
        return self._evaluator.checksums

    def choices(self, state: State, seat: int) -> tuple[Valued, ...]:
        return _choices(self._evaluator, state, seat)

    def effect(self, state: State, seat: int, chosen: Valued, best: Valued) -> Shares:
        # Seats have different information, so the gains of the others cannot be told apart.
        return evenly(state.players, seat, best.value - chosen.value)

    def standing(self, state: State) -> Shares:
        return tuple(self._at_draw(state, seat) for seat in range(state.players))

    def start(self, state: State) -> Shares:
        if not state.is_in_turn:
            return (1 / state.players,) * state.players
        if state.begins_turn:
            return self.standing(state)
        if state.phase is Phase.COMMON:
            return tuple(self._at_common(state, seat) for seat in range(state.players))
        return _one_seat_and_others(state, self._at_common(state, state.active))

    def opening_luck(self, state: State, standing: Shares) -> LuckEstimate:
        return card_luck.of_the_deal(state, standing, self._at_draw)

    def turn_luck(
        self, state: State, standing: Shares, common: State, origins: Origins = FROM_THE_DEAL
    ) -> LuckEstimate:
        return card_luck.of_the_refill(state, common, origins, self._at_common)

    def luck_of_all(self, state: State, common: State, origins: Origins = FROM_THE_DEAL) -> Shares:
        return card_luck.of_the_refill_for_all(state, common, origins, self._at_common)

    def _at_draw(self, state: State, seat: int) -> float:
        return float(self._evaluator.expectation(state.view(seat)).win)

    def _at_common(self, state: State, seat: int) -> float:
        return max(float(evaluation.win) for evaluation in self._evaluator.evaluate(state.view(seat)))


def _choices(evaluator: Evaluator, state: State, seat: int) -> tuple[Valued, ...]:
    check_to_act(state, seat)
    evaluations = evaluator.evaluate(state.view(seat))
    return tuple(Valued(each.choice, float(each.win), float(each.total)) for each in evaluations)


def _one_seat_and_others(state: State, value: float) -> Shares:
    """The share of the seat that acts; the others have equal parts of what is left."""
    rest = (1 - value) / (state.players - 1)
    return tuple(value if seat == state.active else rest for seat in range(state.players))


def _unsearched(choice: Valued, best: Valued, most: float) -> float:
    """The value of a choice that is not searched: as far behind the best as before."""
    return max(0.0, most - best.value + choice.value)


def _of_one_win(values: tuple[float, ...]) -> Shares:
    """Shares that sum to one win: the net judges seat by seat, and the residual is spread evenly.

    A share may leave 0 to 1 by that, but the correction is affine, so it commutes with expectations.
    """
    missing = (1 - sum(values)) / len(values)
    return tuple(float(value) + missing for value in values)
