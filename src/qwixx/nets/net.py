"""A net as one struct for one thread: its weights, its transposition table, and scratch memory."""

from typing import Annotated

from qwixx.compiled.cells import COLOURS
from qwixx.compiled.rows import CELLS
from qwixx.compiled.structs import Floats, Ints, NumbaStruct, Singles, UInts
from qwixx.engine.board import MOST_CHOICES, MOST_PLAYERS, PACK_SIZE
from qwixx.nets.features import MOST_ACTIVE, MOST_FEATURES
from qwixx.nets.snapshots import Snapshot

MOST_WIDTH, MOST_INNER = 1024, 64
HEADS = 2
WIN, TOTAL = range(HEADS)
# Options of the common action: passing, or a colour.
COMMON_OPTIONS = 1 + COLOURS
# Rows a power of two apart would compete for the same cache lines.
PADDING = 16
# Slots of the transposition table.
TRANSPOSITIONS = 1 << 14


class Layers(NumbaStruct):
    """The weights: a layer of ``width`` units, one of ``inner_width`` units, and the heads."""

    width: int
    inner_width: int
    embedding: Annotated[Singles, (MOST_FEATURES, MOST_WIDTH)]
    bias: Annotated[Singles, MOST_WIDTH]
    second: Annotated[Singles, (MOST_INNER, MOST_WIDTH + PADDING)]
    second_bias: Annotated[Singles, MOST_INNER]
    heads: Annotated[Singles, (HEADS, MOST_INNER)]
    heads_bias: Annotated[Singles, HEADS]


class Activations(NumbaStruct):
    """The active features, and the outputs of both layers."""

    active: Annotated[Ints, MOST_ACTIVE]
    hidden: Annotated[Singles, MOST_WIDTH]
    inner: Annotated[Singles, MOST_INNER]


class TranspositionTable(NumbaStruct):
    """A hash table of outputs by the hash of a position."""

    hashes: Annotated[UInts, TRANSPOSITIONS]
    outputs: Annotated[Singles, (TRANSPOSITIONS, HEADS)]


class Snapshots(NumbaStruct):
    """The board before a choice that is tried, one for each level of nesting."""

    look: Snapshot
    settling: Snapshot
    common: Snapshot
    own: Snapshot


class CommonAction(NumbaStruct):
    """The common action of the dice game, by seat and option (``nets.common_action``).

    ``alone`` is the value of an option while all others pass, ``beside`` its value together with an option of
    another seat, ``worth`` its mean over the ``beliefs`` about the others. ``likely`` is each seat's best
    choice, ``own_after`` the action 2 that the active seat plans after each option.
    """

    legal: Annotated[Ints, (MOST_PLAYERS, COMMON_OPTIONS)]
    alone: Annotated[Floats, (MOST_PLAYERS, COMMON_OPTIONS, HEADS)]
    beside: Annotated[Floats, (MOST_PLAYERS, COMMON_OPTIONS, MOST_PLAYERS, COMMON_OPTIONS, HEADS)]
    beliefs: Annotated[Floats, (MOST_PLAYERS, COMMON_OPTIONS)]
    worth: Annotated[Floats, (MOST_PLAYERS, COMMON_OPTIONS, HEADS)]
    likely: Annotated[Ints, MOST_PLAYERS]
    own_after: Annotated[Ints, COMMON_OPTIONS]


class LookAhead(NumbaStruct):
    """Expectations one roll deeper, by seat (``nets.lookahead``).

    ``means`` is the result. ``base_win`` is the value of the best turn without action 2 to the active seat,
    ``base_values`` to every seat, and ``offer_values`` that of the best turn with this cross in action 2.
    """

    means: Annotated[Floats, MOST_PLAYERS]
    base_win: float
    base_values: Annotated[Floats, MOST_PLAYERS]
    offer_values: Annotated[Floats, (COLOURS, CELLS, MOST_PLAYERS)]


class ChoiceValues(NumbaStruct):
    """Choices and their values."""

    options: Annotated[Ints, MOST_CHOICES]
    wins: Annotated[Floats, MOST_CHOICES]
    totals: Annotated[Floats, MOST_CHOICES]


class Net(NumbaStruct):
    """The weights, their output for the last position, and working memory."""

    layers: Layers
    activations: Activations
    output: Annotated[Singles, HEADS]
    transpositions: TranspositionTable
    snapshots: Snapshots
    common: CommonAction
    ahead: LookAhead
    unseen: Annotated[Ints, PACK_SIZE]
    choice_values: ChoiceValues
    own_values: ChoiceValues
