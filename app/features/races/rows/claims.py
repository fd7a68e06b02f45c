"""Statements about what races have stored about the ends of their sessions."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from app.features.races.tables import run
from app.play.checking import Claim


def claims(connection: Connection, session_ids: Sequence[str]) -> list[Claim]:
    """Return what races have stored about the ends of these sessions."""
    ended = run.c.session_id.in_(session_ids), run.c.outcome.is_not(None)
    found = select(run.c.session_id, run.c.steps, run.c.home, (run.c.outcome == "won").label("won")).where(*ended)
    return [Claim(row.session_id, "race", row.steps, bool(row.won), home=row.home) for row in connection.execute(found)]
