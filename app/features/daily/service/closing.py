"""Close a finished daily, a page of its attempts at a time, so nobody's move waits for all of them.

The closing walks through all attempts up to three times, in the order of their sessions: it ends those that still run,
sets the tiers that come from the field, and adds wins to the standings and results to the ratings. The daily's row says
how far the closing has come, and each page updates the row in its own transaction. So after a crash the closing goes on
where it was, and only one of several servers does each page. Until the last page is done, the daily counts as closing.
"""

from collections.abc import Callable
from datetime import date

from sqlalchemy import Connection

from app.core.due import FailedTry
from app.features.daily.rows import attempts, dailies
from app.features.daily.rows.dailies import Unsettled
from app.features.daily.service import calendar, results, standings, story
from app.features.daily.values.daily import ClosingStage, Daily, DailyAttempt
from app.features.daily.values.event import DAY_MS, InDaily
from app.features.ratings import service as ratings
from app.features.ratings.service import FirstTryResult
from app.play.rows import sessions
from engine.rules import Game

SET_ASIDE_MS = DAY_MS
"""How long the server leaves alone a closing that keeps failing."""


def due(connection: Connection, now: int) -> list[Unsettled]:
    """List the dailies that are over but not yet closed, the earliest first, without those that failed too recently."""
    over = dailies.list_unsettled(connection, calendar.first_open(now))
    return [one for one in over if one.again_at is None or not now < one.again_at <= now + SET_ASIDE_MS]


def keep_failure(connection: Connection, one: Unsettled, failed: FailedTry, now: int) -> None:
    """Store a failure to close a daily. After the last failure, set the closing aside for a day.

    Only its closing reveals a daily's deal and its results, so it cannot be set aside for good.
    """
    if failed.again_at is None:
        dailies.store_failure(connection, one, one.failures, now + SET_ASIDE_MS)
    else:
        dailies.store_failure(connection, one, one.failures + 1, failed.again_at)


def close_page(connection: Connection, day: date, game: Game, size: int) -> ClosingStage | None:
    """Do the next `size` attempts in closing a daily. Return the stage to go on with, or None when all is done."""
    daily = dailies.find(connection, day, game)
    if daily is None or daily.settled:
        return None
    stage = daily.stage
    page = attempts.page(connection, day, game, daily.walked_to, size)
    if not page:
        return _next_walk(connection, daily, stage)
    # Update the row first: then only one of two servers does this page.
    if dailies.go_on(connection, daily, stage, page[-1].session_id, daily.allowed):
        _DOING[stage](connection, daily, page)
    return stage


def _next_walk(connection: Connection, daily: Daily, stage: ClosingStage) -> ClosingStage | None:
    allowed = results.steps_allowed(connection, daily) if stage is ClosingStage.ENDING else []
    match stage:
        case ClosingStage.ENDING if allowed:
            following = ClosingStage.RANKING
        case ClosingStage.ENDING | ClosingStage.RANKING:
            following = ClosingStage.COUNTING
        case ClosingStage.COUNTING:
            if dailies.settle(connection, daily.day, daily.game):
                story.begin(connection, daily.day, daily.game)
            return None
    dailies.go_on(connection, daily, following, "", allowed)
    return following


def _end(connection: Connection, daily: Daily, page: list[DailyAttempt]) -> None:
    at = calendar.closes_at(daily.day)
    for one in page:
        if one.ended_at is None:
            session = sessions.find(connection, one.session_id)
            assert session is not None
            results.end(connection, session, at)
    dailies.unseal(connection, [one.session_id for one in page])


def _rank(connection: Connection, daily: Daily, page: list[DailyAttempt]) -> None:
    for one in page:
        if one.solved:
            results.rank(connection, one, daily.allowed)


def _count(connection: Connection, daily: Daily, page: list[DailyAttempt]) -> None:
    standings.add_page(connection, daily, page[-1].session_id)
    # A win with hints counts like a loss, and a held result does not count.
    tries = [
        FirstTryResult(one.player_id, one.variant, one.solved and not one.hints)
        for one in page
        if one.ranked and not one.held
    ]
    ratings.count_tries(connection, daily.day, tries, calendar.closes_at(daily.day), InDaily(daily.day))


_DOING: dict[ClosingStage, Callable[[Connection, Daily, list[DailyAttempt]], None]] = {
    ClosingStage.ENDING: _end,
    ClosingStage.RANKING: _rank,
    ClosingStage.COUNTING: _count,
}
