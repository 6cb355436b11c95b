"""Which shuffle each card of a game comes from."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from qwixx.rules.cards import Card
from qwixx.rules.game import State
from qwixx.rules.ruleset import Phase

# The number of the shuffle, for cards that were discarded and shuffled again; all others come from the deal.
Origins = Mapping[Card, int]
FROM_THE_DEAL: Origins = MappingProxyType({})


def traced(states: Iterable[State]) -> Iterator[Origins]:
    """The origins of the cards in each state of a game, which are given in order from its beginning."""
    origins, shuffles = FROM_THE_DEAL, 0
    for state in states:
        yield origins
        if state.phase is Phase.SHUFFLE:
            shuffles += 1
            origins = {**origins, **dict.fromkeys(state.cards.discard, shuffles)}
