"""How strong players are at each game."""

from app.features.ratings import checks, showing
from app.features.ratings.keeping import KEPT
from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.ratings import api, pages
    from app.features.ratings.words import strength_words, sureness_words

    return Doors(api=(api.router,), pages=(pages.router,), filters=(strength_words, sureness_words))


RATINGS = Feature(name="ratings", doors=_doors, keeps=(KEPT,), sections=(showing.RATINGS,), checks=(checks.RATINGS,))
