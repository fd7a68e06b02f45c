"""The names of tournaments as titles that moderators may replace."""

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.tournaments.rows import tournaments
from app.features.tournaments.rows.tournaments import CountedTournament
from app.features.tournaments.values.event import InTournament

MOST_MADE = 60
kind, kinds = InTournament.kind, "tournaments"


def address(code: str) -> str:
    """Return the address of a tournament's page."""
    return f"/tournaments/{code}"


def list_made_by_players(connection: Connection, _now: int) -> list[CountedTournament]:
    """List the latest tournaments that players have made, whose names everybody sees."""
    return tournaments.list_made_by_players(connection, MOST_MADE)


def title_of(connection: Connection, code: str) -> str | None:
    """Return the name of a tournament, or None if there is none."""
    return tournaments.name_of(connection, code)


def owner_of(connection: Connection, code: str) -> str | None:
    """Return who made a tournament, or None if no player has."""
    return tournaments.maker_of(connection, code)


def title_to(connection: Connection, _player_id: str, code: str) -> str:
    """Return the name of a tournament that a player made; raise `NotFound`."""
    name = title_of(connection, code) if owner_of(connection, code) else None
    if name is None:
        raise NotFound("No player has made a tournament with that code.")
    return name


def neutral(code: str) -> str:
    """Return a name for a tournament that says nothing."""
    return f"Tournament {code}"


def retitle(connection: Connection, code: str, before: str, after: str) -> bool:
    """Change the name of a tournament from `before` to `after`; return False if it has another name."""
    return tournaments.retitle(connection, code, before, after)
