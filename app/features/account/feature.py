"""Accounts, tokens and settings."""

from app.features.account.keeping import KEPT
from app.play.feature import Feature
from app.web.doors import Doors


def _doors() -> Doors:
    from app.features.account import api
    from app.features.account.pages import account, settings, tokens

    return Doors(api=(api.router,), pages=(settings.router, tokens.router, account.router))


ACCOUNT = Feature(name="account", doors=_doors, keeps=(KEPT,))
