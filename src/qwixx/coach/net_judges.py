"""Judges of the games with opponents, who ask the nets of ``qwixx.nets``."""

from collections.abc import Mapping
from functools import lru_cache

from qwixx.coach import card_luck
from qwixx.coach.findings import Unit
from qwixx.coach.judge import FROM_THE_DEAL, Luck, Origins, Shares, Valued, check_to_act, evenly, shares
from qwixx.nets.evaluator import Evaluator
from qwixx.rules.choices import Choice
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase

# A choice that seems worse than the best by more than this is not looked at again.
NEAR = 0.08


class DiceJudge:
    """The dice game: shares of the win; luck is exact, as the mean over all rolls is."""

    unit: Unit = "win"

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        # What one decision leads to is often where another one leads, or where the next turn begins.
        self._before_roll = lru_cache(maxsize=1 << 12)(evaluator.before_roll)

    def choices(self, state: State, seat: int) -> tuple[Valued, ...]:
        """Each as the net sees it one roll deeper: towards the end of a game it errs less there."""
        valued = _choices(self._evaluator, state, seat)
        best = max(valued, key=lambda each: each.value)
        others = self._others(state, seat)

        def deeper(each: Valued) -> float:
            end = self._turn_played(state, {**others, seat: each.choice})
            return min(max(each.value + self._second_look(end, seat), 0.0), 1.0)

        most = deeper(best)
        return tuple(
            each._replace(win=deeper(each) if best.value - each.value <= NEAR else _far(each, best, most))
            for each in valued
        )

    def effect(self, state: State, seat: int, chosen: Valued, best: Valued) -> Shares:
        """Of more than two seats each may win or lose by a choice, as the net sees them all deeper."""
        loss = best.value - chosen.value
        if state.players == 2 or chosen is best:
            return evenly(state.players, seat, loss)
        others = self._others(state, seat)
        ends = [self._turn_played(state, {**others, seat: each.choice}) for each in (best, chosen)]
        before, after = (self._all(end) for end in ends)
        changes = [each - was for was, each in zip(before, after, strict=True)]
        # The loss is what it was said to be; what differs from it is shared.
        rest = (loss - sum(changes) + changes[seat]) / (state.players - 1)
        return tuple(-loss if each == seat else change + rest for each, change in enumerate(changes))

    def _others(self, state: State, seat: int) -> dict[int, Choice]:
        return {each: self._best(state, each) for each in state.to_act if each != seat}

    def _best(self, state: State, seat: int) -> Choice:
        return max(_choices(self._evaluator, state, seat), key=lambda each: each.value).choice

    def _turn_played(self, state: State, chosen: Mapping[int, Choice]) -> State:
        """The end of the turn, with these choices and the best action 2."""
        for seat, choice in chosen.items():
            state = state.apply(seat, choice)
        if state.phase is Phase.OWN:
            return state.apply(state.active, self._best(state, state.active))
        return state

    def _second_look(self, end: State, seat: int) -> float:
        """What looking one roll deeper changes for a seat at the end of a turn."""
        if end.outcome is not None:
            return 0.0
        return self._all(end)[seat] - self._evaluator.standing(end.view(seat)).win

    def _all(self, state: State) -> Shares:
        return self.standing(state) if state.outcome is None else shares(state.outcome)

    def standing(self, state: State) -> Shares:
        values = self._before_roll(state)
        return _of_one_win(values) if state.players == 2 else tuple(each / sum(values) for each in values)

    def start(self, players: int) -> Shares:
        return (1 / players,) * players

    def opening_luck(self, state: State, standing: Shares) -> Luck:
        # Seats differ in nothing but who begins, so the mean over all beginnings is an even share.
        even = 1 / len(standing)
        return Luck(tuple(value - even for value in standing), (0.0,) * len(standing))

    def turn_luck(
        self, state: State, standing: Shares, common: State, origins: Origins = FROM_THE_DEAL
    ) -> Luck:
        before, after = map(_of_one_win, (self._before_roll(state), self._evaluator.after_roll(common)))
        luck = (each - was for was, each in zip(before, after, strict=True))
        return Luck(tuple(luck), (0.0,) * len(standing))


class CardJudge:
    """The card games: shares of the win by what a seat sees; luck is sampled."""

    unit: Unit = "win"

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def choices(self, state: State, seat: int) -> tuple[Valued, ...]:
        return _choices(self._evaluator, state, seat)

    def effect(self, state: State, seat: int, chosen: Valued, best: Valued) -> Shares:
        # Every seat sees something else, so who of the others gained more cannot be told.
        return evenly(state.players, seat, best.value - chosen.value)

    def standing(self, state: State) -> Shares:
        return tuple(self._at_draw(state, seat) for seat in range(state.players))

    def start(self, players: int) -> Shares:
        return (1 / players,) * players

    def opening_luck(self, state: State, standing: Shares) -> Luck:
        return card_luck.of_the_deal(state, standing, self._at_draw)

    def turn_luck(
        self, state: State, standing: Shares, common: State, origins: Origins = FROM_THE_DEAL
    ) -> Luck:
        return card_luck.of_the_refill(state, common, origins, self._at_common)

    def _at_draw(self, state: State, seat: int) -> float:
        return float(self._evaluator.standing(state.view(seat), state.cards.discard).win)

    def _at_common(self, state: State, seat: int) -> float:
        return max(
            float(opinion.win) for opinion in self._evaluator.opinions(state.view(seat), state.cards.discard)
        )


def _choices(evaluator: Evaluator, state: State, seat: int) -> tuple[Valued, ...]:
    check_to_act(state, seat)
    opinions = evaluator.opinions(state.view(seat), state.cards.discard)
    return tuple(Valued(each.choice, float(each.win), float(each.total)) for each in opinions)


def _far(choice: Valued, best: Valued, most: float) -> float:
    """A choice that seems far worse than the best stays as far behind it."""
    return max(0.0, most - best.value + choice.value)


def _of_one_win(values: tuple[float, ...]) -> Shares:
    """The same judgement with shares that add up to one win: a net judges seat by seat.

    What is missing is spread evenly. A share may leave 0 to 1 by that, but means stay means.
    """
    missing = (1 - sum(values)) / len(values)
    return tuple(float(value) + missing for value in values)
