"""Choices from the numbers of compiled code: the inverse of ``engine.bridge.choice_code``."""

from typing import assert_never

from qwixx.compiled.rows import CELLS, LOWEST
from qwixx.engine.board import PASS
from qwixx.engine.card_turn import CELL_BITS, HAND_BITS
from qwixx.rules.choices import CROSSES, Choice, Play, Take
from qwixx.rules.choices import PASS as NOTHING
from qwixx.rules.colours import COLOURS
from qwixx.rules.game import State
from qwixx.rules.position import DISPLAY_PLACES
from qwixx.rules.ruleset import Phase


def choice_of(state: State, seat: int, code: int) -> Choice:
    """The choice with this number for a seat in this state."""
    if code == PASS:
        return NOTHING
    match state.phase:
        case Phase.COMMON:
            assert state.common_number is not None
            return CROSSES[code][state.common_number]
        case Phase.OWN:
            return CROSSES[code // CELLS][code % CELLS + LOWEST]
        case Phase.DRAW:
            return Take(_places(code, DISPLAY_PLACES))
        case Phase.PLAY:
            hand, colour = state.cards.hands[seat], COLOURS[code & (1 << HAND_BITS) - 1]
            cards = tuple(hand[place] for place in _places(code >> HAND_BITS, CELL_BITS - HAND_BITS))
            return Play(cards, colour, tuple(colour.numbers[c] for c in _places(code >> CELL_BITS, CELLS)))
        case Phase.START | Phase.DEAL | Phase.ROLL | Phase.SHUFFLE | Phase.OVER:
            raise AssertionError(f"nobody chooses in the phase {state.phase}")
        case _:
            assert_never(state.phase)


def _places(bits: int, count: int) -> tuple[int, ...]:
    return tuple(place for place in range(count) if bits >> place & 1)
