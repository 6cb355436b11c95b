"""Duplicate chance: the same dice and cards for whoever plays a deal, so that luck cancels."""

import random

from qwixx.rules.cards import PACK_ORDER, Card
from qwixx.rules.chance import (
    FACES,
    ChanceNode,
    ChanceOutcome,
    FirstSeat,
    FirstSeatNode,
    FirstSix,
    FirstSixNode,
    Roll,
    RollNode,
    Shuffle,
)
from qwixx.rules.colours import COLOURS


class DuplicateDealer:
    """The chance of one deal. Games of the same deal get the same chance although they go differently.

    The k-th roll is of all six dice, and those that have left the game are left out of it. In the
    k-th shuffle every card of the game has a random key, and the pile is sorted by these keys, so that
    piles that differ a little get orders that differ a little.

    >>> from qwixx.rules.colours import Colour
    >>> all_dice, two_dice = RollNode(COLOURS), RollNode((Colour.RED, Colour.BLUE))
    >>> DuplicateDealer("1", 7).draw(all_dice)
    Roll(white=(1, 3), colours=(6, 4, 3, 4))
    >>> DuplicateDealer("1", 7).draw(two_dice)
    Roll(white=(1, 3), colours=(6, None, None, 4))
    """

    def __init__(self, seed: str, deal: int) -> None:
        # Each kind of chance has numbers of its own, so that more of one does not shift another.
        self._firsts, self._rolls, self._shuffles = (
            random.Random(f"{seed}/deal {deal}/{kind}") for kind in ("first", "rolls", "shuffles")
        )

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        match node:
            case FirstSeatNode(players):
                return FirstSeat(self._firsts.randrange(players))
            case FirstSixNode():
                return FirstSix(self._until_six())
            case RollNode(colours):
                first, second, *coloured = self._rolls.choices(FACES, k=2 + len(COLOURS))
                dice = zip(COLOURS, coloured, strict=True)
                return Roll((first, second), tuple(die if c in colours else None for c, die in dice))
            case _:
                return Shuffle(self._shuffled(node.pile))

    def _until_six(self) -> tuple[int, ...]:
        faces = [self._firsts.choice(FACES)]
        while faces[-1] != FACES[-1]:
            faces.append(self._firsts.choice(FACES))
        return tuple(faces)

    def _shuffled(self, pile: tuple[Card, ...]) -> tuple[Card, ...]:
        keys = {card: self._shuffles.random() for card in PACK_ORDER}
        return tuple(sorted(pile, key=keys.__getitem__))
