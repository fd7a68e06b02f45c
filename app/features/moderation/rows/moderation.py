"""Statements about the decisions of moderators and the appeals of players."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.core.store.unreadable import each, reads
from app.features.moderation.tables import appeal, decision
from app.features.moderation.values import Appeal, Decision, DecisionKind
from app.people.tables import account
from app.people.venues import Venue
from app.play.checking import Texts

_CODE = "_code"
_CODES = [column.name for column in decision.columns if column.name.endswith(_CODE)]
"""The columns with the codes of venues, each named after a kind of venue."""
_undoing = decision.alias("undoing")
_DECISIONS = select(
    *decision.columns,
    select(_undoing.c.at).where(_undoing.c.undoes == decision.c.id).scalar_subquery().label("undone_at"),
)
_LATEST = decision.c.at.desc(), decision.c.id.desc()


def add(connection: Connection, added: Decision) -> bool:
    """Add a line to the log; return False if it takes back a decision that somebody has already taken back."""
    row = {name: value for name, value in asdict(added).items() if name not in {"venue", "undone_at"}}
    if added.venue:
        row[added.venue.kind + _CODE] = added.venue.code
    try:
        with connection.begin_nested():
            connection.execute(insert(decision), row)
    except IntegrityError:
        if added.undoes is None:
            raise
        return False
    return True


def find(connection: Connection, decision_id: str) -> Decision | None:
    """Return the decision with that id, or None if there is none."""
    found = _all(connection, _DECISIONS.where(decision.c.id == decision_id))
    return found[0] if found else None


def last_at(connection: Connection, player_id: str) -> int:
    """Return the time of the last decision about a player, 0 before the first."""
    last = select(func.max(decision.c.at)).where(decision.c.player_id == player_id)
    return connection.execute(last).scalar() or 0


def latest(connection: Connection, limit: int) -> list[Decision]:
    """List at most `limit` decisions, the latest first."""
    return _all(connection, _DECISIONS.order_by(*_LATEST).limit(limit))


def about_player(connection: Connection, player_id: str, kinds: Collection[DecisionKind], limit: int) -> list[Decision]:
    """List at most `limit` decisions of these kinds about a player, the latest first."""
    theirs = _DECISIONS.where(decision.c.player_id == player_id, decision.c.kind.in_(kinds))
    return _all(connection, theirs.order_by(*_LATEST).limit(limit))


def about_sessions(connection: Connection, session_ids: Collection[str]) -> dict[str, Decision]:
    """Return the latest decision about each of these sessions that nobody has taken back, by session."""
    theirs = _DECISIONS.where(
        decision.c.session_id.in_(session_ids),
        decision.c.kind != DecisionKind.UNDO,
        ~exists().where(_undoing.c.undoes == decision.c.id),
    )
    return {one.session_id: one for one in reversed(_all(connection, theirs.order_by(*_LATEST))) if one.session_id}


def add_appeal(connection: Connection, added: Appeal) -> bool:
    """Add an appeal; return False if another one against the same decision waits for an answer."""
    try:
        with connection.begin_nested():
            connection.execute(insert(appeal), asdict(added))
    except IntegrityError:
        return False
    return True


def appeals_against(connection: Connection, decision_ids: Sequence[str]) -> dict[str, list[Appeal]]:
    """Return the appeals against these decisions, the earliest first."""
    found: dict[str, list[Appeal]] = {}
    against = select(appeal).where(appeal.c.decision_id.in_(decision_ids)).order_by(appeal.c.made_at, appeal.c.id)
    for row in connection.execute(against):
        found.setdefault(row.decision_id, []).append(Appeal(*row))
    return found


def open_appeals(connection: Connection, limit: int) -> list[Appeal]:
    """List at most `limit` appeals that wait for an answer, the earliest first."""
    waiting = select(appeal).where(appeal.c.answered_at.is_(None)).order_by(appeal.c.made_at, appeal.c.id)
    return [Appeal(*row) for row in connection.execute(waiting.limit(limit))]


def count_open_appeals(connection: Connection) -> int:
    """Count the appeals that wait for an answer."""
    waiting = select(func.count()).select_from(appeal).where(appeal.c.answered_at.is_(None))
    return connection.execute(waiting).scalar_one()


def find_appeal(connection: Connection, appeal_id: str) -> Appeal | None:
    """Return the appeal with that id, or None if there is none."""
    row = connection.execute(select(appeal).where(appeal.c.id == appeal_id)).first()
    return Appeal(*row) if row else None


def answer(connection: Connection, appeal_id: str, text: str, now: int) -> bool:
    """Answer an appeal; return False if somebody else already has."""
    waiting = update(appeal).where(appeal.c.id == appeal_id, appeal.c.answered_at.is_(None))
    return connection.execute(waiting.values(answer=text, answered_at=now)).rowcount == 1


def names(connection: Connection, player_ids: Collection[str]) -> dict[str, str]:
    """Return the names of these players by id, without those who have no account."""
    rows = connection.execute(select(account.c.player_id, account.c.name).where(account.c.player_id.in_(player_ids)))
    return {row.player_id: row.name for row in rows}


def forget(connection: Connection, player_id: str) -> None:
    """Delete a player's appeals, and the names in decisions about them; the decisions stay."""
    connection.execute(delete(appeal).where(appeal.c.player_id == player_id))
    # A decision about no result is about a name.
    named = update(decision).where(decision.c.player_id == player_id, decision.c.session_id.is_(None))
    connection.execute(named.values(before="", after=""))


def _all(connection: Connection, statement: Select[Any]) -> list[Decision]:
    return each(_read, connection.execute(statement))


@reads(decision)
def _read(row: Row[Any]) -> Decision:
    read = dict(row._mapping)
    codes = {name.removesuffix(_CODE): read.pop(name) for name in _CODES}
    venue = next((Venue(kind, code) for kind, code in codes.items() if code), None)
    return Decision(**read | {"kind": DecisionKind(row.kind), "venue": venue})


TEXTS: Texts = {
    "decision": {"kind": lambda row: DecisionKind(row.kind)},
    "title_report": {"venue": lambda row: Venue.read(row.venue)},
}
