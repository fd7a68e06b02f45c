"""Whether the player of a session is looking at its table. While the player is not, the clock stands still.

We know this from the stream of the table, which every page with scripts keeps open while it is visible. An entry ends
an absence: from then on the clock runs again, as it does for players who never had a stream.
"""

from sqlalchemy import Connection

from app.model.session import Session
from app.store import absences

GRACE_MS = 5_000
"""A shorter absence does not count: a page reloads, or a telephone changes its network."""


def is_noted(session: Session, player_id: str | None) -> bool:
    """Say whether this player is thought to be away from a table of their own."""
    return session.away_since is not None and session.player_id == player_id


def back(connection: Connection, session_id: str, since: int) -> None:
    """Note that a session's player has been at the table since then, even if another process saw an absence."""
    absences.end(connection, session_id, since, GRACE_MS)


def watched_ms(session: Session, at: int) -> int:
    """Count for how long the player was at the table from the last entry until a time.

    >>> session = Session(*[None] * 16, changed_at=1_000, away_ms=300)
    >>> watched_ms(session, 2_000), watched_ms(session._replace(away_since=1_500), 2_000)
    (700, 200)
    """
    until = at if session.away_since is None else min(at, session.away_since)
    return max(until - session.changed_at - session.away_ms, 0)
