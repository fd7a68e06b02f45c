"""Dailies whose deals a player has won once their days were over: no result, but the player's own archive knows of it.

Only days that have closed count, and only the player's own games are looked at.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from app.features.daily.rows import attempts, dailies, later
from app.features.daily.rows.later import WonTable
from app.features.daily.service.calendar import DayState, last_day, state
from app.features.daily.service.daily import DailyView
from app.play.values.session import Session
from engine.games import GAMES
from engine.likeness import likeness
from engine.rules import Game, Variant

LaterWins = dict[tuple[date, Game], int]
"""The fewest steps of a player's later wins, by daily."""
MOST_TABLES = 50
"""How many later wins of one daily are looked through, the shortest first: some may have other options than its own."""


@dataclass(frozen=True, slots=True)
class WasDaily:
    """The daily on whose deal somebody has just ended an ordinary game."""

    day: date
    session: Session
    par: int | None
    """The steps of the shortest way found before the day; None where face-down cards make it unfair to compare."""
    following: Game | None
    """A game whose daily of that day the player has not solved, neither in time nor later; None if there is none."""


def between(connection: Connection, player_id: str | None, first: date, last: date, now: int) -> LaterWins:
    """Return the dailies from `first` to `last` that a player has won later, with the fewest steps of each."""
    found: LaterWins = {}
    for one in later.won_between(connection, player_id, first, last) if player_id else []:
        if _fits(one.variant, one.settled) and state(one.day, now) is DayState.CLOSED:
            which = one.day, one.game
            found[which] = min(one.steps, found.get(which, one.steps))
    return found


def in_month(connection: Connection, player_id: str | None, month: date, now: int) -> LaterWins:
    """Return the dailies of a month that a player has won later; `month` is its first day."""
    return between(connection, player_id, month, last_day(month), now)


def table(connection: Connection, view: DailyView, player_id: str | None) -> WonTable | None:
    """Return the shortest game in which a visitor has won a closed daily later; None without one."""
    if view.daily is None or view.state is not DayState.CLOSED or player_id is None:
        return None
    won = later.tables(connection, player_id, view.day, view.game, MOST_TABLES)
    return next((one for one in won if _fits(one.variant, view.daily.options)), None)


def was_daily(connection: Connection, session: Session, now: int) -> WasDaily | None:
    """Return the closed daily that was played on the deal of an ordinary game, the latest; None if there was none."""
    if session.event or session.deal is None:
        return None
    look = likeness(session.variant.game.rules, session.deck)
    for one in later.played_on(connection, look, session):
        if session.variant in one.pars and state(one.day, now) is DayState.CLOSED:
            par = None if session.variant.rules.face_down_rows else one.pars[session.variant]
            return WasDaily(one.day, session, par, _following(connection, session, one.day, now))
    return None


def _following(connection: Connection, session: Session, day: date, now: int) -> Game | None:
    theirs = attempts.of_player_on(connection, session.player_id, day)
    solved = {one.game for one in theirs if one.solved}
    solved |= {game for _, game in between(connection, session.player_id, day, day, now)}
    told = {one.game for one in dailies.deals_between(connection, day, day) if one.settled}
    return next((game for game in GAMES.values() if game in told - solved - {session.variant.game}), None)


def _fits(variant: Variant, settled: Mapping[str, str]) -> bool:
    """Return whether a variant has the options that a day has settled."""
    return settled.items() <= variant.options.items()
