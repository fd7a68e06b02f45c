"""Accounts, tokens and settings."""

from typing import Any

from sqlalchemy import Connection

from app.people.service import tokens
from app.people.service.keeping import Belonging, Keeps
from app.people.service.tokens import TokenView
from app.play.feature import Feature
from app.web.doors import Doors


def _tokens(connection: Connection, player_id: str, now: int) -> list[dict[str, Any]]:
    return [_without_id(one) for one in tokens.of_player(connection, player_id, now)]


def _without_id(listed: TokenView) -> dict[str, Any]:
    token = listed.token
    times = {"made_at": token.made_at, "expires_at": token.expires_at, "revoked_at": token.revoked_at}
    uses = [{"what": use.what, "last_at": use.last_at, "times": use.times} for use in listed.uses]
    return {"description": token.description, "scopes": sorted(token.scopes), **times, "uses": uses}


KEPT = Keeps(belongings=(Belonging(120, "tokens", _tokens),))


def _doors() -> Doors:
    from app.features.account import api
    from app.features.account.pages import account, guests, settings, tokens

    return Doors(
        api=(api.router,),
        tags={"players": "Accounts: make one, sign in and out, see who you are, and become a bot."},
        pages=(settings.router, tokens.router, guests.router, account.router),
    )


ACCOUNT = Feature(name="account", doors=_doors, keeps=(KEPT,))
