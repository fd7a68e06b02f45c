"""Tournaments."""

from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.tournaments import api, pages
    from app.features.tournaments.words import form_words, length_words, played_words

    return Doors(api=(api.router,), pages=(pages.router,), filters=(form_words, length_words, played_words))


TOURNAMENTS = Feature(name="tournaments", doors=_doors)
