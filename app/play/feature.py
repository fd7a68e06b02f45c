"""What a feature is to the house: its name, and everything that the rooms below ask of it."""

from collections.abc import Callable
from dataclasses import dataclass

from app.web.doors import Doors


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A folder of `app/features`. `app.site.features` lists them all, and fills the slots of the rooms below."""

    name: str
    """The name of its folder, of the folder of its templates, and of its word in `RAMPART_FEATURES`."""
    doors: Callable[[], Doors]
    """Returns its doors, and imports its pages only then: commands and workers need none."""
