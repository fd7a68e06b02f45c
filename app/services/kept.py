"""What was worked out of something that never changes, kept for whoever asks for it again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Values by name, those asked for last, up to so much in all by what `size` says of each; for several threads."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self._values = OrderedDict[Hashable, T]()
        self._most = most
        self._size = size
        self._in_all = 0
        self._alone = Lock()

    def find(self, name: Hashable) -> T | None:
        """Return the value of that name; None where none is kept any more."""
        with self._alone:
            if name in self._values:
                self._values.move_to_end(name)
            return self._values.get(name)

    def keep(self, name: Hashable, value: T) -> None:
        """Keep a value; those that nobody has asked for the longest make room for it."""
        with self._alone:
            if name in self._values:
                return
            self._values[name] = value
            self._in_all += self._size(value)
            while self._in_all > self._most and len(self._values) > 1:
                _, gone = self._values.popitem(last=False)
                self._in_all -= self._size(gone)
