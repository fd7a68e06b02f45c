"""Public pages of players."""

from app.features.profiles.keeping import KEPT
from app.features.profiles.rows import TEXTS
from app.features.profiles.showing import GAMES
from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.profiles import pages

    return Doors(pages=(pages.router,))


PROFILES = Feature(name="profiles", doors=_doors, keeps=(KEPT,), sections=(GAMES,), texts=TEXTS)
