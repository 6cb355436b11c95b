"""Stepping the simulator through a game: the functions of the simulator in the order of its loops."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from qwixx.engine import card_turn, dice_turn
from qwixx.engine.board import COMMON, DRAW, OWN, PLAY, RUNNING, Board, clear
from qwixx.engine.bridge import board_of, card_codes, legal_codes
from qwixx.engine.stream import begin_streams, roll, shuffle
from qwixx.rules.chance import ChanceOutcome, FirstSeat, FirstSix, Roll, Shuffle
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase, Ruleset
from qwixx.sim.kernel import draw_first
from qwixx.sim.policies import decide
from qwixx.sim.simulation import Matchup, NetOrValues

CODES = {Phase.COMMON: COMMON, Phase.OWN: OWN, Phase.DRAW: DRAW, Phase.PLAY: PLAY}


class Table:
    """A board, its phase, and the seats that still have to choose."""

    def __init__(self, rules: Ruleset, board: Board, phase: Phase, to_act: list[int]) -> None:
        self.rules = rules
        self.board = board
        self.phase = phase
        self.to_act = to_act

    @classmethod
    def of(cls, state: State) -> "Table":
        return cls(state.ruleset, board_of(state), state.phase, sorted(state.to_act))

    @classmethod
    def begin(cls, matchup: Matchup, game: int) -> "Table":
        """The game with this number before its first step."""
        board = matchup.board()
        begin_streams(board.streams, matchup.seed_number, game)
        clear(board)
        return cls(matchup.rules, board, State.new(matchup.rules, len(matchup.players)).phase, [])

    def copy(self) -> "Table":
        return Table(self.rules, self.board.copy(), self.phase, list(self.to_act))

    def legal(self, seat: int) -> list[int]:
        return legal_codes(self.board, self.phase, seat)

    def policy_choice(self, seat: int, known: NetOrValues) -> int:
        """The choice of a seat's compiled policy (one without a net)."""
        assert isinstance(known, np.ndarray)
        return int(decide(CODES[self.phase], self.board, seat, known))

    def choose(self, seat: int, code: int) -> None:
        assert seat in self.to_act
        match self.phase:
            case Phase.COMMON:
                self.board.chosen[seat] = code
                self.to_act.remove(seat)
                if not self.to_act:
                    self._resolve_common()
            case Phase.DRAW:
                card_turn.choose_draw(self.board, code)
                self._refill()
            case Phase.OWN:
                dice_turn.choose_own(self.board, code)
                self._enter(self.rules.turn[0])
            case Phase.PLAY:
                card_turn.choose_play(self.board, code)
                self._enter(self.rules.turn[0])
            case _:
                raise AssertionError(f"nobody chooses in the phase {self.phase}")

    def _resolve_common(self) -> None:
        (card_turn if self.rules.has_cards else dice_turn).resolve_common(self.board)
        self._enter(self.rules.turn[2])

    def _refill(self) -> None:
        self._enter(Phase.COMMON if card_turn.refill(self.board) else Phase.SHUFFLE)

    def _enter(self, phase: Phase) -> None:
        self.phase = phase if self.board.ended == RUNNING else Phase.OVER
        if self.phase is Phase.COMMON:
            self.to_act = list(range(self.board.players))
        else:
            self.to_act = [int(self.board.active)] if self.phase in CODES else []

    def chance(self, outcome: ChanceOutcome | None = None) -> None:
        """Apply this chance outcome, or draw one from the board's stream."""
        match self.phase:
            case Phase.START:
                self.board.active = self._first(outcome)
                self._enter(Phase.DEAL if self.rules.has_cards else self.rules.turn[0])
            case Phase.ROLL:
                self._roll(outcome)
                dice_turn.take_roll(self.board)
                self._enter(Phase.COMMON)
            case Phase.DEAL:
                self.board.deck[: self.board.cards] = range(self.board.cards)
                self._shuffle(int(self.board.cards), outcome)
                card_turn.deal(self.board)
                self._enter(self.rules.turn[0])
            case Phase.SHUFFLE:
                self._shuffle(card_turn.discards_to_deck(self.board), outcome)
                self._refill()
            case _:
                raise AssertionError(f"chance decides nothing in the phase {self.phase}")

    def _first(self, outcome: ChanceOutcome | None) -> int:
        if isinstance(outcome, FirstSix):
            return (len(outcome.rolls) - 1) % int(self.board.players)
        return outcome.seat if isinstance(outcome, FirstSeat) else draw_first(self.board)

    def _roll(self, outcome: ChanceOutcome | None) -> None:
        if isinstance(outcome, Roll):
            self.board.dice[:] = [*outcome.white, *(face or 0 for face in outcome.colours)]
        else:
            roll(self.board.streams, self.board.dice)

    def _shuffle(self, count: int, outcome: ChanceOutcome | None) -> None:
        pile = self.board.deck[:count]
        if isinstance(outcome, Shuffle):
            order = card_codes(outcome.order)
            assert sorted(order) == sorted(pile)
            pile[:] = order
        else:
            shuffle(self.board.streams, self.board.deck, count)


def assert_same(table: Table, state: State) -> None:
    """Both engines have the same position, including hidden state."""
    assert (table.phase, table.to_act) == (state.phase, sorted(state.to_act))
    assert dict(facts(table.board, state)) == dict(facts(board_of(state), state))


def facts(board: Board, state: State) -> Iterator[tuple[str, Any]]:
    """The fields of a board that are meaningful in a state's phase."""
    for name in ("players", "cards", "keep_dice", "first_six", "active", "ended", "closed"):
        yield name, getattr(board, name).tolist()
    if state.phase is not Phase.OVER:
        # Compiled code also counts a cross of the last action, which is irrelevant in a finished game.
        yield "crossed", int(board.crossed)
    for name in ("rows", "points", "crosses", "penalties"):
        yield name, getattr(board, name)[: state.players].tolist()
    if state.common_number is not None:
        yield "number", int(board.number)
    if state.dice is not None:
        yield "dice", board.dice.tolist()
    for seat, choice in enumerate(state.pending):
        yield f"chosen by {seat}", None if choice is None else int(board.chosen[seat])
    if state.cards.hands:
        yield "hands", board.hands[: state.players].tolist()
        yield "display", board.display.tolist()
        yield "deck", board.deck[board.deck_top : board.deck_end].tolist()
        yield "discard", board.discard[: board.discarded].tolist()
