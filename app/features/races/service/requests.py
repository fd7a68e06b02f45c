"""Asking a friend into the room of a race, and who has been asked."""

from typing import NamedTuple

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.races.rows import requests
from app.features.races.rows.requests import RaceRequest
from app.features.races.service import races
from app.features.races.service.races import RaceEntrant
from app.features.races.values.race import Race, RaceTerms
from app.people.rows import friendships
from app.people.service import accounts

MOST_SHOWN = 3
"""How many of those who ask somebody are shown; the latest."""
_DAY_MS = 24 * 3_600_000


class Asked(NamedTuple):
    """Whom the host of a room has asked into it and who has not come; nobody else may learn whose friends they are."""

    host_id: str = ""
    names: tuple[str, ...] = ()

    def seen_by(self, viewer: str | None) -> tuple[str, ...]:
        """Return the names that a viewer may see."""
        return self.names if viewer == self.host_id else ()


def make_and_ask(connection: Connection, entrant: RaceEntrant, terms: RaceTerms, friend: str, now: int) -> Race:
    """Make a room as `races.make` does, and ask the friend of that name into it.

    Raises:
        NotFound: also if the maker has no friend by that name.
    """
    race = races.make(connection, entrant, terms, now)
    other = accounts.find_by_name(connection, friend)
    if other is None or not friendships.are_friends(connection, entrant.player_id, other.player_id):
        raise NotFound("You have no friend by that name.")
    requests.ask(connection, other.player_id, entrant.player_id, race.code, now)
    return race


def open_to(connection: Connection, player_id: str | None) -> list[RaceRequest]:
    """List the latest requests to a visitor, each open while its room gathers for the first round."""
    return requests.open_to(connection, player_id, MOST_SHOWN) if player_id else []


def asked_into(connection: Connection, race: Race) -> Asked:
    """Return whom the host of a room has asked into it and who has not come yet."""
    if race.heats or not race.present:
        return Asked()
    return Asked(race.host_id, tuple(requests.asked_into(connection, race.code, race.host_id)))


def forget_old(connection: Connection, now: int, at_most: int) -> bool:
    """Forget requests made more than a day ago; return whether there were any."""
    return requests.forget_old(connection, now - _DAY_MS, at_most)
