"""Check that everything stored agrees with the logs from which it follows.

The check replays sessions from their deals, looks along the way for the results that events have stored, and has each
feature count again what it keeps. It reads sessions page by page and replays them outside any transaction, so servers
can run beside it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, Table

from app.play.checking import Check, Claim, Fault
from app.play.rows import whole
from app.play.rows.whole import BrokenRow
from app.play.service.log import record_after
from app.play.values.session import Entry, Session
from app.site.features import FEATURES
from app.site.rows import stored_texts
from engine.deals import shuffled
from engine.links import Chain, turns_card
from engine.position import cards_home
from engine.record import Record

A_PAGE = 50
"""How many sessions are read at once."""


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything stored about a session."""

    session: Session
    log: list[Entry]
    claims: list[Claim]
    """What events store about how it ended."""

    @property
    def id(self) -> str:
        """The session's id."""
        return self.session.id


@dataclass(frozen=True, slots=True)
class _Stand:
    """How a session stood after one of its entries, in the figures that events store."""

    steps: int
    home: int
    won: bool
    undos: int
    at: int


def page(connection: Connection, after: str) -> list[Stored | BrokenRow]:
    """List everything stored about each session of the page that begins after an id."""
    found = whole.sessions_after(connection, after, A_PAGE)
    ids = [session.id for session in found]
    logs, claims = whole.logs(connection, ids), _claims(connection, ids)
    return [_join(session, logs.get(session.id, []), claims.get(session.id, [])) for session in found]


def check_session(kept: Stored | BrokenRow) -> list[Fault]:
    """Play a session again if it can be read, and list its faults."""
    reasons = [kept.reason] if isinstance(kept, BrokenRow) else _session_faults(kept)
    return [Fault(f"session {kept.id}", reason) for reason in reasons]


def check_table(connection: Connection, table: Table) -> list[Fault]:
    """List the rows of a table with a text that cannot be read."""
    return [
        Fault(f"{table.name} {key}", f"Its {name} cannot be read.")
        for key, name in stored_texts.unreadable_rows(connection, table)
    ]


def checks() -> list[Check]:
    """List what features check themselves, in order."""
    return sorted((check for feature in FEATURES for check in feature.checks), key=lambda check: check.rank)


def _claims(connection: Connection, session_ids: Sequence[str]) -> dict[str, list[Claim]]:
    found = defaultdict[str, list[Claim]](list)
    for claims in (claims for feature in FEATURES for claims in feature.claims):
        for claim in claims(connection, session_ids):
            found[claim.session_id].append(claim)
    return found


def _join(session: Session | BrokenRow, log: list[Entry] | BrokenRow, claims: list[Claim]) -> Stored | BrokenRow:
    if isinstance(session, BrokenRow):
        return session
    return log if isinstance(log, BrokenRow) else Stored(session, log, claims)


def _session_faults(kept: Stored) -> Iterator[str]:
    session, log = kept.session, kept.log
    if [entry.seq for entry in log] != list(range(len(log))):
        yield "The entries of its log are not numbered from 0 without a gap."
    times = [entry.at for entry in log]
    if times != sorted(times) or (times and session.changed_at < times[-1]):
        yield "The times of its log go backwards."
    if session.deal is not None and shuffled(session.deal) != session.deck:
        yield "Its deck is not that of its deal."
    record = record_after(session, ())
    stands, links = {_stand(record, session.started_at)}, Chain()
    for place, entry in enumerate(log):
        done, before = entry.deed, record.position
        try:
            record.enter(done)
        except ValueError as unsound:
            yield f"Entry {place} cannot follow those before it: {unsound}"
            return
        link, up = links.enter(done), turns_card(done, before, record.position)
        if not _is_linked(entry, replace(entry, request=link.request, back=link.back, turned=up), log):
            yield f"Entry {place} is not linked to those before it as it should be."
        stands.add(_stand(record, entry.at))
    yield from _differences(session, record, len(log))
    if not _is_session_linked(session, links, log):
        yield "It is not linked to the ends of its log as it should be."
    for claim in kept.claims:
        if not any(_agrees(claim, stand) for stand in stands):
            yield f"It was never as its {claim.event} records it."


def _is_linked(kept: Entry, due: Entry, log: list[Entry]) -> bool:
    """Return whether an entry has the links it should, allowing for entries from before entries were linked."""
    if kept.request is None:
        return kept.back is None and kept.turned is None
    unlinked = due.back is not None and log[due.back].request is None
    return kept == due or (unlinked and kept == replace(due, back=None))


def _is_session_linked(session: Session, links: Chain, log: list[Entry]) -> bool:
    ends = ((session.top, links.top), (session.ahead, links.ahead))
    return all(kept == end or (kept is None and end is not None and log[end].request is None) for kept, end in ends)


def _differences(session: Session, record: Record, seq: int) -> Iterator[str]:
    if session.position != record.position:
        yield "Its snapshot is not the board that its log leads to."
    last = record.done[-1].moves[-1] if record.done else None
    derived: dict[str, object] = {
        "seq": seq,
        "status": record.status,
        "steps": record.steps,
        "undos": record.undos,
        "undoable": len(record.done),
        "redoable": len(record.undone),
        "last_move": last,
    }
    for name, value in derived.items():
        if getattr(session, name) != value:
            yield f"Its {name} is {getattr(session, name)}; by its log it is {value}."


def _stand(record: Record, at: int) -> _Stand:
    home = cards_home(record.rules, record.position)
    return _Stand(record.steps, home, record.won, record.undos, at)


def _agrees(claim: Claim, stand: _Stand) -> bool:
    late = claim.closes_at is not None and stand.at >= claim.closes_at
    kept, stood = (claim.steps, claim.won), (stand.steps, stand.won and not late)
    return kept == stood and claim.home in {None, stand.home} and claim.undos in {None, stand.undos}
