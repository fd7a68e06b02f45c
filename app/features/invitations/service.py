"""Invitations: an operator makes a link, and people make their accounts with it, even while registration is closed."""

from collections.abc import Iterable

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.core.store.ids import new_id
from app.features.invitations import rows
from app.features.invitations.values import AccountInvitation, InvitationTerms, draw_secret, secret_digest
from app.people.service import accounts
from app.people.visitors import Visit

SHOWN = 100
"""How many invitations the operator sees, the latest first."""
KEPT_MS = 90 * 24 * 3_600_000
"""How long the operator still sees an invitation that has ended."""
_NO_INVITATION = (
    "This invitation doesn’t work: its day may be over, all its accounts may be made, or somebody may have withdrawn "
    "it. Ask whoever sent it to you for another."
)


def make(connection: Connection, terms: InvitationTerms, now: int) -> tuple[AccountInvitation, str]:
    """Make an invitation; return it with its secret, which nobody can ever show again."""
    secret = draw_secret()
    made = AccountInvitation(new_id(now), terms.note, terms.places, 0, now, terms.ends_at, None)
    digest = secret_digest(secret)
    assert digest
    rows.add(connection, made, digest)
    return made, secret


def look(connection: Connection, secret: str, now: int) -> AccountInvitation:
    """Return the invitation with a secret.

    Raises:
        NotFound: there is none that works. Nobody learns whether there ever was one.
    """
    digest = secret_digest(secret)
    found = rows.find(connection, digest) if digest else None
    if found is None or not found.works(now):
        raise NotFound(_NO_INVITATION)
    return found


def claim(
    connection: Connection, visit: Visit, name: str, password: str, digests: Iterable[str], now: int, secret: str
) -> Visit:
    """Turn a guest into an account as `accounts.claim` does, with one of an invitation's places.

    Raises:
        NotFound, SignedOut, Impossible: there is no such invitation that works, and what `accounts.claim` raises.
    """
    digest = secret_digest(secret)
    # First: of two who come for the last place, the second waits here, and finds none. If the
    # account is then refused, the place comes back with everything else.
    if not (digest and rows.take_place(connection, digest, now)):
        raise NotFound(_NO_INVITATION)
    return accounts.claim(connection, visit, name, password, digests, now)


def list_latest(connection: Connection) -> list[AccountInvitation]:
    """List the latest invitations."""
    return rows.list_latest(connection, SHOWN)


def withdraw(connection: Connection, invitation_id: str, now: int) -> bool:
    """Withdraw an invitation; return False if somebody has already done so, or there is none."""
    return rows.withdraw(connection, invitation_id, now)


def put_back(connection: Connection, invitation_id: str) -> bool:
    """Let an invitation that was withdrawn work again; return False if it does, or there is none."""
    return rows.put_back(connection, invitation_id)


def forget(connection: Connection, now: int, limit: int) -> bool:
    """Forget invitations that ended long ago, at most `limit` of them; return whether there were any."""
    return rows.forget(connection, now - KEPT_MS, limit) > 0
