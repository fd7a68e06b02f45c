"""What moderators decide about results of dailies: whether they are on the boards."""

from collections.abc import Collection

from sqlalchemy import Connection

from app.features.daily.rows import attempts, dailies
from app.features.daily.service import holding
from app.features.daily.service.holding import Held
from app.features.moderation.rows import moderation
from app.features.moderation.service.moderation import DecisionSubject, Moderator, decide
from app.features.moderation.values import Decision, DecisionKind
from app.people.rows import players

MOST_HELD = 100
kinds: Collection[str] = (DecisionKind.HIDE, DecisionKind.SHOW)


def waiting(connection: Connection, _now: int) -> list[Held]:
    """List the held results about which nobody has decided, the latest day first."""
    held = holding.list_held(connection)[: 2 * MOST_HELD]
    settled = moderation.about_sessions(connection, [one.attempt.session_id for one in held])
    return [one for one in held if one.attempt.session_id not in settled][:MOST_HELD]


def hide(connection: Connection, session_id: str, by: Moderator) -> Decision | None:
    """Take a result off its boards, or keep a held one off them; return None if somebody has already decided that.

    Raises:
        NotFound: no result of a daily belongs to the session.
    """
    return _judge(connection, session_id, DecisionKind.HIDE, by)


def show(connection: Connection, session_id: str, by: Moderator) -> Decision | None:
    """Put a result on its boards; return None if it is there already. Raise as `hide` does."""
    return _judge(connection, session_id, DecisionKind.SHOW, by)


def hold(connection: Connection, session_id: str) -> None:
    """Hold the closings, and then a result's player against other decisions about it."""
    dailies.hold_closings(connection)
    if result := attempts.find(connection, session_id):
        players.hold(connection, result.player_id)


def put_back(connection: Connection, session_id: str, before: str) -> None:
    """Hide a result that was held before a decision, and show it otherwise; raise `NotFound`."""
    (holding.hide if before == "held" else holding.restore)(connection, session_id)


def _judge(connection: Connection, session_id: str, kind: DecisionKind, by: Moderator) -> Decision | None:
    hold(connection, session_id)
    before = attempts.find(connection, session_id)
    standing = moderation.about_sessions(connection, [session_id]).get(session_id)
    changed = (holding.hide if kind is DecisionKind.HIDE else holding.restore)(connection, session_id)
    was = "held" if before and before.held else "shown"
    if was == ("held" if changed.held else "shown") and (kind is DecisionKind.SHOW or standing is not None):
        return None
    return decide(connection, by, kind, DecisionSubject(changed.player_id, session_id), before=was)
