"""Statements about what tournaments have stored about the ends of their sessions."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from app.features.tournaments.tables import tournament, tournament_try
from app.play.checking import Claim


def claims(connection: Connection, session_ids: Sequence[str]) -> list[Claim]:
    """Return what tournaments have stored about the ends of these sessions."""
    tried = tournament_try.c
    ended = tried.session_id.in_(session_ids), tried.outcome.in_(("won", "given-up"))
    found = select(tried.session_id, tried.steps, (tried.outcome == "won").label("won")).where(*ended)
    return [Claim(row.session_id, "tournament", row.steps, bool(row.won)) for row in connection.execute(found)]


def codes(connection: Connection) -> list[str]:
    """List the codes of all tournaments."""
    return list(connection.execute(select(tournament.c.code).order_by(tournament.c.code)).scalars())
