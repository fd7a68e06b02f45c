"""Wins in races that look as if a program had played them: moderators look at them, and decide whether they are fair.

They are only listed: when their race is over, nothing is left to hold.
"""

from collections.abc import Collection

from sqlalchemy import Connection

from app.features.moderation.service.moderation import DecisionSubject, Moderator, decide
from app.features.moderation.values import Decision, DecisionKind
from app.features.races.rows import doubts
from app.features.races.rows.doubts import DoubtfulRun
from app.people.rows import players

_DOUBTS_MS = 30 * 24 * 3_600_000
_MOST_DOUBTFUL = 200
kinds: Collection[str] = (DecisionKind.CLEAR,)


def doubtful_runs(connection: Connection, now: int) -> list[DoubtfulRun]:
    """List the wins in races of the last thirty days that look as if a program had played."""
    return doubts.doubtful_runs(connection, now - _DOUBTS_MS, _MOST_DOUBTFUL)


def count_doubtful_runs(connection: Connection, now: int) -> int:
    """Count the wins in races of the last thirty days that look as if a program had played."""
    return doubts.count_doubtful_runs(connection, now - _DOUBTS_MS)


def clear(connection: Connection, session_id: str, by: Moderator) -> Decision | None:
    """Decide that nothing is wrong with a win in a race; return None if nobody doubts it."""
    found = doubts.doubts_about(connection, session_id)
    if found is None:
        return None
    players.hold(connection, found[0])
    if doubts.doubts_about(connection, session_id) is None:
        return None
    doubts.keep_doubts(connection, session_id, None)
    return decide(connection, by, DecisionKind.CLEAR, DecisionSubject(found[0], session_id), before=found[1])


def hold(_connection: Connection, _session_id: str) -> None:
    """Hold nothing: nothing follows from what is wrong with a win."""


def put_back(connection: Connection, session_id: str, before: str) -> None:
    """Store again what looked wrong about a win before a decision."""
    doubts.keep_doubts(connection, session_id, before)
