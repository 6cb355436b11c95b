"""A game as a struct of small numbers, allocated once and used for millions of games.

A row is one of the states of ``compiled.rows``. Sums and the numbers on cards count from 0, so that
0 stands for a 2. Cards are numbered in pack order: colour times eleven plus number, jokers last.
"""

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from qwixx.compiled.cache import compiled
from qwixx.compiled.cells import COLOURS, Scratch, cell_of
from qwixx.compiled.rows import CELLS, EMPTY, IMPOSSIBLE, PRINTED, ROWS_TO_END
from qwixx.compiled.structs import Ints, NumbaStruct, UInts, new_struct
from qwixx.engine.implemented import Implemented
from qwixx.engine.stream import DICE_COUNT
from qwixx.rules.cards import PACK_ORDER, pack
from qwixx.rules.position import DISPLAY_PLACES, HAND_TO_PLAY
from qwixx.rules.ruleset import RULESETS, FirstPlayer, LockScope, Phase, Ruleset
from qwixx.rules.scoring import POINTS_PER_PENALTY
from qwixx.rules.sheet import PENALTY_BOXES

CLOSED = PRINTED.closed
FIRST_CELL = PRINTED.table.first_cell
# Small integers, so that the tables stay in the L1 cache.
AFTER: NDArray[np.int8] = PRINTED.table.after.astype(np.int8)
CROSS_POINTS: NDArray[np.int8] = PRINTED.table.points.astype(np.int8)
# The numbers that a cross skips, by row and cell; more than any limit where it is illegal.
TOO_MANY = 127
SKIPS = np.where(AFTER == IMPOSSIBLE, TOO_MANY, np.arange(CELLS) - FIRST_CELL[:, None]).astype(np.int8)
PACK_SIZE = len(PACK_ORDER)
# Five cards make at most 25 sets of one to three, each with up to 8 sets of crosses, in 4 colours.
MOST_CHOICES = 800
PASS = -1
NO_CARD = -1

DICE_GAME: dict[str, object] = {
    "turn": (Phase.ROLL, Phase.COMMON, Phase.OWN),
    "lock_scope": LockScope.TABLE,
    "rows_to_end": ROWS_TO_END,
    "jokers": False,
}
CARD_GAME: dict[str, object] = {
    "turn": (Phase.DRAW, Phase.COMMON, Phase.PLAY),
    "lock_scope": LockScope.OWNER,
    "rows_to_end": ROWS_TO_END,
    "jokers": False,
}
# Written out, and not taken from the rules: new options there are refused until compiled code knows them.
ENGINE = Implemented(
    part="the compiled engine",
    remedy="use qwixx.play",
    games={
        "dice": DICE_GAME,
        "solo": DICE_GAME,
        "cards": CARD_GAME,
        "cards_joker": {**CARD_GAME, "jokers": True},
    },
    options={
        "first_player": (FirstPlayer.RANDOM, FirstPlayer.FIRST_SIX),
        "closed_row_in_action_2": (False, True),
        # Hands lie open on a board: bots get no board, and policies do not look at hands of others.
        "hand_numbers_public": (True, False),
    },
)

MOST_PLAYERS = max(rules.max_players for rules in RULESETS.values())

# The phases in which a seat has to choose, as compiled code numbers them.
COMMON, OWN, DRAW, PLAY = range(4)

# Why a game ended, or that it goes on.
RUNNING, TWO_ROWS, FOUR_PENALTIES = range(3)


class Board(NumbaStruct):
    """A game. One layout serves every number of players, so that compiled code is compiled once.

    ``cards`` is the size of the pack, 0 in the dice games; ``keep_dice`` leaves the die of a row that
    was closed in action 1 on the table for action 2; ``first_six`` lets a six decide who begins.

    ``dice`` holds faces, the white ones first, 0 for a die that is out. Free places of hands and
    display are NO_CARD. The deck is ``deck[deck_top:deck_end]``. ``policies`` has the kind of each seat's
    policy and two parameters (``sim.policies``). ``solver``, ``choices``, ``places`` and ``cells`` are
    scratch memory.
    """

    players: int
    cards: int
    keep_dice: int
    first_six: int
    rows: Annotated[Ints, (MOST_PLAYERS, COLOURS)]
    points: Annotated[Ints, MOST_PLAYERS]
    crosses: Annotated[Ints, MOST_PLAYERS]
    penalties: Annotated[Ints, MOST_PLAYERS]
    closed: Annotated[Ints, COLOURS]
    active: int
    number: int
    crossed: int
    chosen: Annotated[Ints, MOST_PLAYERS]
    turns: int
    first: int
    ended: int
    dice: Annotated[Ints, DICE_COUNT]
    hands: Annotated[Ints, (MOST_PLAYERS, HAND_TO_PLAY)]
    display: Annotated[Ints, DISPLAY_PLACES]
    deck: Annotated[Ints, PACK_SIZE]
    deck_top: int
    deck_end: int
    discard: Annotated[Ints, PACK_SIZE]
    discarded: int
    streams: Annotated[UInts, 1 + MOST_PLAYERS]
    policies: Annotated[Ints, (MOST_PLAYERS, 3)]
    solver: Scratch
    choices: Annotated[Ints, MOST_CHOICES]
    places: Annotated[Ints, HAND_TO_PLAY]
    cells: Annotated[Ints, HAND_TO_PLAY]


def new_board(rules: Ruleset, players: int) -> Board:
    """A board for a game and number of seats; InputError if compiled code does not know this game."""
    ENGINE.check(rules)
    rules.check_players(players)
    board = new_struct(Board)
    board.players = players
    board.cards = len(pack(rules.jokers)) if rules.has_cards else 0
    board.keep_dice = rules.closed_row_in_action_2
    board.first_six = rules.first_player is FirstPlayer.FIRST_SIX
    board.hands[:] = board.display[:] = NO_CARD
    return board


@compiled()
def clear(board: Board) -> None:
    """Reset the board to empty sheets, open rows and the first turn."""
    for seat in range(board.players):
        for colour in range(COLOURS):
            board.rows[seat, colour] = EMPTY
        board.points[seat] = board.crosses[seat] = board.penalties[seat] = 0
    for colour in range(COLOURS):
        board.closed[colour] = 0
    board.active = board.first = board.turns = board.crossed = 0
    board.ended = RUNNING


@compiled(inline="always")
def may_cross(board: Board, seat: int, colour: int, number: int) -> bool:
    """Whether the seat's own sheet takes a number; rows closed by others are not considered."""
    return AFTER[board.rows[seat, colour], cell_of(colour, number)] != IMPOSSIBLE


@compiled(inline="always")
def skipped(board: Board, seat: int, colour: int, number: int) -> int:
    """Numbers between the row's last cross, or its left edge, and this one; TOO_MANY if it is illegal."""
    return SKIPS[board.rows[seat, colour], cell_of(colour, number)]


@compiled(inline="always")
def cross(board: Board, seat: int, colour: int, number: int) -> bool:
    """Cross a legal number; returns whether it brought the lock."""
    row, cell = board.rows[seat, colour], cell_of(colour, number)
    after = AFTER[row, cell]
    locked = after == CLOSED
    board.rows[seat, colour] = after
    board.points[seat] += CROSS_POINTS[row, cell]
    board.crosses[seat] += 1 + locked
    return locked


@compiled(inline="always")
def may_cross_common(board: Board, seat: int, colour: int) -> bool:
    return board.closed[colour] == 0 and may_cross(board, seat, colour, board.number)


@compiled()
def list_common(board: Board, seat: int) -> int:
    """Write the choices of the common action, colours or PASS; returns their number."""
    board.choices[0], count = PASS, 1
    for colour in range(COLOURS):
        if may_cross_common(board, seat, colour):
            board.choices[count] = colour
            count += 1
    return count


@compiled()
def finish_turn(board: Board) -> None:
    """The penalty check, then the end or the next seat's turn (D9, D10, C16, C19)."""
    active = board.active
    if board.ended == RUNNING and board.crossed == 0:
        board.penalties[active] += 1
        board.points[active] += POINTS_PER_PENALTY
        if board.penalties[active] == PENALTY_BOXES:
            board.ended = FOUR_PENALTIES
    board.turns += 1
    if board.ended == RUNNING:
        board.active = active + 1 if active + 1 < board.players else 0
        board.crossed = 0
