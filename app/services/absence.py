"""Whether the player of a session looks at its table. For as long as not, no time of play is counted.

That is known of whoever keeps a stream of the table open, as every page with scripts does while it is seen. An entry
ends an absence: from then on time is counted again, as it is for those who never had a stream.
"""

from collections.abc import Sequence

from sqlalchemy import Connection

from app.store import absences
from app.store.sessions import Session

GRACE_MS = 5_000
"""How short an absence counts as none: a page is loaded again, or a telephone changes its network."""


def left(connection: Connection, leaving: Sequence[tuple[str, int]]) -> None:
    """Note that the players of these sessions left their tables, each with the time of it.

    Games that count in an event are left alone: their time runs on, whoever looks.
    """
    absences.begin(connection, leaving)


def is_noted(session: Session, player_id: str | None) -> bool:
    """Say whether this player is thought to be away from a table of their own."""
    return session.away_since is not None and session.player_id == player_id


def back(connection: Connection, session_id: str, since: int) -> None:
    """Note that a session's player has been at the table since then, whatever another process took for an absence."""
    absences.end(connection, session_id, since, GRACE_MS)


def watched_ms(session: Session, at: int) -> int:
    """Count for how long the table was looked at from the last entry until a time.

    >>> session = Session(*[None] * 17, changed_at=1_000, away_ms=300)
    >>> watched_ms(session, 2_000), watched_ms(session._replace(away_since=1_500), 2_000)
    (700, 200)
    """
    until = at if session.away_since is None else min(at, session.away_since)
    return max(until - session.changed_at - session.away_ms, 0)
