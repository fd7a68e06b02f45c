"""The games that players have shared, on their public pages."""

from sqlalchemy import Connection

from app.features.profiles import rows
from app.features.profiles.values import Part
from app.people.showing import Section
from app.play.service.secrecy import open_among
from app.play.values.session import Session

MOST_SHOWN = 20


def _shared(connection: Connection, player_id: str, now: int) -> list[Session]:
    games = rows.shared_games(connection, player_id, MOST_SHOWN)
    secret = open_among(connection, [one.deck for one in games], now)
    return [one for one in games if one.deck not in secret]


GAMES = Section(
    part=Part.GAMES, label="The games that you have shared", template="profiles/_shown_games.html", read=_shared
)
