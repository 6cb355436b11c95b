"""Duplicate chance: the same dice and cards in every game of a deal, so that luck cancels."""

import random

from qwixx.gameplay import draw
from qwixx.rules.cards import PACK_ORDER, Card
from qwixx.rules.chance import FACES, ChanceNode, ChanceOutcome
from qwixx.rules.colours import COLOURS, Colour


class DuplicateDealer:
    """The chance of one deal. Games of the same deal get the same chance although they go differently.

    The k-th roll is of all six dice, and those that have left the game are left out of it. In the
    k-th shuffle every card of the game has a random key, and the pile is sorted by these keys, so that
    piles that differ a little get orders that differ a little.

    >>> from qwixx.rules.chance import RollNode
    >>> all_dice, two_dice = RollNode(COLOURS), RollNode((Colour.RED, Colour.BLUE))
    >>> DuplicateDealer("1", 7).draw(all_dice)
    Roll(white=(1, 3), colours=(6, 4, 3, 4))
    >>> DuplicateDealer("1", 7).draw(two_dice)
    Roll(white=(1, 3), colours=(6, None, None, 4))
    """

    def __init__(self, seed: str, deal: int) -> None:
        self._source = _DuplicateSource(seed, deal)

    def draw(self, node: ChanceNode) -> ChanceOutcome:
        return draw(node, self._source)


class _DuplicateSource:
    """Each kind of chance has its own random stream, so that draws from one do not shift another."""

    def __init__(self, seed: str, deal: int) -> None:
        self._firsts, self._rolls, self._shuffles = (
            random.Random(f"{seed}/deal {deal}/{kind}") for kind in ("first", "rolls", "shuffles")
        )

    def randrange(self, stop: int) -> int:
        return self._firsts.randrange(stop)

    def dice(self, rolled: tuple[Colour, ...]) -> list[int]:
        return self._rolls.choices(FACES, k=2 + len(COLOURS))

    def shuffled(self, pile: tuple[Card, ...]) -> tuple[Card, ...]:
        keys = {card: self._shuffles.random() for card in PACK_ORDER}
        return tuple(sorted(pile, key=keys.__getitem__))
