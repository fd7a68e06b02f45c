"""Invitations to make an account."""

from app.features.invitations import service
from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.invitations import pages

    return Doors(pages=(pages.router,))


INVITATIONS = Feature(name="invitations", doors=_doors, forgets=(service.forget,))
"""Links with which people make accounts, even while registration is closed."""
