"""Statements that go through everything there is, a page at a time."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Integer, Row, String, literal, select, type_coerce, union

from app.core.store.unreadable import NOT_READ, UnreadableRow
from app.features.daily.rows import attempts
from app.features.daily.tables import attempt, bucket, daily
from app.features.daily.values.daily import Attempt
from app.features.races.tables import run
from app.features.tournaments.tables import tournament, tournament_try
from app.play.rows import entries, packing, sessions
from app.play.rows.texts import STATUS, deck_of, event_of, move_of
from app.play.tables.games import entry, session
from app.play.values.session import Entry, Session
from engine.games import find, variant_of
from engine.position import restore
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class Claim:
    """What an event has stored about the end of one of its sessions."""

    event: str
    """`daily`, `race` or `tournament`."""
    day: date | None
    """The day of a daily."""
    steps: int
    home: int | None
    """Cards on the foundations; None if they are not stored."""
    won: bool
    undos: int | None
    """None if they are not stored."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row that cannot be read: of a session, of its log, or of an event."""

    id: str
    """The session's id; for a daily, its day and its game as stored."""
    reason: str
    """Which column or row it is, in a sentence."""


_A_STREAM = 1000
"""How many rows of a long answer are in memory at once."""

_NOT_READ = (*NOT_READ, UnreadableRow)
"""The exceptions raised if a value or a row cannot be read."""
_READING: dict[str, Callable[[Row[Any]], object]] = {
    "game or options": lambda row: variant_of(row.game, row.options),
    "deal": lambda row: int(row.deal or 0),
    "deck": lambda row: deck_of(row.deck),
    "snapshot": lambda row: restore(variant_of(row.game, row.options).rules, row.snapshot),
    "status": lambda row: STATUS[row.status],
    "last_move": lambda row: move_of(row.last_move),
    "event": lambda row: event_of(row.event),
}
"""How to read each column of a session that holds text."""


def sessions_after(connection: Connection, after: str, limit: int) -> list[Session | Unreadable]:
    """List the sessions after that id, in order of id."""
    following = select(session).where(session.c.id > after).order_by(session.c.id).limit(limit)
    return [_session(row) for row in connection.execute(following)]


def sessions_of(connection: Connection, session_ids: Sequence[str]) -> list[Session | Unreadable]:
    """Return these sessions, in no particular order."""
    return [_session(row) for row in connection.execute(select(session).where(session.c.id.in_(session_ids)))]


def logs(connection: Connection, session_ids: Sequence[str]) -> dict[str, list[Entry] | Unreadable]:
    """Return the logs of these sessions, without empty ones. The transaction must see one state throughout."""
    found = dict[str, list[Entry] | Unreadable]()
    for session_id, packed in packing.of_all(connection, session_ids):
        try:
            found[session_id] = packing.read(packed)
        except _NOT_READ:
            found[session_id] = Unreadable(session_id, "The packed part of its log cannot be read.")
    theirs = select(entry).where(entry.c.session_id.in_(session_ids)).order_by(entry.c.session_id, entry.c.seq)
    for session_id, *row in connection.execute(theirs):
        log = found.setdefault(session_id, [])
        if isinstance(log, Unreadable):
            continue
        try:
            log.append(entries.read(row))
        except _NOT_READ:
            found[session_id] = Unreadable(session_id, f"Entry {row[0]} cannot be read.")
    return found


def claims(connection: Connection, session_ids: Sequence[str]) -> dict[str, list[Claim]]:
    """Return what events have stored about the ends of these sessions, by session."""
    of_daily = select(
        attempt.c.session_id, literal("daily"), _written(attempt.c.day),
        attempt.c.steps, attempt.c.home, attempt.c.solved, attempt.c.undos,
    ).where(attempt.c.session_id.in_(session_ids), attempt.c.ended_at.is_not(None))  # fmt: skip
    of_race = select(
        run.c.session_id, literal("race"), literal(None, String),
        run.c.steps, run.c.home, run.c.outcome == "won", literal(None, Integer),
    ).where(run.c.session_id.in_(session_ids), run.c.outcome.is_not(None))  # fmt: skip
    played = tournament_try
    of_tournament = select(
        played.c.session_id, literal("tournament"), literal(None, String),
        played.c.steps, literal(None, Integer), played.c.outcome == "won", literal(None, Integer),
    ).where(played.c.session_id.in_(session_ids), played.c.outcome.in_(("won", "given-up")))  # fmt: skip
    found = defaultdict[str, list[Claim]](list)
    for session_id, event, day, steps, home, won, undos in connection.execute(union(of_daily, of_race, of_tournament)):
        # The check of dailies reports a day that cannot be read.
        with suppress(*_NOT_READ):
            at = date.fromisoformat(day) if day is not None else None
            found[session_id].append(Claim(event, at, steps, home, bool(won), undos))
    return found


def tournaments(connection: Connection) -> list[str]:
    """List the codes of all tournaments."""
    return list(connection.execute(select(tournament.c.code).order_by(tournament.c.code)).scalars())


def challenges(connection: Connection) -> list[tuple[date, Game] | Unreadable]:
    """List the dailies that were chosen, have attempts or are counted on boards, as day and game."""
    every = union(*(select(_written(table.c.day), _written(table.c.game)) for table in (daily, attempt, bucket)))
    return [_challenge(day, slug) for day, slug in connection.execute(every.order_by("day", "game"))]


def settled_days(connection: Connection) -> list[date]:
    """List the days that had a daily with final results, except for those that cannot be read."""
    found = connection.execute(select(_written(daily.c.day), _written(daily.c.game)).where(daily.c.settled))
    read = [_challenge(day, slug) for day, slug in found]
    return sorted({one[0] for one in read if not isinstance(one, Unreadable)})


def ended_attempts(connection: Connection, day: date, game: Game) -> Iterator[Attempt | Unreadable]:
    """Yield every attempt at a daily that has ended, however many there are."""
    ended = select(attempt).where(attempts.of_daily(day, game), attempt.c.ended_at.is_not(None))
    for row in connection.execute(ended.execution_options(yield_per=_A_STREAM)):
        try:
            yield attempts.read(row)
        except _NOT_READ:
            yield Unreadable(row.session_id, f"The options of session {row.session_id} cannot be read.")


def buckets(connection: Connection, day: date, game: Game) -> dict[tuple[str, int], int]:
    """Return how many results of a daily are counted, by board and part of the score; empty parts are left out."""
    rows = connection.execute(select(bucket).where(bucket.c.day == day, bucket.c.game == game))
    return {(row.board, row.part): row.size for row in rows if row.size}


def _written(column: Column[Any]) -> ColumnElement[str]:
    """Return a column as the text that it holds, which may not be valid for its type."""
    return type_coerce(column, String).label(column.name)


def _challenge(day: str, slug: str) -> tuple[date, Game] | Unreadable:
    try:
        return date.fromisoformat(day), find(slug)
    except _NOT_READ:
        return Unreadable(f"{day} {slug}", "There is no such day or game.")


def _session(row: Row[Any]) -> Session | Unreadable:
    try:
        return sessions.read(row)
    except _NOT_READ:
        # The exception may name cards of a deal that is still secret; the name of the column does not.
        return Unreadable(row.id, f"Its {next(name for name in _READING if not _is_read(name, row))} cannot be read.")


def _is_read(name: str, row: Row[Any]) -> bool:
    try:
        _READING[name](row)
    except _NOT_READ:
        return False
    return True
