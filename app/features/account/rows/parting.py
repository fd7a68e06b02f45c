"""Statements that find what a player is in: rooms, tournaments not yet begun, and games of events."""

from sqlalchemy import ColumnElement, Connection, or_, select, union_all

from app.features.daily.tables import attempt
from app.features.races.tables import race, racer
from app.features.tournaments.tables import entrant, tournament, tournament_try
from app.play.rows import sessions
from app.play.tables.games import session
from app.play.values.session import Session

_GOES_ON = session.c.status.in_(("playing", "stuck"))


def room_of(connection: Connection, player_id: str) -> str | None:
    """Return the code of a race in whose room a player is, leaving out those that were set aside; None without one."""
    here = (
        select(racer.c.code)
        .join(race, race.c.code == racer.c.code)
        .where(racer.c.player_id == player_id, racer.c.left.is_(False), race.c.set_aside_at.is_(None))
    )
    return connection.execute(here.order_by(racer.c.code).limit(1)).scalar()


def tournament_of(connection: Connection, player_id: str, now: int) -> str | None:
    """Return the code of a tournament in which a player may begin a first game, now or later; None without one."""
    tries = select(tournament_try.c.session_id).where(
        tournament_try.c.player_id == player_id, tournament_try.c.code == entrant.c.code
    )
    joined = (
        select(entrant.c.code)
        .join(tournament, tournament.c.code == entrant.c.code)
        .where(entrant.c.player_id == player_id, ~tries.exists(), _goes_on(now))
    )
    return connection.execute(joined.order_by(entrant.c.code).limit(1)).scalar()


def game_of(connection: Connection, player_id: str, now: int) -> Session | None:
    """Return an unfinished game of a player in a daily, or in a tournament that goes on; None without one."""
    ids = union_all(
        select(attempt.c.session_id).where(attempt.c.player_id == player_id, attempt.c.ended_at.is_(None)),
        select(tournament_try.c.session_id)
        .join(tournament, tournament.c.code == tournament_try.c.code)
        .where(tournament_try.c.player_id == player_id, tournament_try.c.outcome.is_(None), _goes_on(now)),
    )
    row = connection.execute(select(session).where(session.c.id.in_(ids), _GOES_ON).limit(1)).first()
    return sessions.read(row) if row else None


def _goes_on(now: int) -> ColumnElement[bool]:
    return tournament.c.closing_since.is_(None) & or_(tournament.c.drawn_at.is_(None), tournament.c.closes_at > now)
