"""The open data."""

from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.open_data import pages

    return Doors(pages=(pages.router,))


OPEN_DATA = Feature(name="open_data", doors=_doors)
