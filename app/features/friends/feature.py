"""Friends, and groups of people."""

from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.friends.pages import friends, groups

    return Doors(pages=(friends.router, groups.router))


FRIENDS = Feature(name="friends", doors=_doors)
