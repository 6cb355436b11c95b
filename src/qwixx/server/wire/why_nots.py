"""Refusals beforehand: for a client that has no table to ask, as in lessons and puzzles."""

from collections.abc import Iterator
from itertools import permutations

from qwixx.notation import parse_choice
from qwixx.rules.colours import COLOURS, NUMBERS
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase
from qwixx.server.wire import protocol
from qwixx.server.wire.messages import reason_message


def why_nots(state: State, seat: int) -> Iterator[tuple[str, protocol.Reason]]:
    """Why not, for everything that a tap of somebody may mean and that is not legal."""
    for text in tappable(state, seat):
        reason = state.why_not(seat, parse_choice(text))
        if reason is not None:
            yield text, reason_message(reason)


def tappable(state: State, seat: int) -> Iterator[str]:
    """Every choice, legal or not, that a tap on a cell or on two cards of the hand may mean."""
    if seat not in state.to_act or state.phase is Phase.DRAW:
        return
    cells = [(colour.letter, number) for colour in COLOURS for number in NUMBERS[colour]]
    if state.phase is not Phase.PLAY:
        yield from (f"{letter.lower()}{number}" for letter, number in cells)
        return
    yield from (f"play {letter}{number} cross {letter.lower()}{number}" for letter, number in cells)
    for *before, last in permutations(state.cards.hands[seat], 2):
        yield f"play {' '.join(map(str, (*before, last)))}"
