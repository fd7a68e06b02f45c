"""Statements about the deals of lost games: which of them wait for judging, and their verdicts."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, insert, literal_column, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from app.store.schema import bookmark, deal_verdict, session
from app.store.texts import deck_of
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
class Waiting:
    """A deal that waits to be judged."""

    key: str
    """That of the question whether it can be won."""
    variant: Variant
    deck: Deck
    attempts: int = 0
    """How often a solver took it."""


_WALK = "lost games"
"""Names the bookmark in the walk through them."""
_AT_ONCE = 500
_BOOKMARK = select(bookmark.c.at, bookmark.c.after).where(bookmark.c.name == _WALK)
_PLACE = insert(bookmark).values(name=_WALK, at=bindparam("to_time"), after=bindparam("to_id"))
_MOVE = (
    update(bookmark)
    .where(bookmark.c.name == _WALK, bookmark.c.at == bindparam("time"), bookmark.c.after == bindparam("below"))
    .values(at=bindparam("to_time"), after=bindparam("to_id"))
)
# Written out, so that both databases see that the index of such games alone will do.
_IS_GIVEN_UP = session.c.status == literal_column("'given-up'")
_NEXT_LOST = (
    select(session.c.id, session.c.game, session.c.options, session.c.deck, session.c.changed_at)
    .where(
        _IS_GIVEN_UP,
        session.c.changed_at >= bindparam("time"),
        session.c.changed_at < bindparam("before"),
        tuple_(session.c.changed_at, session.c.id) > tuple_(bindparam("time"), bindparam("below")),
    )
    .order_by(session.c.changed_at, session.c.id)
    .limit(bindparam("at_most"))
)
_ADD = insert(deal_verdict).values(
    {name: bindparam(name) for name in ("key", "game", "options", "deck", "attempts", "due_at")}
)
_KNOWN = select(deal_verdict.c.key).where(deal_verdict.c.key.in_(bindparam("which", expanding=True)))
_DUE = (
    select(*(deal_verdict.c[name] for name in ("key", "game", "options", "deck", "attempts")))
    .where(deal_verdict.c.due_at <= bindparam("now"))
    .order_by(deal_verdict.c.due_at, deal_verdict.c.key)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_PUT_OFF = update(deal_verdict).where(deal_verdict.c.key == bindparam("which")).values(due_at=bindparam("until"))
_TRIED = _PUT_OFF.values(attempts=deal_verdict.c.attempts + 1)
_WITHHELD = _PUT_OFF.values(attempts=deal_verdict.c.attempts - 1)
_JUDGED = (
    update(deal_verdict)
    .where(deal_verdict.c.key == bindparam("which"))
    .values(verdict=bindparam("found"), judged_at=bindparam("now"), due_at=None, deck=None)
)
_JUDGED_SINCE = select(func.count()).select_from(deal_verdict).where(deal_verdict.c.judged_at >= bindparam("since"))
_VERDICTS = select(deal_verdict.c.key, deal_verdict.c.verdict).where(
    deal_verdict.c.key.in_(bindparam("which", expanding=True)), deal_verdict.c.verdict.is_not(None)
)


def place(connection: Connection) -> tuple[int, str]:
    """Return how far the walk through the lost games has come, as the time of giving up and the id of a game."""
    row = connection.execute(_BOOKMARK).first()
    return (row.at, row.after) if row else (0, "")


def next_lost(connection: Connection, place: tuple[int, str], before: int, at_most: int) -> list[Lost]:
    """List the games given up after that place and before a time, the first ones first."""
    time, below = place
    rows = connection.execute(_NEXT_LOST, {"time": time, "below": below, "before": before, "at_most": at_most})
    return [Lost(row.id, variant_of(row.game, row.options), deck_of(row.deck), row.changed_at) for row in rows]


def move_on(connection: Connection, old: tuple[int, str], new: tuple[int, str]) -> bool:
    """Move the walk on from one place to another; say whether it was still there."""
    there = {"to_time": new[0], "to_id": new[1]}
    if connection.execute(_MOVE, {"time": old[0], "below": old[1], **there}).rowcount:
        return True
    if old != (0, ""):
        return False
    try:
        with connection.begin_nested():
            connection.execute(_PLACE, there)
    except IntegrityError:
        return False
    return True


def known(connection: Connection, keys: Sequence[str]) -> set[str]:
    """Return those of the deals that wait or have been judged."""
    return {row.key for row in connection.execute(_KNOWN, {"which": list(keys)})}


def add(connection: Connection, waiting: Waiting, due_at: int) -> None:
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
        connection.execute(_ADD, row)


def take(connection: Connection, now: int, until: int) -> Waiting | None:
    """Take the deal that has waited the longest, which comes back at a time unless it is judged; None if none waits."""
    row = connection.execute(_DUE, {"now": now}).first()
    if row is None:
        return None
    connection.execute(_TRIED, {"which": row.key, "until": until})
    return Waiting(row.key, variant_of(row.game, row.options), deck_of(row.deck), row.attempts + 1)


def put_off(connection: Connection, key: str, until: int) -> None:
    """Put back a deal until a time at least, as if no solver had taken it: none tried to judge it."""
    connection.execute(_WITHHELD, {"which": key, "until": until})


def judged(connection: Connection, key: str, found: str, now: int) -> None:
    """Store the verdict on a deal for good."""
    connection.execute(_JUDGED, {"which": key, "found": found, "now": now})


def judged_since(connection: Connection, time: int) -> int:
    """Count the deals judged since a time."""
    return int(connection.execute(_JUDGED_SINCE, {"since": time}).scalar_one())


def verdicts(connection: Connection, keys: Sequence[str]) -> dict[str, str]:
    """Return the verdicts on those of the deals that have one."""
    found: dict[str, str] = {}
    for start in range(0, len(keys), _AT_ONCE):
        rows = connection.execute(_VERDICTS, {"which": list(keys[start : start + _AT_ONCE])})
        found.update((row.key, row.verdict) for row in rows)
    return found
