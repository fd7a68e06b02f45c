"""Statements about the names that players use in races."""

from sqlalchemy import Connection, select, update

from app.features.races.tables import race, racer
from app.people.names import skeleton

_LATEST = 500


def rename(connection: Connection, player_id: str, name: str) -> None:
    """Change somebody's name in all races."""
    connection.execute(update(racer).where(racer.c.player_id == player_id).values(name=name))


def rename_everywhere(connection: Connection, player_id: str, before: str, after: str) -> None:
    """Change somebody's name from `before` to `after` in all races."""
    theirs = update(racer).where(racer.c.player_id == player_id, racer.c.name == before)
    connection.execute(theirs.values(name=after))


def rename_others(connection: Connection, player_id: str, name: str, given: str) -> None:
    """Rename all others who go by a name in races that are not over, and those like it of the 500 seen there last."""
    going_on = select(race.c.code).where(race.c.due_at.is_not(None))
    others = (racer.c.player_id != player_id, racer.c.code.in_(going_on))
    last = connection.execute(select(racer.c.name).where(*others).order_by(racer.c.seen_at.desc()).limit(_LATEST))
    look = skeleton(name)
    alike = {name, *(other for other in set(last.scalars()) if skeleton(other) == look)}
    connection.execute(update(racer).where(*others, racer.c.name.in_(alike)).values(name=given))
