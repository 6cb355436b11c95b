"""A queue in which everybody has their turn, however many places one of them has taken."""

from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """First in, first out for each owner, and round-robin between owners.

    >>> queue = FairQueue[str]()
    >>> for item in ("a1", "a2", "a3", "b1"):
    ...     queue.put(item[0], item)
    >>> [queue.get() for _ in range(len(queue))]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        self._items: OrderedDict[Hashable, deque[T]] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def count(self, owner: Hashable) -> int:
        """How many places an owner has."""
        return len(self._items.get(owner, ()))

    def put(self, owner: Hashable, item: T) -> None:
        self._items.setdefault(owner, deque()).append(item)
        self._size += 1

    def get(self) -> T:
        """The next item; its owner goes behind all others."""
        owner, items = self._items.popitem(last=False)
        item = items.popleft()
        if items:
            self._items[owner] = items
        self._size -= 1
        return item

    def discard(self, owner: Hashable, item: T) -> None:
        """Take an item out, if it is still there."""
        items = self._items.get(owner)
        if items is not None and item in items:
            items.remove(item)
            self._size -= 1
            if not items:
                del self._items[owner]
