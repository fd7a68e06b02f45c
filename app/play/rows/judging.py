"""Statements about the deals of lost games: which of them wait for judging, and their verdicts."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, literal_column, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from app.core.store.tables import bookmark
from app.core.store.unreadable import each, passed_over, reads
from app.play.rows.sessions import deck_of, whole_game
from app.play.tables.games import session
from app.play.tables.solving import deal_verdict
from engine.deals import Deck, deck_code
from engine.games import variant_of
from engine.rules import Variant


@dataclass(frozen=True, slots=True)
class Lost:
    """A game that was given up."""

    id: str
    variant: Variant
    deck: Deck
    changed_at: int


@dataclass(frozen=True, slots=True)
class WaitingDeal:
    """A deal that waits to be judged."""

    key: str
    """The key of the question whether it can be won."""
    variant: Variant
    deck: Deck
    attempts: int = 0
    """How often a solver took it."""


_WALK = "lost games"
"""The name of the bookmark in the walk through lost games."""
_AT_ONCE = 500


def place(connection: Connection) -> tuple[int, str]:
    """Return how far the walk through the lost games has come, as the time of giving up and the id of a game."""
    row = connection.execute(select(bookmark.c.at, bookmark.c.after).where(bookmark.c.name == _WALK)).first()
    return (row.at, row.after) if row else (0, "")


def next_lost(connection: Connection, place: tuple[int, str], before: int, at_most: int) -> list[Lost]:
    """List the games given up after that place and before a time, the earliest first."""
    lost = (
        select(session.c.id, session.c.game, session.c.options, session.c.deck, session.c.changed_at)
        .where(
            # A literal, so both databases see that the index of just these games is enough.
            session.c.status == literal_column("'given-up'"),
            session.c.changed_at >= place[0],
            session.c.changed_at < before,
            tuple_(session.c.changed_at, session.c.id) > place,
            whole_game(),
        )
        .order_by(session.c.changed_at, session.c.id)
        .limit(at_most)
    )
    rows = connection.execute(lost)
    return each(_read_lost, rows)


def move_on(connection: Connection, old: tuple[int, str], new: tuple[int, str]) -> bool:
    """Move the walk on from one place to another; return whether it was still at the old place."""
    there = {"at": new[0], "after": new[1]}
    marked = (bookmark.c.name == _WALK, bookmark.c.at == old[0], bookmark.c.after == old[1])
    if connection.execute(update(bookmark).where(*marked).values(there)).rowcount:
        return True
    if old != (0, ""):
        return False
    try:
        with connection.begin_nested():
            connection.execute(insert(bookmark), {"name": _WALK, **there})
    except IntegrityError:
        return False
    return True


def known_keys(connection: Connection, keys: Sequence[str]) -> set[str]:
    """Return the keys of those deals that wait to be judged or have a verdict."""
    return set(connection.execute(select(deal_verdict.c.key).where(deal_verdict.c.key.in_(keys))).scalars())


def add(connection: Connection, waiting: WaitingDeal, due_at: int) -> None:
    """Queue a deal for judging, unless it waits already or has a verdict."""
    row = {
        "key": waiting.key,
        "game": waiting.variant.game.slug,
        "options": waiting.variant.text,
        "deck": deck_code(waiting.deck),
        "attempts": waiting.attempts,
        "due_at": due_at,
    }
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(deal_verdict), row)


def take(connection: Connection, now: int, until: int) -> WaitingDeal | None:
    """Take the deal that has waited the longest, or None. Unless it is judged, it is due again at `until`."""
    due = (
        select(deal_verdict)
        .where(deal_verdict.c.due_at <= now, passed_over(deal_verdict))
        .order_by(deal_verdict.c.due_at, deal_verdict.c.key)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    row = connection.execute(due).first()
    if row is None:
        return None
    waiting = _waiting(row)
    _change(connection, row.key, due_at=until, attempts=row.attempts + 1)
    return waiting


def put_off(connection: Connection, key: str, until: int) -> None:
    """Put back a deal that no solver tried to judge, due at `until`, as if nobody had taken it."""
    _change(connection, key, due_at=until, attempts=deal_verdict.c.attempts - 1)


def store_verdict(connection: Connection, key: str, found: str, now: int) -> None:
    """Store the verdict on a deal for good."""
    _change(connection, key, verdict=found, judged_at=now, due_at=None, deck=None)


def count_judged_since(connection: Connection, time: int) -> int:
    """Count the deals judged since a time."""
    return connection.execute(select(func.count()).where(deal_verdict.c.judged_at >= time)).scalar_one()


def verdicts(connection: Connection, keys: Sequence[str]) -> dict[str, str]:
    """Return the verdicts on these deals by key, without deals that have none."""
    judged = select(deal_verdict.c.key, deal_verdict.c.verdict).where(deal_verdict.c.verdict.is_not(None))
    found: dict[str, str] = {}
    for start in range(0, len(keys), _AT_ONCE):
        rows = connection.execute(judged.where(deal_verdict.c.key.in_(keys[start : start + _AT_ONCE])))
        found.update((row.key, row.verdict) for row in rows)
    return found


def _change(connection: Connection, key: str, **changed: Any) -> None:
    connection.execute(update(deal_verdict).where(deal_verdict.c.key == key).values(**changed))


@reads(session)
def _read_lost(row: Row[Any]) -> Lost:
    return Lost(row.id, variant_of(row.game, row.options), deck_of(row.deck), row.changed_at)


@reads(deal_verdict)
def _waiting(row: Row[Any]) -> WaitingDeal:
    return WaitingDeal(row.key, variant_of(row.game, row.options), deck_of(row.deck), row.attempts + 1)
