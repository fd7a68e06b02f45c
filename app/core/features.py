"""Which features this server has: `app.site.features` says so here, for pages that lead from one to another."""

from app.core.slots import Slot

FEATURES = Slot[str]("which features there are")


def has(name: str) -> bool:
    """Return whether this server has a feature, by the name of its folder."""
    return name in FEATURES
