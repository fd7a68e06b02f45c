"""Friends, and groups of people."""

from sqlalchemy import Connection

from app.core.words import numbered
from app.features.friends import titles
from app.features.friends.keeping import KEPT
from app.features.friends.rows import groups
from app.features.friends.service import audiences
from app.features.friends.service.friends import count_asking
from app.play.feature import Feature
from app.play.front import Lead
from app.web.doors import Doors, Section


def _asking(connection: Connection, player_id: str) -> str:
    found = count_asking(connection, player_id)
    asks = numbered(found, "1 player asks to be your friend.", "{count} players ask to be your friends.")
    return asks if found else ""


def _doors() -> Doors:
    from app.features.friends.pages import friends
    from app.features.friends.pages import groups as pages_of_groups

    return Doors(pages=(friends.router, pages_of_groups.router))


FRIENDS = Feature(
    name="friends",
    optional=True,
    doors=_doors,
    keeps=(KEPT,),
    titled=(titles,),
    leads=(Lead("Friends and groups", "/friends", "to compare yourself with people you know", "me", _asking),),
    account=(Section(10, "friends/_account_friends.html", count_asking),),
    groups=(groups,),
    audiences=(audiences,),
)
