"""The luck of a game as a control variate: its mean is zero for any players, and it explains results."""

import random
from math import fsum, sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from qwixx.bots import GapBot, make_bot
from qwixx.coach.card_luck import of_the_refill_for_all
from qwixx.coach.decomposition import luck_of
from qwixx.coach.judge import FROM_THE_DEAL, shares
from qwixx.coach.judges import judge_for
from qwixx.gameplay import Game, play
from qwixx.notation import parse_position
from qwixx.record import ChanceStep, Record
from qwixx.rules.cards import pack
from qwixx.rules.chance import FirstSeat, RollNode, Shuffle
from qwixx.rules.choices import Take
from qwixx.rules.colours import Colour
from qwixx.rules.game import State
from qwixx.rules.ruleset import CARDS, Phase


def reds(state: State, seat: int) -> float:
    """A value that depends only on hidden information: the colours of the seat's own cards."""
    return sum(card.colour is Colour.RED for card in state.cards.hands[seat])


def knowing_draw(state: State) -> Take:
    """Take the number of which the opponent holds most cards in other colours: it is likely to be red."""
    others = [card.number for card in state.cards.hands[1] if card.colour is not Colour.RED]
    return Take((max(range(4), key=lambda place: others.count(state.view(0).display[place] or 0)),))


def test_mean_luck_of_the_cards_is_zero_even_if_players_know_all_hands() -> None:
    """Relative to the seat's own knowledge the mean would be 0.043 at a standard error of 0.018."""
    rng, lucks = random.Random(2), []
    for _ in range(600):
        order = tuple(rng.sample(pack(jokers=False), 44))
        dealt = State.new(CARDS, 2).apply_chance(FirstSeat(0)).apply_chance(Shuffle(order))
        common = dealt.apply(0, knowing_draw(dealt))
        lucks.append(of_the_refill_for_all(dealt, common, FROM_THE_DEAL, reds)[0])
    assert stdev(lucks) > 0.1
    assert abs(fmean(lucks)) < 2 * stdev(lucks) / sqrt(len(lucks))


def test_mean_luck_of_the_first_player_is_zero_over_all_seats() -> None:
    new = Record.new("dice", ["Ann", "Ben", "Cem"])
    lucks = [luck_of(new.extended([ChanceStep(FirstSeat(seat))])) for seat in range(3)]
    assert lucks[0][0] != 0
    for seat in range(3):
        assert fsum(luck[seat] for luck in lucks) == pytest.approx(0, abs=1e-9)


def test_subtracting_luck_keeps_the_mean_result() -> None:
    """All rolls of a turn that ends the game, since no number fits for the active player: mean luck is zero."""
    state = parse_position("dice; 1 roll; y11 g3 b3 p3; r2,3,4,5,6,12 g9; y2,3,4,5,6,7 g12,11 b10")
    judge, bot = judge_for(state.ruleset, state.players), GapBot(1, 2)
    assert isinstance(state.chance, RollNode)
    results, adjusted, most = np.zeros(3), np.zeros(3), 0.0
    for roll, chance in state.chance.outcomes():
        common = end = state.apply_chance(roll)
        while end.to_act:
            seat = min(end.to_act)
            end = end.apply(seat, bot.choose(end.view(seat)))
        assert end.outcome is not None
        result = np.array(shares(end.outcome))
        results += float(chance) * result
        luck = judge.luck_of_all(state, common)
        most = max(most, *luck)
        adjusted += float(chance) * (result - luck)
    assert 0.1 < results[2] < 0.9
    assert most > 0.05
    assert adjusted == pytest.approx(results, abs=1e-9)


@pytest.mark.parametrize("game", ["dice", "cards"])
def test_luck_sums_to_zero_over_seats_and_reduces_the_variance_of_results(game: str) -> None:
    results, lucks = [], []
    for seed in range(12):
        played = Game(game, ["Ann", "Ben"], seed=seed)
        outcome = play(played, [make_bot("gap:1,2")] * 2)
        luck = luck_of(played.record)
        assert sum(luck) == pytest.approx(0, abs=1e-9)
        results.append(0.5 if len(outcome.winners) == 2 else float(0 in outcome.winners))
        lucks.append(luck[0])
    left = [result - luck for result, luck in zip(results, lucks, strict=True)]
    assert stdev(left) < stdev(results)


def test_an_unfinished_game_has_the_luck_of_its_turns() -> None:
    game = Game("dice", ["Ann", "Ben"], seed=3)
    assert luck_of(game.record) == (0, 0)
    game.advance()
    assert game.state.phase is Phase.COMMON
    assert luck_of(game.record)[0] != 0
