"""Statements about certificates: those that wait to be written, and those that are written."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.core.store.unreadable import passed_over, reads
from app.features.study.values import Certificate, CertificateState
from app.play.checking import Texts
from app.play.rows.questions import make_room
from app.play.rows.sessions import deck_of
from app.play.tables.solving import certificate
from engine.deals import deck_code
from engine.games import variant_of

_OWN = {"packed", "asked_at", "due_at", "origin", "asked_by"}
_TOLD = [column for column in certificate.columns if column.name not in _OWN]
_WAITS = certificate.c.due_at.is_not(None)


def find(connection: Connection, key: str) -> Certificate | None:
    """Return the certificate with that key, without its text; None if nobody has asked for it."""
    row = connection.execute(select(*_TOLD).where(certificate.c.key == key)).first()
    return _read(row) if row else None


def compressed_text(connection: Connection, key: str) -> bytes | None:
    """Return the text of a certificate in gzip format; None if it is not written yet."""
    text: bytes | None = connection.execute(select(certificate.c.packed).where(certificate.c.key == key)).scalar()
    return text


def pending(connection: Connection, player_id: str) -> int:
    """Count the certificates of a player that wait to be written."""
    theirs = select(func.count()).where(_WAITS, certificate.c.asked_by == player_id)
    count: int = connection.execute(theirs).scalar_one()
    return count


def has_room(connection: Connection, origin: str, at_most: int) -> bool:
    """Return whether one more may wait; see `make_room`."""
    return make_room(connection, certificate, _WAITS, origin, at_most)


def add(connection: Connection, asked: Certificate, player_id: str, origin: str, now: int) -> None:
    """Queue a certificate for writing, unless somebody else has just asked for it."""
    row = {
        "key": asked.key,
        "game": asked.variant.game.slug,
        "options": asked.variant.text,
        "deal": None if asked.deal is None else str(asked.deal),
        "deck": deck_code(asked.deck),
        "state": asked.state,
        "positions": 0,
        "size": 0,
        "attempts": 0,
        "asked_at": now,
        "due_at": now,
        "origin": origin,
        "asked_by": player_id,
    }
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(certificate), row)


def is_due(connection: Connection, now: int) -> bool:
    """Return whether there is a certificate to write."""
    return connection.execute(select(certificate.c.key).where(certificate.c.due_at <= now).limit(1)).first() is not None


def take(connection: Connection, now: int, until: int) -> Certificate | None:
    """Take the certificate that has waited the longest, or None. Without `keep`, it is due again at `until`.

    The others of its origin go to the end of the line.
    """
    in_line = (certificate.c.due_at, certificate.c.asked_at, certificate.c.key)
    waiting = select(*_TOLD, certificate.c.origin).where(certificate.c.due_at <= now, passed_over(certificate))
    row = connection.execute(waiting.order_by(*in_line).limit(1).with_for_update(skip_locked=True)).first()
    if row is None:
        return None
    taken = replace(_read(row), attempts=row.attempts + 1)
    others = (certificate.c.origin == row.origin, certificate.c.due_at <= now)
    connection.execute(update(certificate).where(*others).values(due_at=now))
    _change(connection, row.key, due_at=until, attempts=taken.attempts)
    return taken


def put_off(connection: Connection, key: str, until: int) -> None:
    """Put back a certificate, due at `until`, as if nobody had taken it."""
    _change(connection, key, due_at=until, attempts=certificate.c.attempts - 1)


def keep(connection: Connection, done: Certificate, text: bytes | None) -> None:
    """Store the outcome for a certificate, with its text in gzip format if it is written."""
    counted = {"positions": done.positions, "size": done.size}
    _change(connection, done.key, state=done.state, packed=text, due_at=None, origin="", asked_by="", **counted)


def forget_oldest(connection: Connection, at_most: int) -> None:
    """Delete all but the `at_most` certificates that somebody asked for most recently."""
    oldest = select(certificate.c.key).order_by(certificate.c.asked_at.desc(), certificate.c.key).offset(at_most)
    keys = list(connection.execute(oldest).scalars())
    connection.execute(delete(certificate).where(certificate.c.key.in_(keys)))


@reads(certificate)
def _read(row: Any) -> Certificate:
    return Certificate(
        key=row.key,
        variant=variant_of(row.game, row.options),
        deal=None if row.deal is None else int(row.deal),
        deck=deck_of(row.deck),
        state=CertificateState(row.state),
        positions=row.positions,
        size=row.size,
        attempts=row.attempts,
    )


def _change(connection: Connection, key: str, **changed: Any) -> None:
    connection.execute(update(certificate).where(certificate.c.key == key).values(**changed))


TEXTS: Texts = {"certificate": {"state": lambda row: CertificateState(row.state)}}
