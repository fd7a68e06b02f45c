"""Statements about lessons that players have done."""

from sqlalchemy import Connection, delete, exists, func, insert, literal, select

from app.features.puzzles.tables import lesson
from app.play.rows.sessions import whole_game
from app.play.tables.games import session
from engine.games import GAMES
from engine.rules import Game

_OFFER = 0


def list_done(connection: Connection, player_id: str) -> set[tuple[str, int]]:
    """Return the lessons that a player has done, by the slugs of their games and their numbers."""
    theirs = select(lesson.c.game, lesson.c.number).where(lesson.c.player_id == player_id, lesson.c.number != _OFFER)
    return {(game, number) for game, number in connection.execute(theirs)}


def count_between(connection: Connection, player_id: str, since: int, until: int) -> int:
    """Count the lessons that a player first did from one time to before another."""
    theirs = (lesson.c.player_id == player_id, lesson.c.number != _OFFER)
    done = select(func.count()).where(*theirs, lesson.c.done_at >= since, lesson.c.done_at < until)
    return connection.execute(done).scalar_one()


def list_begun(connection: Connection, player_id: str) -> list[Game]:
    """List the games in which a player has done a lesson, the last first, without those put away since."""
    theirs = select(lesson.c.game, lesson.c.number).where(lesson.c.player_id == player_id)
    last: dict[str, int] = {}
    for game, number in connection.execute(theirs.order_by(lesson.c.done_at.desc(), lesson.c.number)):
        last.setdefault(game, number)
    return [GAMES[game] for game, number in last.items() if number != _OFFER and game in GAMES]


def note_done(connection: Connection, player_id: str, game: Game, number: int, now: int) -> None:
    """Store that a player did a lesson, unless that is stored already."""
    key = {lesson.c.player_id: player_id, lesson.c.game: game.slug, lesson.c.number: number}
    known = exists().where(*(column == value for column, value in key.items()))
    added = select(*map(literal, key.values()), literal(now)).where(~known)
    connection.execute(insert(lesson).from_select([*(column.name for column in key), "done_at"], added))


def note_offered(connection: Connection, player_id: str, game: Game, now: int) -> None:
    """Store that a player dismissed the offer of a game's lessons, the last time if it was not the first."""
    theirs = lesson.c.player_id == player_id, lesson.c.game == game.slug, lesson.c.number == _OFFER
    connection.execute(delete(lesson).where(*theirs))
    note_done(connection, player_id, game, _OFFER, now)


def is_new_to(connection: Connection, player_id: str, game: Game) -> bool:
    """Return whether a player has begun a game at most once, and neither done nor dismissed its lessons."""
    theirs = select(session.c.id).where(session.c.player_id == player_id, session.c.game == game.slug, whole_game())
    if len(connection.execute(theirs.limit(2)).all()) > 1:
        return False
    met = select(lesson.c.number).where(lesson.c.player_id == player_id, lesson.c.game == game.slug)
    return connection.execute(met.limit(1)).first() is None
