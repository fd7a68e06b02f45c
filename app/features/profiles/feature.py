"""Public pages of players."""

from sqlalchemy import Connection

from app.features.profiles import rows
from app.features.profiles.values import ProfilePart
from app.people.service.keeping import Belonging, Forgetting, Keeps
from app.people.showing import ProfileSection
from app.play.feature import Feature
from app.play.service.secrecy import open_among
from app.play.values.session import Session
from app.web.doors import Doors


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    rows.hide(connection, player_id)


def _shown_parts(connection: Connection, player_id: str, _now: int) -> list[str]:
    return sorted(rows.shown_by(connection, player_id) or ())


KEPT = Keeps(forgetting=(Forgetting(20, _forget),), belongings=(Belonging(110, "public_page", _shown_parts),))


MOST_SHOWN = 20


def _shared_games(connection: Connection, player_id: str, now: int) -> list[Session]:
    games = rows.shared_games(connection, player_id, MOST_SHOWN)
    secret = open_among(connection, [one.deck for one in games], now)
    return [one for one in games if one.deck not in secret]


GAMES = ProfileSection(
    part=ProfilePart.GAMES,
    label="The games that you have shared",
    template="profiles/_shown_games.html",
    read=_shared_games,
)


def _doors() -> Doors:
    from app.features.profiles import pages

    return Doors(pages=(pages.router,))


PROFILES = Feature(name="profiles", doors=_doors, keeps=(KEPT,), sections=(GAMES,), texts=rows.TEXTS)
