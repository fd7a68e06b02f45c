"""What features can make of a position that somebody studies, such as a puzzle."""

from collections.abc import Callable
from typing import NamedTuple

from app.core.slots import Slot


class Making(NamedTuple):
    """Something to make of a position, by a button on the analysis board."""

    words: str
    """What the button says."""
    verb: str
    """Where it posts the position to: the last part of an address below the board's."""
    fits: Callable[[int | None, str], bool]
    """Says whether it can be made, given the number of the deal, if it has one, and the verdict on the position."""


MAKINGS = Slot[Making]("what can be made of a position")
