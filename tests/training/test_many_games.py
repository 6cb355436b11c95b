"""The dice game in PyTorch, used to train nets, equals the game of the compiled engine.

Both play the same rolls side by side with the nets of the package.
"""

from collections.abc import Iterator

import numpy as np
import pytest

from qwixx.compiled.rows import CELLS
from qwixx.engine.board import COMMON, OWN, PASS, Board
from qwixx.nets.choice import evaluate
from qwixx.nets.common_action import settle_common
from qwixx.nets.features import IDENTITY, MOST_ACTIVE, write_features
from qwixx.nets.weights import new_net, weights_for
from qwixx.rules import chance
from qwixx.rules.game import State
from qwixx.rules.ruleset import DICE, Phase
from tests.sim import stepping

pytest.importorskip("torch", reason="NOT RUN, since PyTorch is not installed: see training/README.md")

import torch
from common_action import best_common, weigh_commons
from many_games import Positions, Roll, Table, new_positions, roll_dice
from player import Player
from torch import Tensor

GAMES = 8
CPU = torch.device("cpu")
# Sums in another order differ in their last bits. Choices that differ no more than that are a near-tie,
# which can be broken either way; both engines break exact ties in favour of the first choice.
CLOSE = 2e-6
MOST_NEAR_TIES = 0.01


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    """Use one thread: for small tensors the synchronisation of threads costs more than it saves."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("at_random", [False, True], ids=["best choices", "random choices"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_both_engines_have_the_same_positions_legal_choices_and_values(players: int, at_random: bool) -> None:
    """Random choices lead to positions that nets avoid."""
    games = SideBySide(players, at_random)
    while games.play_turn():
        pass
    assert games.rolls > 100
    assert games.near_ties <= MOST_NEAR_TIES * games.decisions


def test_near_ties_are_broken_in_favour_of_the_first_choice() -> None:
    values = torch.tensor([[0.2, 0.5, 0.5 + 1e-8], [0.2, 0.5, 0.51]], dtype=torch.double)
    assert best_common(values).tolist() == [0, 1]


class SideBySide:
    """Games in both engines: tensors with seats relative to the active one, and a board for each game."""

    def __init__(self, players: int, at_random: bool) -> None:
        weights, begun = weights_for("dice", players), State.new(DICE, players)
        self.players, self.at_random, self.net = players, at_random, new_net(weights)
        self.table, self.luck = Table(players, CPU), torch.Generator().manual_seed(players)
        self.player = Player({name: torch.from_numpy(part) for name, part in weights.items()}, self.table)
        self.at = new_positions(GAMES, players, CPU)
        self.boards = [stepping.Table.of(begun.apply_chance(chance.FirstSeat(0))) for _ in range(GAMES)]
        self.rolls = self.decisions = self.near_ties = 0

    def play_turn(self) -> bool:
        """Play a turn of all games; return whether any of them is still running."""
        roll = self._throw()
        self._compare_inputs()
        middle = self.table.resolve_common(self.at, roll, self._choose_commons(roll))
        self._compare_positions(middle)
        after = self.table.choose_own(middle, roll, self._choose_own(middle, roll))
        self._compare_positions(after)
        going = (~after.ended).nonzero()[:, 0]
        self.at, self.boards = after.of(going).for_next_turn(), [self.boards[game] for game in going.tolist()]
        return bool(self.boards)

    def _throw(self) -> Roll:
        roll = roll_dice(len(self.at), CPU, self.luck)
        self.rolls += len(self.at)
        for board, white, coloured in zip(
            self.boards, (roll.white + 1).tolist(), (roll.coloured + 1).tolist(), strict=True
        ):
            board.chance(chance.Roll(tuple(white), tuple(coloured)))
        return roll

    def _choose_commons(self, roll: Roll) -> Tensor:
        legal, values = self.table.common_legal(self.at, roll), weigh_commons(self.player, self.at, roll)
        assert torch.equal(values.isfinite(), legal)
        best = best_common(values)
        commons = self._drawn(legal) - 1 if self.at_random else best
        for game, board in enumerate(self.boards):
            places = self.at.places[game].tolist()
            for seat, place in enumerate(places):
                assert board.legal(place) == (legal[game, seat].nonzero()[:, 0] - 1).tolist()
                self._compare_values(
                    COMMON, board.board, place, values[game, seat], int(best[game, seat]) + 1
                )
            for seat, place in enumerate(places):
                board.choose(place, int(commons[game, seat]))
        return commons

    def _choose_own(self, middle: Positions, roll: Roll) -> Tensor:
        legal, values = self.table.own_legal(middle, roll), self.player.weigh_own(middle, roll)
        assert torch.equal(values.isfinite(), legal)
        best, _ = self.player.best_own(middle, roll)
        own = self._drawn(legal) if self.at_random else best
        for game, board in enumerate(self.boards):
            if board.phase is Phase.OWN:
                codes = self._own_codes(roll.of(torch.full((legal.shape[1],), game)))
                active = int(middle.active[game])
                assert board.legal(active) == [
                    codes[choice] for choice in legal[game].nonzero()[:, 0].tolist()
                ]
                self._compare_values(OWN, board.board, active, values[game], int(best[game]))
                board.choose(active, codes[int(own[game])])
        return own

    def _own_codes(self, roll: Roll) -> list[int]:
        """The codes of every action 2 in the compiled engine."""
        colours, numbers = self.table.own_cross(roll, torch.arange(len(roll.white)))
        codes: list[int] = torch.where(colours == PASS, PASS, colours * CELLS + numbers).tolist()
        return codes

    def _drawn(self, legal: Tensor) -> Tensor:
        return torch.where(legal, torch.rand(legal.shape, generator=self.luck), -1.0).argmax(-1)

    def _compare_values(self, phase: int, board: Board, seat: int, values: Tensor, best: int) -> None:
        """Legal choices have the same values, and the same one is best except in a near-tie."""
        if phase == COMMON:
            settle_common(board, self.net)
        count = evaluate(phase, board, seat, self.net)
        wins, legal = self.net.choice_values.wins[:count], values.isfinite()
        assert abs(wins - values[legal].numpy()).max() < CLOSE
        place = legal.nonzero()[:, 0].tolist().index(best)
        self.decisions += 1
        if place != wins.argmax():
            assert 0 < wins.max() - wins[place] < 2 * CLOSE
            self.near_ties += 1

    def _compare_inputs(self) -> None:
        for seat in range(self.players):
            inputs = self.table.inputs(self.at, torch.full((len(self.at),), seat), 0).tolist()
            for board, listed, places in zip(self.boards, inputs, self.at.places.tolist(), strict=True):
                on = np.zeros(MOST_ACTIVE, dtype=np.int64)
                count = write_features(board.board, places[seat], IDENTITY, on)
                assert sorted(listed) == sorted(on[:count].tolist())

    def _compare_positions(self, at: Positions) -> None:
        for game, table in enumerate(self.boards):
            board, places = table.board, at.places[game].tolist()
            for name in ("rows", "points", "penalties"):
                assert getattr(board, name)[places].tolist() == getattr(at, name)[game].tolist()
            assert (board.closed != 0).tolist() == at.closed[game].tolist()
            assert (table.phase is Phase.OVER) == bool(at.ended[game])
