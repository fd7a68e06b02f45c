"""Ratings on the public pages of players."""

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.profiles import service as profiles
from app.features.profiles.values import Part
from app.features.ratings import rows
from app.features.ratings.values.rating import Rating
from app.people.showing import Section
from engine.rules import Game


def shown_of(connection: Connection, name: str) -> tuple[str, dict[Game, Rating]]:
    """Return a player's name and ratings if the public page shows them.

    Raises:
        NotFound: there is no such player or page, or the page does not show ratings.
    """
    account, shown = profiles.public(connection, name)
    if Part.RATINGS not in shown:
        raise NotFound("That player’s public page shows no ratings.")
    return account.name, rows.all_of_player(connection, account.player_id)


def _ratings(connection: Connection, player_id: str, _now: int) -> dict[Game, Rating]:
    return rows.all_of_player(connection, player_id)


RATINGS = Section(part=Part.RATINGS, label="Your ratings", template="ratings/_shown_ratings.html", read=_ratings)
