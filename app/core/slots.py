"""Slots: what a lower room needs from the rooms above it, which it must not import.

The lower room declares a slot and goes through what is in it; `app.site.features` fills all slots when the house is put
together, before anything is read or served.
"""

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Slot(Generic[T]):
    """What features provide for one purpose, in the order in which the site lists them."""

    def __init__(self, purpose: str) -> None:
        self._purpose = purpose
        self._provided: tuple[T, ...] | None = None

    def fill(self, provided: Iterable[T]) -> None:
        """Put in everything that is provided, in place of what was there before."""
        self._provided = tuple(provided)

    def __iter__(self) -> Iterator[T]:
        """Go through what is provided; raise `RuntimeError` if nobody has put the house together."""
        if self._provided is None:
            raise RuntimeError(f"Nothing provides {self._purpose} yet; import app.site.features first.")
        return iter(self._provided)
