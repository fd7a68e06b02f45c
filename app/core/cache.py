"""A cache for values worked out from something that never changes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Cache(Generic[T]):
    """The values used last, by name, up to a total size of `most`; `size` measures each. Safe for several threads.

    An empty value counts as one, because its name takes room, too.
    """

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._values = OrderedDict[Hashable, T]()
        self._most = most
        self._size = size
        self._in_all = 0
        self._alone = Lock()

    def find(self, name: Hashable) -> T | None:
        """Return the value of that name, or None if it is no longer there."""
        with self._alone:
            if name in self._values:
                self._values.move_to_end(name)
            return self._values.get(name)

    def keep(self, name: Hashable, value: T) -> None:
        """Store a value, and drop the least recently used ones to make room."""
        with self._alone:
            if name in self._values:
                return
            self._values[name] = value
            self._in_all += max(1, self._size(value))
            while self._in_all > self._most and len(self._values) > 1:
                _, gone = self._values.popitem(last=False)
                self._in_all -= max(1, self._size(gone))
