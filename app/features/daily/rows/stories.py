"""Statements about the stories of dailies: how their fields fared."""

from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select, update

from app.core.store.unreadable import passed_over, reads
from app.features.daily.rows import attempts
from app.features.daily.tables import attempt, story
from app.features.daily.values.story import Story, Telling
from engine.rules import Game


def add(connection: Connection, day: date, game: Game, due_at: int) -> None:
    """Queue the story of a daily, to be told from `due_at` on."""
    row = {"day": day, "game": game, "words": Story().text, "attempts": 0, "due_at": due_at}
    connection.execute(insert(story), row)


def find(connection: Connection, day: date, game: Game) -> Story | None:
    """Return the story of a daily as told so far; None if the daily is not settled."""
    row = connection.execute(select(story).where(story.c.day == day, story.c.game == game)).first()
    return _story(row) if row else None


def is_due(connection: Connection, now: int) -> bool:
    """Return whether there is a story to continue."""
    return connection.execute(select(story.c.day).where(story.c.due_at <= now).limit(1)).first() is not None


def take(connection: Connection, now: int, until: int) -> Telling | None:
    """Take the due story of the latest day, or None if none is due. Without `keep`, it is due again at `until`."""
    due = select(story).where(story.c.due_at <= now, passed_over(story)).order_by(story.c.day.desc(), story.c.game)
    row = connection.execute(due.limit(1).with_for_update(skip_locked=True)).first()
    if row is None:
        return None
    told = _story(row)
    taken = update(story).where(story.c.day == row.day, story.c.game == row.game)
    connection.execute(taken.values(due_at=until, attempts=row.attempts + 1))
    return Telling(row.day, row.game, told, row.attempts + 1, until)


def keep(connection: Connection, taken: Telling, told: Story, due_at: int | None) -> bool:
    """Store a story as told so far, and when to continue it. Return False if somebody else has taken it since."""
    mine = (story.c.day == taken.day, story.c.game == taken.game, story.c.due_at == taken.until)
    kept = update(story).where(*mine).values(words=told.text, attempts=0, due_at=due_at)
    return connection.execute(kept).rowcount == 1


def count_games(connection: Connection, day: date, game: Game) -> int:
    """Count the first attempts of people at a settled daily that have at least one move."""
    count: int = connection.execute(_games(day, game, func.count())).scalar_one()
    return count


def games(connection: Connection, day: date, game: Game, at_most: int) -> list[str]:
    """List the sessions of the attempts that `count_games` counts, those that count on the board first."""
    listed = _games(day, game, attempt.c.session_id).order_by(attempt.c.ranked.desc(), attempt.c.session_id)
    return list(connection.execute(listed.limit(at_most)).scalars())


def shortest_wins(connection: Connection, day: date, game: Game, at_most: int) -> list[str]:
    """List the wins of a daily that count on its board, those with the fewest steps first."""
    wins = _wins(day, game).order_by(attempt.c.steps, attempt.c.ms, attempt.c.session_id)
    return list(connection.execute(wins.limit(at_most)).scalars())


def wins_with_undos(connection: Connection, day: date, game: Game, least: int, at_most: int) -> list[str]:
    """List the wins on the board that took back at least `least` requests, those with the most first."""
    wins = _wins(day, game).where(attempt.c.undos >= least)
    most_first = wins.order_by(attempt.c.undos.desc(), attempt.c.steps.desc(), attempt.c.session_id)
    return list(connection.execute(most_first.limit(at_most)).scalars())


@reads(story)
def _story(row: Row[Any]) -> Story:
    return Story.read(row.words)


def _games(day: date, game: Game, what: Any) -> Select[Any]:
    return select(what).where(
        attempts.of_daily(day, game),
        attempt.c.number == 1,
        attempt.c.held.is_(False),
        attempt.c.steps > 0,
        attempt.c.bot.is_(False),
    )


def _wins(day: date, game: Game) -> Select[Any]:
    return _games(day, game, attempt.c.session_id).where(attempt.c.ranked.is_(True), attempt.c.solved.is_(True))
