"""Whether a session's player is looking at its table. While the player is away, the clock stands still.

We know this from the table's stream, which every page with scripts keeps open while it is visible. A new log entry
ends an absence: from then on the clock runs again, as it does for players who never had a stream.
"""

from sqlalchemy import Connection

from app.play.rows import absences
from app.play.values.session import Session

GRACE_MS = 5_000
"""A shorter absence does not count: perhaps a page reloaded, or a telephone changed networks."""


def is_noted(session: Session, player_id: str | None) -> bool:
    """Return whether this player owns the session and is noted as away from it."""
    return session.away_since is not None and session.player_id == player_id


def back(connection: Connection, session_id: str, since: int) -> None:
    """Note that a session's player has been at the table since a time, even if another process noted an absence."""
    absences.end(connection, session_id, since, GRACE_MS)


def watched_ms(session: Session, at: int) -> int:
    """Return how many milliseconds the player spent at the table between the last entry and a time.

    >>> session = Session(*[None] * 16, changed_at=1_000, away_ms=300)
    >>> watched_ms(session, 2_000), watched_ms(session._replace(away_since=1_500), 2_000)
    (700, 200)
    """
    until = at if session.away_since is None else min(at, session.away_since)
    return max(until - session.changed_at - session.away_ms, 0)
