"""A queue that is fair between owners, however many items each of them has."""

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
        """The number of items of an owner."""
        return len(self._items.get(owner, ()))

    def put(self, owner: Hashable, item: T) -> None:
        self._items.setdefault(owner, deque()).append(item)
        self._size += 1

    def get(self) -> T:
        """The next item; its owner moves to the end of the round."""
        owner, items = self._items.popitem(last=False)
        item = items.popleft()
        if items:
            self._items[owner] = items
        self._size -= 1
        return item

    def evict_from_largest(self, owner: Hashable) -> T | None:
        """Remove the last item of the owner with the most, unless this owner would then have more.

        >>> queue = FairQueue[str]()
        >>> for item in ("a1", "a2", "b1"):
        ...     queue.put(item[0], item)
        >>> queue.evict_from_largest("c"), queue.evict_from_largest("c")
        ('a2', None)
        """
        crowd = max(self._items, key=self.count, default=None)
        if crowd is None or self.count(crowd) <= self.count(owner) + 1:
            return None
        self._size -= 1
        return self._items[crowd].pop()

    def discard(self, owner: Hashable, item: T) -> None:
        """Remove an item, if it is still queued."""
        items = self._items.get(owner)
        if items is not None and item in items:
            items.remove(item)
            self._size -= 1
            if not items:
                del self._items[owner]
