"""Reports of names, what moderators decide, and appeals."""

from app.core.slots import Slot
from app.features.moderation.keeping import KEPT
from app.features.moderation.rows.moderation import TEXTS
from app.play.feature import Feature
from app.web.doors import Doors, Section

MODERATION_SECTIONS = Slot[Section[int]]("sections of the moderators' page")


def _doors() -> Doors:
    from app.features.moderation import pages
    from app.features.moderation.words import reason_words, titled_address

    return Doors(pages=(pages.router,), filters=(reason_words, titled_address))


MODERATION = Feature(name="moderation", doors=_doors, keeps=(KEPT,), texts=TEXTS)
