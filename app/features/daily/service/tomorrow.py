"""What a player comes to after a daily: the place so far, the streak, what is left today and what comes tomorrow."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Connection

from app.core.clock import today
from app.features.daily.rows import attempts, dailies
from app.features.daily.rows.dailies import DailyTerms
from app.features.daily.service import calendar, leaderboards, streaks
from app.features.daily.service.calendar import settled_options
from app.features.daily.service.daily import DailyView
from app.features.daily.service.leaderboards import DailyPlace
from app.features.daily.service.streaks import Streak
from app.features.daily.values.daily import DailyAttempt
from app.play.values.shelf import Band
from engine.games import GAMES
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class RunningStreak:
    """A player's streak, and whether today is in it already."""

    streak: Streak
    solved_today: bool


@dataclass(frozen=True, slots=True)
class AfterDaily:
    """What comes after one of today's dailies."""

    place: DailyPlace | None
    """The place so far; None while the server ranks the results, and for what is not solved and either alone or not
    ranked."""
    running: RunningStreak
    left: list[Game]
    """The games of today that the player has not begun, or is still playing."""
    day: date
    """Tomorrow."""
    options: dict[str, str]
    """The options of the same game tomorrow."""
    band: Band
    """How hard its deal is then."""
    gentle: Game | None
    """A game whose deal is gentle tomorrow; None if none is known to be."""


def look(connection: Connection, view: DailyView, now: int) -> AfterDaily | None:
    """Return what comes after a daily; None before the visitor has ended an attempt at it, and when its day is over."""
    ended = [one for one in view.attempts if one.ended_at is not None]
    if not ended or view.day != today(now):
        return None
    theirs = attempts.of_player_on(connection, ended[0].player_id, view.day)
    following = view.day + timedelta(days=1)
    gentle, known = calendar.gentle_game(following), dailies.terms_on(connection, following)
    return AfterDaily(
        place=_place(connection, view),
        running=RunningStreak(streaks.of_player(connection, ended[0].player_id, now), _any_solved(theirs)),
        left=[game for game in GAMES.values() if not _any_ended(theirs, game)],
        day=following,
        options=settled_options(view.game, following),
        band=_band(following, view.game, known),
        gentle=gentle if _band(following, gentle, known) is Band.GENTLE else None,
    )


def _band(day: date, game: Game, known: Mapping[Game, DailyTerms]) -> Band:
    terms = known.get(game)
    return calendar.found_band(day, terms.band) if terms else calendar.band(day, game)


def _place(connection: Connection, view: DailyView) -> DailyPlace | None:
    place = leaderboards.place(connection, view)
    if view.first and view.first.solved:
        return place
    # What is not solved has a place only where it is ranked, by its cards home and among others.
    return place if place and place.counts and place.size > 1 else None


def running(connection: Connection, player_id: str | None, now: int) -> RunningStreak:
    """Return a player's streak today."""
    theirs = attempts.of_player_on(connection, player_id, today(now)) if player_id else []
    return RunningStreak(streaks.of_player(connection, player_id, now), _any_solved(theirs))


def _any_solved(theirs: list[DailyAttempt]) -> bool:
    return any(one.solved for one in theirs)


def _any_ended(theirs: list[DailyAttempt], game: Game) -> bool:
    return any(one.ended_at is not None for one in theirs if one.game == game)
