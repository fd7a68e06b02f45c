"""Streaks and points, on the public pages of players."""

from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.clock import today
from app.core.words import short_day
from app.features.daily.rows import standings
from app.features.daily.service import streaks
from app.features.daily.service.calendar import first_open
from app.features.daily.service.standings import ALL_TIME
from app.features.profiles.values import ProfilePart
from app.people.showing import ProfileSection


class OverallPlace(NamedTuple):
    """Somebody's place in the standings over all time and all games."""

    points: int
    rank: int


class ShownStreak(NamedTuple):
    """A streak on a page."""

    current: int
    best: int
    until: str
    """The last day that it counts, in words; empty if it counts today."""


def _place(connection: Connection, player_id: str, _now: int) -> OverallPlace | None:
    own = standings.of_player(connection, ALL_TIME.key, None, player_id)
    if own is None:
        return None
    return OverallPlace(own.points, standings.rank(connection, ALL_TIME.key, None, own.kind, own.points))


def _streak(connection: Connection, player_id: str, now: int) -> ShownStreak | None:
    held, last = streaks.until_now(connection, player_id, now), first_open(now) - timedelta(1)
    until = "yesterday" if last == today(now) - timedelta(1) else short_day(last)
    return ShownStreak(held.current, held.best, until) if held.best else None


def _own_streak(connection: Connection, player_id: str, now: int) -> ShownStreak | None:
    held = streaks.of_player(connection, player_id, now)
    return ShownStreak(held.current, held.best, "") if held.best else None


STREAK = ProfileSection(
    part=ProfilePart.STREAK,
    label="Your streak of dailies",
    template="daily/_shown_streak.html",
    read=_streak,
    read_own=_own_streak,
    is_figure=True,
)
POINTS = ProfileSection(
    part=ProfilePart.POINTS,
    label="Your points and your rank in the standings",
    template="daily/_shown_points.html",
    read=_place,
    is_figure=True,
)
