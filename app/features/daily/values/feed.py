"""A daily as feeds and calendars list it."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from engine.rules import Game


class ListedDaily(NamedTuple):
    """A daily of a list that everybody may read."""

    day: date
    game: Game
    options: Mapping[str, str]
    """The options that the day settles."""
    deal: int | None
    """The number of its deal; None until the day has closed."""
    changed_at: int
    """When what everybody may know of it last changed."""
