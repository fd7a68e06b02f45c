"""Statements about the names that players use in tournaments."""

from sqlalchemy import Connection, select, update

from app.features.tournaments.tables import entrant, tournament
from app.people.names import neutral_name, skeleton

_DRAWS = 20
"""How many neutral names to draw until one is free everywhere; the first nearly always is."""


def make_nameless(connection: Connection, player_id: str, nameless: str) -> None:
    """Show `nameless` in place of somebody's name in all tournaments, and no group."""
    # A tournament may have several nameless players, so each gets a skeleton that no name has: the player's id.
    gone = {"name": nameless, "skeleton": player_id, "group_code": None, "group_name": None}
    connection.execute(update(entrant).where(entrant.c.player_id == player_id).values(gone))


def rename_everywhere(connection: Connection, player_id: str, before: str, after: str) -> None:
    """Change somebody's name from `before` to `after` in all tournaments, or to a neutral one where that is taken."""
    given = after
    for _ in range(_DRAWS):
        if _rename(connection, player_id, before, given):
            return
        given = neutral_name()


def rename_others(connection: Connection, player_id: str, name: str, given: str) -> None:
    """Rename all others whose name looks like this one in tournaments that are not over."""
    going_on = select(tournament.c.code).where(tournament.c.closed_at.is_(None))
    others = (entrant.c.skeleton == skeleton(name), entrant.c.player_id != player_id, entrant.c.code.in_(going_on))
    connection.execute(update(entrant).where(*others).values(name=given, skeleton=skeleton(given)))


def _rename(connection: Connection, player_id: str, before: str, after: str) -> bool:
    """Change somebody's name wherever the new one is free; return whether it was free everywhere."""
    look, others = skeleton(after), entrant.alias()
    taken = select(others.c.player_id).where(others.c.code == entrant.c.code, others.c.skeleton == look).exists()
    theirs = (entrant.c.player_id == player_id, entrant.c.name == before)
    connection.execute(update(entrant).where(*theirs, ~taken).values(name=after, skeleton=look))
    return connection.execute(select(entrant.c.code).where(*theirs).limit(1)).first() is None
