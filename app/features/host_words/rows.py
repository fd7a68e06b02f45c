"""Statements about the words of the host."""

from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Row, Select, insert, select
from sqlalchemy.exc import IntegrityError

from app.core.store.unreadable import each, reads
from app.features.host_words.tables import host_word
from app.features.host_words.values import HostWord, HostWordKind
from app.play.checking import Texts


def add(connection: Connection, added: HostWord) -> bool:
    """Add a line; return False if its kind has a line with this number already."""
    try:
        with connection.begin_nested():
            connection.execute(insert(host_word), asdict(added))
    except IntegrityError:
        return False
    return True


def last(kind: HostWordKind, below: int | None, limit: int) -> Select[Any]:
    """Return a statement that lists at most `limit` lines of a kind, the last first, and only those below a number."""
    those = select(host_word).where(host_word.c.kind == kind)
    if below is not None:
        those = those.where(host_word.c.number < below)
    return those.order_by(host_word.c.number.desc()).limit(limit)


def standing(connection: Connection, kind: HostWordKind) -> HostWord | None:
    """Return the line of a kind that is in force; None if there is none, or it cannot be read."""
    return next(iter(latest(connection, kind, 1)), None)


def before(connection: Connection, kind: HostWordKind, number: int) -> HostWord | None:
    """Return the line of a kind before the line with a number, or None if there is none."""
    return next(iter(each(_read, connection.execute(last(kind, number, 1)))), None)


def latest(connection: Connection, kind: HostWordKind, limit: int) -> list[HostWord]:
    """List at most `limit` lines of a kind, the last first."""
    return each(_read, connection.execute(last(kind, None, limit)))


@reads(host_word)
def _read(row: Row[Any]) -> HostWord:
    return HostWord(HostWordKind(row.kind), row.number, row.text, row.at, row.ends_at)


TEXTS: Texts = {"host_word": {"kind": lambda row: HostWordKind(row.kind)}}
