"""Reports of names, what moderators decide, and appeals."""

from app.features.moderation.keeping import KEPT
from app.features.moderation.rows.moderation import TEXTS
from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.moderation import pages
    from app.features.moderation.words import reason_words, titled_address

    return Doors(pages=(pages.router,), filters=(reason_words, titled_address))


MODERATION = Feature(name="moderation", doors=_doors, keeps=(KEPT,), texts=TEXTS)
