"""What players may show of themselves on their public pages: each feature says what it has for them."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.slots import Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileSection:
    """A part of public pages."""

    part: str
    """The word by which the owner's choice is stored."""
    label: str
    """What the owner chooses."""
    template: str
    """The fragment that draws it, as `shown`."""
    read: Callable[[Connection, str, int], object]
    """Returns what to draw of a player at a time; something false if there is nothing."""
    read_own: Callable[[Connection, str, int], object] | None = None
    """Returns the same for the player alone, who may see more; None if there is no more to see."""
    is_figure: bool = False
    """Whether it stands among the figures at the top, rather than in a chapter of its own."""


SECTIONS = Slot[ProfileSection]("what public pages show")
