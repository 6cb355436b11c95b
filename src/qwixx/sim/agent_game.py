"""A game with agents, whose decisions come from outside compiled code."""

from typing import Annotated

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS, cell_of
from qwixx.compiled.rows import CELLS
from qwixx.compiled.structs import NumbaStruct, Singles
from qwixx.engine import card_turn, dice_turn
from qwixx.engine.board import COMMON, DRAW, MOST_PLAYERS, OWN, PASS, PLAY, RUNNING, Board
from qwixx.engine.card_turn import CELL_BITS, HAND_BITS
from qwixx.engine.stream import roll
from qwixx.rules.sheet import PENALTY_BOXES
from qwixx.sim.kernel import begin_game, refill_display

# The kind of policy of an agent; those of bots count from 0.
AGENT = -1
# Phases in which no player decides, besides those of ``engine.board``.
ROLL, NOT_BEGUN = 4, 5
SHEET = COLOURS * CELLS + PENALTY_BOXES


class AgentGame(NumbaStruct):
    """A game and its current phase.

    ``number`` is that of the game in its seed. ``sheets`` has the crosses and penalties of each seat as an
    observation shows them, since a board knows only how far each row has come.
    """

    board: Board
    phase: int
    number: int
    sheets: Annotated[Singles, (MOST_PLAYERS, SHEET)]


@compiled()
def is_agent(board: Board, seat: int) -> bool:
    return board.policies[seat, 0] == AGENT


@compiled()
def begin(game: AgentGame, seed: int) -> None:
    """Start the game."""
    begin_game(game.board, seed, game.number)
    game.phase = DRAW if game.board.cards else ROLL
    game.sheets[:] = 0


@compiled()
def roll_dice(game: AgentGame) -> None:
    roll(game.board.streams, game.board.dice)
    dice_turn.take_roll(game.board)
    game.phase = COMMON


@compiled()
def resolve_common(game: AgentGame) -> None:
    """Resolve the common action once all seats have chosen."""
    board = game.board
    for seat in range(board.players):
        if board.chosen[seat] != PASS:
            _note_cross(game, seat, board.chosen[seat], board.number)
    if board.cards:
        card_turn.resolve_common(board)
        game.phase = PLAY
    else:
        dice_turn.resolve_common(board)
        game.phase = OWN
    if board.ended != RUNNING:
        board.turns += 1


@compiled()
def choose_alone(game: AgentGame, code: int) -> None:
    """A choice of the active seat: cards to draw, action 2, or a play."""
    board, seat = game.board, game.board.active
    if game.phase == DRAW:
        card_turn.choose_draw(board, code)
        refill_display(board)
        game.phase = COMMON
        return
    if game.phase == OWN:
        if code != PASS:
            _note_cross(game, seat, code // CELLS, code % CELLS)
        dice_turn.choose_own(board, code)
        game.phase = ROLL
    else:
        _note_play(game, seat, code)
        card_turn.choose_play(board, code)
        game.phase = DRAW
    for box in range(board.penalties[seat]):
        game.sheets[seat, COLOURS * CELLS + box] = 1


@compiled()
def _note_cross(game: AgentGame, seat: int, colour: int, number: int) -> None:
    game.sheets[seat, CELLS * colour + cell_of(colour, number)] = 1


@compiled()
def _note_play(game: AgentGame, seat: int, code: int) -> None:
    colour = code & (1 << HAND_BITS) - 1
    for cell in range(CELLS):
        if code >> CELL_BITS >> cell & 1:
            game.sheets[seat, CELLS * colour + cell] = 1
