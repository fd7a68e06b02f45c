"""The log of a session, read as the rules understand it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sqlalchemy import Connection

from app.services.rulebook import rules_of
from app.store import entries
from app.store.entries import Entry
from app.store.sessions import Session
from engine import record
from engine.deals import read_code
from engine.moves import Move
from engine.position import Position
from engine.record import Deed, Do, Record


@dataclass(frozen=True, slots=True)
class Step:
    """What one entry did."""

    deed: Deed
    before: Position
    after: Position


def deed(entry: Entry) -> Deed:
    """Give the part of an entry that the rules can judge."""
    return Deed(Do(entry.do), Move.read(entry.move) if entry.move else None, entry.auto)


def read_record(connection: Connection, session: Session) -> Record:
    """Read a session's log from its deal on; the log is the truth, the row what follows from it."""
    return record_after(session, map(deed, entries.all_of(connection, session.id)))


def record_after(session: Session, deeds: Iterable[Deed]) -> Record:
    """Give the record of a session's deal with these deeds done."""
    return record.read(rules_of(session.game, session.options), read_code(session.deck), deeds)


def steps(connection: Connection, session: Session) -> Iterator[Step]:
    """Give what each entry of a session's log did, in order."""
    played = record_after(session, ())
    for entry in entries.all_of(connection, session.id):
        done, before = deed(entry), played.position
        played.enter(done)
        yield Step(done, before, played.position)
