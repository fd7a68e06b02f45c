"""Statements about invitations."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, insert, select, update

from app.features.invitations.tables import account_invitation
from app.features.invitations.values import AccountInvitation

_C = account_invitation.c
_COLUMNS = [column for column in account_invitation.columns if column.name != "digest"]


def add(connection: Connection, added: AccountInvitation, digest: str) -> None:
    """Add an invitation, known by the digest of its secret."""
    row = {column.name: getattr(added, column.name) for column in _COLUMNS}
    connection.execute(insert(account_invitation), row | {"digest": digest})


def find(connection: Connection, digest: str) -> AccountInvitation | None:
    """Return the invitation whose secret has that digest, or None if there is none."""
    row = connection.execute(select(*_COLUMNS).where(_C.digest == digest)).first()
    return AccountInvitation(*row) if row else None


def take_place(connection: Connection, digest: str, now: int) -> bool:
    """Take one of the places of an invitation; return False if it does not work at that time."""
    free = _C.digest == digest, _C.taken < _C.places
    working = update(account_invitation).where(*free, _C.withdrawn_at.is_(None), _C.ends_at > now)
    return connection.execute(working.values(taken=_C.taken + 1)).rowcount == 1


def withdraw(connection: Connection, invitation_id: str, now: int) -> bool:
    """Withdraw an invitation; return False if there is no such invitation, or it is withdrawn already."""
    return _change(connection, invitation_id, _C.withdrawn_at.is_(None), now)


def put_back(connection: Connection, invitation_id: str) -> bool:
    """Undo the withdrawal of an invitation; return False if there is no such invitation, or it was not withdrawn."""
    return _change(connection, invitation_id, _C.withdrawn_at.is_not(None), None)


def latest(limit: int) -> Select[Any]:
    """Return a statement that lists at most `limit` invitations, the latest first."""
    return select(*_COLUMNS).order_by(_C.id.desc()).limit(limit)


def list_latest(connection: Connection, limit: int) -> list[AccountInvitation]:
    """List at most `limit` invitations, the latest first."""
    return [AccountInvitation(*row) for row in connection.execute(latest(limit))]


def forget(connection: Connection, ended: int, limit: int) -> int:
    """Delete at most `limit` invitations that ended before a time; return how many."""
    old = select(_C.id).where(_C.ends_at < ended).order_by(_C.ends_at).limit(limit)
    return connection.execute(delete(account_invitation).where(_C.id.in_(old))).rowcount


def _change(connection: Connection, invitation_id: str, where: ColumnElement[bool], withdrawn_at: int | None) -> bool:
    those = update(account_invitation).where(_C.id == invitation_id, where)
    return connection.execute(those.values(withdrawn_at=withdrawn_at)).rowcount == 1
