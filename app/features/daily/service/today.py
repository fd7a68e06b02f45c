"""What the front page shows of dailies: those of the day, and a win worth seeing.

Each process works out the parts that are the same for everybody once every few seconds, so the front page costs little
however many visitors come at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from threading import Lock

from sqlalchemy import Connection

from app.core.clock import today
from app.features.daily.rows import attempts, boards, dailies
from app.features.daily.rows.boards import DailyBoard, NamedResult
from app.features.daily.rows.dailies import DailyTerms
from app.features.daily.service import calendar, streaks
from app.features.daily.service.daily import DailyView
from app.features.daily.service.streaks import Streak
from app.features.daily.values.daily import DailyAttempt
from app.play.rows import sessions
from app.play.service import secrecy
from app.play.values.session import Session
from app.play.values.shelf import Band
from engine.games import GAMES
from engine.rules import Game

KEPT_MS = 10_000
"""How long a process keeps the parts that are the same for everybody."""


@dataclass(frozen=True, slots=True)
class OfToday:
    """One of today's dailies as one visitor sees it."""

    game: Game
    options: Mapping[str, str] | None
    """The options that the day settles; None while its deal is not chosen."""
    attempts: list[DailyAttempt]
    """The visitor's own, the first one first."""
    table: Session | None
    """The visitor's attempt in play, or else the one that solved it, or else the last; None before the first."""
    band: Band | None
    """How hard its deal is; None while it is not chosen."""
    starters: int
    solvers: int | None
    """How many have solved it; None if the visitor could still profit from knowing."""


@dataclass(frozen=True, slots=True)
class TodayView:
    """Today's dailies as one visitor sees them."""

    day: date
    dailies: list[OfToday]
    streak: Streak


@dataclass(frozen=True, slots=True)
class SharedWin:
    """A win that everybody may watch."""

    result: NamedResult
    session: Session


@dataclass(frozen=True, slots=True)
class _Shared:
    """What is the same for everybody."""

    at: int
    day: date
    terms: Mapping[Game, DailyTerms]
    starters: Mapping[Game, int]
    win: SharedWin | None


class Today:
    """Today's dailies in one serving process."""

    def __init__(self) -> None:
        self._shared: _Shared | None = None
        self._alone = Lock()

    def look(self, connection: Connection, player_id: str | None, now: int) -> TodayView:
        """Return today's dailies as a visitor sees them."""
        shared = self._of_everybody(connection, now)
        mine = attempts.of_player_on(connection, player_id, shared.day) if player_id else []
        return TodayView(
            shared.day, _dailies(connection, shared, mine, now), streaks.of_player(connection, player_id, now)
        )

    def win(self, connection: Connection, now: int) -> SharedWin | None:
        """Return a win worth seeing, if there is one."""
        return self._of_everybody(connection, now).win

    def _of_everybody(self, connection: Connection, now: int) -> _Shared:
        with self._alone:
            kept = self._shared
        # If a clock is set back, the shared parts must not stay for longer.
        if kept and kept.day == today(now) and abs(now - kept.at) < KEPT_MS:
            return kept
        fresh = _shared(connection, now)
        with self._alone:
            self._shared = fresh
        return fresh


def _shared(connection: Connection, now: int) -> _Shared:
    day = today(now)
    terms, starters = dailies.terms_on(connection, day), attempts.starters_on(connection, day)
    return _Shared(now, day, terms, starters, _worth_seeing(connection, day, now))


def _dailies(connection: Connection, shared: _Shared, mine: Sequence[DailyAttempt], now: int) -> list[OfToday]:
    by_game = {game: [one for one in mine if one.game == game] for game in GAMES.values()}
    told = {game: _telling(tries) for game, tries in by_game.items() if tries}
    tables = sessions.find_all(connection, [one.session_id for one in told.values()])
    shown = []
    for game, tries in by_game.items():
        # `DailyView` decides who may see how many have solved it.
        starters = max(shared.starters.get(game, 0), bool(tries))
        seen = DailyView(shared.day, game, calendar.state(shared.day, now), None, tries, starters, None)
        solvers = boards.size(connection, shared.day, game, DailyBoard.SOLVED) if seen.may_count else None
        table = tables.get(told[game].session_id) if tries else None
        terms = shared.terms.get(game)
        band = calendar.found_band(shared.day, terms.band) if terms else None
        shown.append(OfToday(game, terms.options if terms else None, tries, table, band, starters, solvers))
    return shown


def _telling(tries: Sequence[DailyAttempt]) -> DailyAttempt:
    """Return the attempt to show out of a visitor's attempts at a daily."""
    running = (one for one in tries if one.ended_at is None)
    return next(running, None) or next((one for one in tries if one.solved), tries[-1])


def _worth_seeing(connection: Connection, day: date, now: int) -> SharedWin | None:
    """Return the best ranked first try at the last closed daily of a game; each day it is another game's turn."""
    games = list(GAMES.values())
    first = day.toordinal() % len(games)
    for game in (*games[first:], *games[:first]):
        over = dailies.last_settled_day(connection, game)
        best = boards.top(connection, over, game, DailyBoard.FIRST_TRY, 1) if over else []
        if best and best[0].attempt.solved and (found := sessions.find(connection, best[0].attempt.session_id)):
            told = secrecy.public_view(connection, found, now)
            if not told.sealed:
                return SharedWin(best[0], told)
    return None
