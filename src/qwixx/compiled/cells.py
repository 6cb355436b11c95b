"""Cells of the four rows, compiled: the cell of a sum, and the scratch memory of a turn by cell."""

from typing import Annotated

from qwixx.compiled.cache import compiled
from qwixx.compiled.rows import CELLS
from qwixx.compiled.structs import Floats, Ints, NumbaStruct
from qwixx.rules import chance, colours

COLOURS = len(colours.COLOURS)
FACES = len(chance.FACES)


class Scratch(NumbaStruct):
    """Scratch memory of one thread for one turn, so that nothing is allocated for each position.

    ``alone[colour, cell]`` is the value of a cross without another; ``best[colour, cell]`` that of a cross
    in action 2 with the best action 1 before it, which was in row ``first[colour, cell]``. ``offers`` are
    values of such crosses, the best first, and ``offered`` says which; ``faces`` counts the faces of each
    coloured die that are left.
    """

    rows: Annotated[Ints, COLOURS]
    alone: Annotated[Floats, (COLOURS, CELLS)]
    best: Annotated[Floats, (COLOURS, CELLS)]
    first: Annotated[Ints, (COLOURS, CELLS)]
    offers: Annotated[Floats, COLOURS * FACES]
    offered: Annotated[Ints, COLOURS * FACES]
    faces: Annotated[Ints, COLOURS]


@compiled(inline="always")
def cell_of(colour: int, total: int) -> int:
    """The cell of a sum: red and yellow rise, green and blue fall."""
    return total if colour < 2 else CELLS - 1 - total
