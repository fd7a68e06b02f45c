"""The log of a session, read as the rules understand it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from sqlalchemy import Connection

from app.play.rows import entries
from app.play.values.session import Entry, Session
from engine import record
from engine.links import Chain, Made, card_turns, chain
from engine.position import Position
from engine.record import Deed, Do, Record, Request


@dataclass(frozen=True, slots=True)
class LogStep:
    """What one entry did."""

    deed: Deed
    before: Position
    after: Position
    at: int
    """When it was entered."""


class StandingRequest(NamedTuple):
    """A request that stands."""

    first: int
    """The `seq` of its first entry."""
    did: Request

    @property
    def turned(self) -> bool:
        """Whether it turned up a face-down card."""
        return self.did.before.face_down != self.did.after.face_down


def find_move(entry: Entry) -> Made:
    """Return the move of an entry with what is needed to take it back."""
    assert entry.move is not None
    assert entry.turned is not None
    return Made(entry.move, entry.turned)


def on_top(connection: Connection, session: Session) -> tuple[Session, list[Entry]]:
    """Return the session with its links, and the entries of its last request that stands, the player's move first."""
    linked = session if session.top is not None else link(connection, session)
    assert linked.top is not None
    found = entries.of_request(connection, session.id, linked.top)
    if found[0].back is None and session.undoable > 1:
        # The request below it is from before entries were linked.
        link(connection, session)
        found = entries.of_request(connection, session.id, linked.top)
    return linked, found


def next_ahead(connection: Connection, session: Session) -> tuple[Entry, list[Entry]]:
    """Return the undo that redo would answer, and the request that it took back."""
    if session.ahead is None:
        session = link(connection, session)
    assert session.ahead is not None
    undo = entries.at(connection, session.id, session.ahead)
    assert undo is not None
    assert undo.request is not None
    return undo, entries.of_request(connection, session.id, undo.request)


def linked(connection: Connection, session: Session, oldest: StandingRequest) -> Session:
    """Return the session with its links, also if its first request that stands is from before entries were linked."""
    first = entries.at(connection, session.id, oldest.first)
    assert first is not None
    return link(connection, session) if first.request is None else session


def link(connection: Connection, session: Session) -> Session:
    """Fill in the links of a session from before entries were linked; return it with the ends of its chains.

    This reads the whole log, once, at the session's first undo, redo or way back. Its row stores the ends when it next
    changes.
    """
    log = entries.all_of(connection, session.id)
    deeds = [entry.deed for entry in log]
    read = chain(deeds)
    turned = card_turns(session.variant.rules, session.deck, deeds)
    filled = [
        replace(one, request=link.request, back=link.back, turned=up)
        for one, link, up in zip(log, read.links, turned, strict=True)
    ]
    entries.link(connection, session.id, [new for new, old in zip(filled, log, strict=True) if new != old])
    return session._replace(top=read.top, ahead=read.ahead)


def record_after(session: Session, deeds: Iterable[Deed]) -> Record:
    """Return the record of a session's deal with these deeds done."""
    return record.read(session.variant.rules, session.deck, deeds)


def standing(connection: Connection, session: Session) -> list[StandingRequest]:
    """List the requests of a session that stand, the oldest first. This reads and plays its whole log."""
    deeds = [entry.deed for entry in entries.all_of(connection, session.id)]
    return list(map(StandingRequest, chain(deeds).standing(), record_after(session, deeds).done))


def steps(connection: Connection, session: Session) -> Iterator[LogStep]:
    """Yield what each entry of a session's log did, in order."""
    return _steps(session, entries.all_of(connection, session.id))


def steps_until(connection: Connection, session: Session, end: int) -> Iterator[LogStep]:
    """Yield what each entry made before a time did, in order."""
    return _steps(session, [entry for entry in entries.all_of(connection, session.id) if entry.at < end])


def _steps(session: Session, log: list[Entry]) -> Iterator[LogStep]:
    played = record_after(session, ())
    for entry in log:
        done, before = entry.deed, played.position
        played.enter(done)
        yield LogStep(done, before, played.position, entry.at)


def cards_home_along(log: list[Entry], home: int) -> Iterator[int]:
    """Yield how many cards are home after each entry, from the move texts alone; `home` is the number at the deal."""
    read, brought = Chain(), Counter[int | None]()
    for entry in log:
        request = read.enter(Deed(entry.do, None, entry.auto)).request
        match entry.do:
            case Do.MOVE:
                one = int(entry.move is not None and entry.move.target.startswith("f"))
                brought[request] += one
                home += one
            case Do.UNDO:
                home -= brought[request]
            case Do.REDO:
                home += brought[request]
        yield home
