"""Statements about visitors who wait for somebody to race."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from app.core.store.unreadable import each, reads
from app.features.races.tables import waiting
from app.features.races.values.pairing import WaitingPlayer
from engine.games import variant_of
from engine.rules import Variant

MOST = 200
"""How many of those who wait for a variant we look at. There are seldom many, since two soon make a pair."""


def find(connection: Connection, player_id: str) -> WaitingPlayer | None:
    """Return the entry of somebody who waits, or None if they do not."""
    row = connection.execute(select(waiting).where(waiting.c.player_id == player_id)).first()
    return _read(row) if row else None


def lock(connection: Connection, variant: Variant) -> list[WaitingPlayer]:
    """List those who wait for a variant and have no race yet, locked until this transaction ends."""
    there = (
        select(waiting)
        .where(waiting.c.game == variant.game.slug, waiting.c.options == variant.text, waiting.c.code.is_(None))
        .order_by(waiting.c.player_id)
        .limit(MOST)
        .with_for_update()
    )
    return each(_read, connection.execute(there))


def add(connection: Connection, added: WaitingPlayer) -> None:
    """Store that somebody waits; the database refuses a player who already does."""
    connection.execute(insert(waiting), _values(added) | {"player_id": added.player_id})


def keep(connection: Connection, changed: WaitingPlayer) -> None:
    """Store a changed entry of somebody who waits."""
    connection.execute(update(waiting).where(waiting.c.player_id == changed.player_id).values(_values(changed)))


def remove(connection: Connection, player_id: str) -> None:
    """Delete the row of a player who waits, unless there is a race for them already."""
    connection.execute(delete(waiting).where(waiting.c.player_id == player_id, waiting.c.code.is_(None)))


def forget(connection: Connection, player_id: str) -> None:
    """Delete a player's row, whether there is a race for them or not."""
    connection.execute(delete(waiting).where(waiting.c.player_id == player_id))


def count_here(connection: Connection, since: int, until: int) -> dict[tuple[str, str], int]:
    """Count the people who wait and have lately given a sign of life, by the game and the text of its options."""
    here = waiting.c.code.is_(None), waiting.c.bot.is_(False), waiting.c.seen_at.between(since, until)
    counted = select(waiting.c.game, waiting.c.options, func.count()).where(*here)
    return {(row[0], row[1]): row[2] for row in connection.execute(counted.group_by(waiting.c.game, waiting.c.options))}


def remove_gone(connection: Connection, before: int, after: int) -> None:
    """Delete everybody whose last sign of life was given before the one time or after the other.

    A sign from the future dates from before the clock was set back, and says nothing about now.
    """
    absent = or_(waiting.c.seen_at < before, waiting.c.seen_at > after)
    gone = select(waiting.c.player_id).where(absent).with_for_update(skip_locked=True)
    connection.execute(delete(waiting).where(waiting.c.player_id.in_(list(connection.execute(gone).scalars()))))


@reads(waiting)
def _read(row: Sequence[Any]) -> WaitingPlayer:
    player_id, slug, options, *rest = row
    return WaitingPlayer(player_id, variant_of(slug, options), *rest)


def _values(one: WaitingPlayer) -> dict[str, Any]:
    row = {name: getattr(one, name) for name in ("name", "bot", "rating", "since", "seen_at", "code")}
    return row | {"game": one.variant.game.slug, "options": one.variant.text}
