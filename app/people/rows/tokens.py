"""Statements about tokens and their uses."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from app.core.store.unreadable import each, reads
from app.people.tables import access_token, access_token_use, account, player
from app.people.token import Scope, Token, Use

_TOKEN = (
    access_token.c.id,
    access_token.c.player_id,
    access_token.c.description,
    access_token.c.scopes,
    access_token.c.made_at,
    access_token.c.expires_at,
    access_token.c.revoked_at,
)
# Every request with a token runs this.
_BY_DIGEST = (
    select(*_TOKEN, player.c.generation)
    .join(player, player.c.id == access_token.c.player_id)
    .join(account, account.c.player_id == access_token.c.player_id)
    .where(access_token.c.digest == bindparam("its"), account.c.closed_at.is_(None))
)
_MOST_NEW = 500
"""More uses than one call of `note_uses` adds: there are some sixty kinds of address for a token in an hour."""
_USE = (access_token_use.c.hour, access_token_use.c.what, access_token_use.c.last_at, access_token_use.c.times)


def add(connection: Connection, added: Token, digest: str) -> None:
    """Add a token, known by the digest of its text."""
    row = {
        "id": added.id,
        "player_id": added.player_id,
        "digest": digest,
        "description": added.description,
        "scopes": " ".join(sorted(added.scopes)),
        "made_at": added.made_at,
        "expires_at": added.expires_at,
        "revoked_at": added.revoked_at,
    }
    connection.execute(insert(access_token), row)


def find(connection: Connection, digest: str) -> tuple[Token, int] | None:
    """Return a token with the generation of its player's visits; None if none of an open account has that digest."""
    row = connection.execute(_BY_DIGEST, {"its": digest}).first()
    return (_read(row), row.generation) if row else None


def find_by_id(connection: Connection, token_id: str) -> Token | None:
    """Return the token with that id, or None if there is none, or its account is closed."""
    theirs = select(*_TOKEN).join(account, account.c.player_id == access_token.c.player_id)
    row = connection.execute(theirs.where(access_token.c.id == token_id, account.c.closed_at.is_(None))).first()
    return _read(row) if row else None


def of_player(connection: Connection, player_id: str) -> list[Token]:
    """List a player's tokens, the newest first."""
    theirs = select(*_TOKEN).where(access_token.c.player_id == player_id)
    rows = connection.execute(theirs.order_by(access_token.c.made_at.desc(), access_token.c.id.desc()))
    return each(_read, rows)


def count_working(connection: Connection, player_id: str, now: int) -> int:
    """Count a player's tokens that still work."""
    lasts = or_(access_token.c.expires_at.is_(None), access_token.c.expires_at > now)
    working = and_(access_token.c.player_id == player_id, access_token.c.revoked_at.is_(None), lasts)
    return connection.execute(select(func.count()).select_from(access_token).where(working)).scalar_one()


def revoke(connection: Connection, player_id: str, token_id: str, now: int) -> bool:
    """Revoke a player's token; return whether there is such a token. One that is revoked already stays as it was."""
    theirs = and_(access_token.c.player_id == player_id, access_token.c.id == token_id)
    ended = update(access_token).where(theirs, access_token.c.revoked_at.is_(None)).values(revoked_at=now)
    if connection.execute(ended).rowcount:
        return True
    return connection.execute(select(access_token.c.id).where(theirs)).first() is not None


def revoke_all(connection: Connection, player_id: str, now: int) -> None:
    """Revoke all of a player's tokens."""
    theirs = and_(access_token.c.player_id == player_id, access_token.c.revoked_at.is_(None))
    connection.execute(update(access_token).where(theirs).values(revoked_at=now))


def forget(connection: Connection, token_ids: Iterable[str]) -> None:
    """Delete tokens with their uses."""
    ids = list(token_ids)
    # Lock them first, so nobody can note a use in between.
    connection.execute(select(access_token.c.id).where(access_token.c.id.in_(ids)).with_for_update()).all()
    connection.execute(delete(access_token_use).where(access_token_use.c.token_id.in_(ids)))
    connection.execute(delete(access_token).where(access_token.c.id.in_(ids)))


def uses(connection: Connection, token_id: str, limit: int) -> list[Use]:
    """List the last uses of a token, the latest first."""
    theirs = select(*_USE).where(access_token_use.c.token_id == token_id)
    latest = theirs.order_by(access_token_use.c.last_at.desc(), access_token_use.c.what).limit(limit)
    return [Use(*row) for row in connection.execute(latest)]


def note_uses(connection: Connection, token_id: str, made: Iterable[Use], keep: int) -> None:
    """Add uses of a token to those of the same hour, and delete all but the last `keep`.

    Do nothing if the token has been deleted meanwhile.
    """
    held = select(access_token.c.id).where(access_token.c.id == token_id).with_for_update(key_share=True)
    if connection.execute(held).first() is None:
        return
    its = access_token_use.c.token_id == token_id
    for use in made:
        here = and_(its, access_token_use.c.hour == use.hour, access_token_use.c.what == use.what)
        grown = (
            update(access_token_use).where(here).values(last_at=use.last_at, times=access_token_use.c.times + use.times)
        )
        if not connection.execute(grown).rowcount:
            row = {"token_id": token_id, "hour": use.hour, "what": use.what, "last_at": use.last_at, "times": use.times}
            connection.execute(insert(access_token_use), row)
    for old in uses(connection, token_id, keep + _MOST_NEW)[keep:]:
        there = and_(its, access_token_use.c.hour == old.hour, access_token_use.c.what == old.what)
        connection.execute(delete(access_token_use).where(there))


@reads(access_token)
def _read(row: Any) -> Token:
    scopes = frozenset(map(Scope, row.scopes.split()))
    return Token(row.id, row.player_id, row.description, scopes, row.made_at, row.expires_at, row.revoked_at)
