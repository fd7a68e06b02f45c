"""Check that everything stored agrees with the logs from which it follows.

The check replays sessions from their deals, looks for the results of dailies, races and tournaments along the way, and
counts leaderboards and standings again. It reads sessions page by page and replays them outside any transaction, so
servers can run beside it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce

from sqlalchemy import Connection, Table

from app.core.refusals import NotFound
from app.features.daily.rows import boards, standings
from app.features.daily.service import results
from app.features.daily.service.calendar import closes_at
from app.features.daily.service.standings import Period, periods_of, read_period
from app.features.ratings import rows as strengths
from app.features.tournaments.rows import entrants
from app.features.tournaments.values import scoring
from app.play.rows import whole
from app.play.rows.whole import Unreadable
from app.play.service.log import record_after
from app.play.values.session import Entry, Session
from app.site.rows import claims as ends
from app.site.rows import stored_texts
from app.site.rows.claims import Claim
from engine.deals import shuffled
from engine.links import Chain, turned
from engine.position import cards_home
from engine.record import Record
from engine.rules import Game

A_PAGE = 50
"""How many sessions are read at once."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something stored that does not follow from the logs."""

    place: str
    """What it is about, such as `session 06b…` or `daily 2026-11-20 fortress`."""
    reason: str
    """What is wrong, in a sentence. It names no cards: a deal may still be a secret."""

    def __str__(self) -> str:
        """Return the fault in one line."""
        return f"{self.place}: {self.reason}"


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


def page(connection: Connection, after: str) -> list[Stored | Unreadable]:
    """List everything stored about each session of the page that begins after an id."""
    found = whole.sessions_after(connection, after, A_PAGE)
    ids = [session.id for session in found]
    logs, claims = whole.logs(connection, ids), ends.claims(connection, ids)
    return [_kept(session, logs.get(session.id, []), claims.get(session.id, [])) for session in found]


def check_session(kept: Stored | Unreadable) -> list[Fault]:
    """Play a session again if it can be read, and list its faults."""
    reasons = [kept.reason] if isinstance(kept, Unreadable) else _session_faults(kept)
    return [Fault(f"session {kept.id}", reason) for reason in reasons]


def check_daily(connection: Connection, challenge: tuple[date, Game] | Unreadable) -> list[Fault]:
    """Check the scores of a daily's results, and count its boards again."""
    if isinstance(challenge, Unreadable):
        return [Fault(f"daily {challenge.id}", challenge.reason)]
    day, game = challenge
    place = f"daily {day} {game.slug}"
    faults, counted = [], Counter[tuple[str, int]]()
    for one in ends.ended_attempts(connection, day, game):
        if isinstance(one, Unreadable):
            faults.append(Fault(place, one.reason))
            continue
        if one.score != results.score(one):
            faults.append(Fault(place, f"The score of session {one.session_id} is not that of its result."))
        for board in boards.boards_of(one):
            counted[board, one.score >> boards.PART_BITS] += 1
    kept = ends.buckets(connection, day, game)
    for where in sorted(counted.keys() | kept.keys()):
        there, here = counted[where], kept.get(where, 0)
        if there != here:
            name, part = where
            faults.append(Fault(place, f"The board {name} counts {here} in part {part}, but there are {there}."))
    return faults


def check_tournament(connection: Connection, code: str) -> list[Fault]:
    """Add up the games of everybody in a tournament again."""
    faults = []
    for kept in entrants.all_of(connection, code):
        tries = entrants.tries(connection, code, kept.player_id)
        counted = reduce(scoring.counted, tries, replace(kept, points=0, won=0, steps=0, ms=0))
        if counted != kept:
            here, there = ((one.points, one.won, one.steps, one.ms) for one in (kept, counted))
            faults.append(
                Fault(f"tournament {code}", f"Player {kept.player_id} has {here}, but the games bring {there}.")
            )
    return faults


def check_table(connection: Connection, table: Table) -> list[Fault]:
    """List the rows of a table with a text that cannot be read."""
    return [
        Fault(f"{table.name} {key}", f"Its {name} cannot be read.")
        for key, name in stored_texts.unreadable_rows(connection, table)
    ]


def periods(connection: Connection) -> list[Period]:
    """List the periods that have standings, or should."""
    held = ends.settled_days(connection)
    kept = map(_period, standings.periods(connection))
    return sorted({*kept, *(period for day in held for period in periods_of(day))}, key=lambda period: period.key)


def check_standings(connection: Connection, period: Period) -> list[Fault]:
    """Count the standings of a period again, in each game and overall."""
    there = standings.gathered(connection, period.first, period.last)
    here = standings.kept(connection, period.key)
    return [
        Fault(
            f"standings {period.key} {slug}".strip(),
            f"Player {player_id} has {_points(here.get((slug, player_id)))}, but the results bring "
            f"{_points(there.get((slug, player_id)))}.",
        )
        for slug, player_id in sorted(there.keys() | here.keys())
        if there.get((slug, player_id)) != here.get((slug, player_id))
    ]


def check_ratings(connection: Connection) -> list[Fault]:
    """Compare each rating with what its player's last result left."""
    return [
        Fault(f"rating {game.slug}", f"That of player {player_id} is not what its last result left.")
        for player_id, game in strengths.disagreeing(connection)
    ]


def _kept(session: Session | Unreadable, log: list[Entry] | Unreadable, claims: list[Claim]) -> Stored | Unreadable:
    if isinstance(session, Unreadable):
        return session
    return log if isinstance(log, Unreadable) else Stored(session, log, claims)


def _period(key: str) -> Period:
    try:
        return read_period(key)
    except NotFound:
        # No results belong to such a period, so every standing in it is a fault.
        return Period(key, date.max, date.min)


def _points(gained: tuple[int, int] | None) -> str:
    return "no standing" if gained is None else f"{gained[0]} points and {gained[1]} solved"


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
        link, up = links.enter(done), turned(done, before, record.position)
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
    """Say whether an entry has the links it should, allowing for entries from before entries were linked."""
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
    # A daily won after its day has closed is not solved.
    late = claim.day is not None and stand.at >= closes_at(claim.day)
    kept, stood = (claim.steps, claim.won), (stand.steps, stand.won and not late)
    return kept == stood and claim.home in {None, stand.home} and claim.undos in {None, stand.undos}
