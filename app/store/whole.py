"""Statements that go through everything there is, a page at a time."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from sqlalchemy import Connection, Integer, String, bindparam, literal, select, union

from app.store.attempts import Attempt
from app.store.entries import Entry
from app.store.schema import attempt, bucket, entry, run, session
from app.store.sessions import Session


@dataclass(frozen=True, slots=True)
class Claim:
    """What an event keeps of how one of its sessions ended."""

    event: str
    """`daily` or `race`."""
    day: str | None
    """The day of a daily."""
    steps: int
    home: int
    """Cards on the foundations."""
    won: bool
    undos: int | None
    """None if they are not stored."""


_A_STREAM = 1000
"""How many rows of a long answer are in memory at once."""

_SESSIONS = select(session).where(session.c.id > bindparam("after")).order_by(session.c.id).limit(bindparam("at_most"))
_LOGS = (
    select(entry.c.session_id, *(entry.c[field.name] for field in fields(Entry)))
    .where(entry.c.session_id.in_(bindparam("which", expanding=True)))
    .order_by(entry.c.session_id, entry.c.seq)
)
_CLAIMS = union(
    select(
        attempt.c.session_id, literal("daily"), attempt.c.day,
        attempt.c.steps, attempt.c.home, attempt.c.solved, attempt.c.undos,
    ).where(attempt.c.session_id.in_(bindparam("which", expanding=True)), attempt.c.ended_at.is_not(None)),
    select(
        run.c.session_id, literal("race"), literal(None, String),
        run.c.steps, run.c.home, run.c.outcome == "won", literal(None, Integer),
    ).where(run.c.session_id.in_(bindparam("which", expanding=True)), run.c.outcome.is_not(None)),
)  # fmt: skip
_CHALLENGES = union(select(attempt.c.day, attempt.c.game), select(bucket.c.day, bucket.c.game)).order_by("day", "game")
_ENDED = (
    select(attempt)
    .where(attempt.c.day == bindparam("of_day"), attempt.c.game == bindparam("slug"), attempt.c.ended_at.is_not(None))
    .execution_options(yield_per=_A_STREAM)
)
_BUCKETS = select(bucket.c.board, bucket.c.part, bucket.c.size).where(
    bucket.c.day == bindparam("of_day"), bucket.c.game == bindparam("slug")
)


def sessions_after(connection: Connection, after: str, limit: int) -> list[Session]:
    """List the sessions from behind that id on, by their ids."""
    return [Session(*row) for row in connection.execute(_SESSIONS, {"after": after, "at_most": limit})]


def logs(connection: Connection, session_ids: Sequence[str]) -> dict[str, list[Entry]]:
    """Return the logs of these sessions; one without entries has an empty one."""
    found = defaultdict[str, list[Entry]](list)
    for session_id, *row in connection.execute(_LOGS, {"which": session_ids}):
        found[session_id].append(Entry(*row))
    return found


def claims(connection: Connection, session_ids: Sequence[str]) -> dict[str, list[Claim]]:
    """Return what events keep of how these sessions ended."""
    found = defaultdict[str, list[Claim]](list)
    for session_id, event, day, steps, home, won, undos in connection.execute(_CLAIMS, {"which": session_ids}):
        found[session_id].append(Claim(event, day, steps, home, bool(won), undos))
    return found


def challenges(connection: Connection) -> list[tuple[str, str]]:
    """List the dailies that have attempts or are counted on boards, as day and game."""
    return [(row.day, row.game) for row in connection.execute(_CHALLENGES)]


def ended_attempts(connection: Connection, day: str, game: str) -> Iterator[Attempt]:
    """Return every attempt at a daily that has ended, however many."""
    return (Attempt(*row) for row in connection.execute(_ENDED, {"of_day": day, "slug": game}))


def buckets(connection: Connection, day: str, game: str) -> dict[tuple[str, int], int]:
    """Return how many results of a daily are counted, by board and part of the score; empty parts are left out."""
    rows = connection.execute(_BUCKETS, {"of_day": day, "slug": game})
    return {(row.board, row.part): row.size for row in rows if row.size}
