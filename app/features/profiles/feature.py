"""Public pages of players, and reports of names."""

from app.features.profiles.keeping import KEPT
from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.profiles import pages
    from app.features.profiles.words import reason_words

    return Doors(pages=(pages.router,), filters=(reason_words,))


PROFILES = Feature(name="profiles", doors=_doors, keeps=(KEPT,))
