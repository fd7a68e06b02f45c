"""The tournaments that somebody has joined, and how they stand there."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.store.unreadable import each
from app.features.tournaments.rows import entrants
from app.features.tournaments.rows import tournaments as rows
from app.features.tournaments.rows.tournaments import CountedTournament
from app.features.tournaments.service import tournaments
from app.features.tournaments.values.tournament import Entrant, Tournament, TournamentTry, TryOutcome

SOON_MS = 24 * 60 * 60_000
"""How long before its beginning a tournament is one to be reminded of."""
MOST_JOINED = 5


class TournamentPlace(NamedTuple):
    """Somebody's place in a tournament."""

    rank: int
    size: int
    """How many take part."""


class Joined(NamedTuple):
    """A tournament that somebody has joined."""

    tournament: Tournament
    entrant: Entrant
    tries: tuple[TournamentTry, ...]
    place: TournamentPlace | None


def list_joined(connection: Connection, player_id: str, now: int) -> list[Joined]:
    """List the tournaments that a player has joined and that are open or begin soon, in the order of their ends."""
    codes = entrants.list_joined(connection, player_id, now, now + SOON_MS, MOST_JOINED)
    return [one for one in each(lambda code: find(connection, code, player_id, now), codes) if one]


def joined_among(connection: Connection, player_id: str | None, some: Sequence[CountedTournament]) -> set[str]:
    """Return the codes of those of these tournaments that a visitor has joined."""
    codes = [one.tournament.code for one in some]
    return entrants.entered_of(connection, player_id, codes) if player_id and codes else set()


def find(connection: Connection, code: str, player_id: str, now: int) -> Joined | None:
    """Return how a player stands in a tournament; None if there is none, or the player takes no part."""
    found, one = rows.find(connection, code), entrants.find(connection, code, player_id)
    if found is None or one is None:
        return None
    tries = tuple(entrants.tries(connection, code, player_id))
    return Joined(found, one, tries, _place(connection, found, one, tries, now))


def _place(
    connection: Connection, found: Tournament, one: Entrant, tries: tuple[TournamentTry, ...], now: int
) -> TournamentPlace | None:
    """Return somebody's place; None before their first result, alone, and while they may not compare themselves."""
    ended = any(each.outcome not in {None, TryOutcome.STOPPED} for each in tries)
    if not ended or not tournaments.may_compare(found, tries, now):
        return None
    place = TournamentPlace(*entrants.place_of(connection, found.code, one))
    return place if place.size > 1 else None
