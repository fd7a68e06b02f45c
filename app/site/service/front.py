"""What the lobby shows: the day's dailies and its puzzle, the visitor's unfinished games, and a win worth seeing.

Each process works out the parts that are the same for everybody once every few seconds, so the lobby costs little
however many visitors come at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from threading import Lock

from sqlalchemy import Connection

from app.core.clock import today
from app.core.refusals import NotFound
from app.features.daily.rows import attempts, boards, dailies
from app.features.daily.rows.boards import Board, NamedResult
from app.features.daily.service import calendar, streaks
from app.features.daily.service.daily import Challenge
from app.features.daily.service.streaks import Streak
from app.features.daily.values.daily import Attempt
from app.features.daily.values.event import InDaily
from app.features.puzzles.rows import puzzles
from app.features.puzzles.service import choosing
from app.features.puzzles.values.puzzle import Attempt as TryAtPuzzle
from app.play.rows import sessions
from app.play.service import secrecy
from app.play.values.session import Session
from engine.games import GAMES
from engine.puzzles import Puzzle
from engine.rules import Game

MOST_UNFINISHED = 6
"""How many unfinished games the lobby shows; the history has them all."""
KEPT_MS = 10_000
"""How long a process keeps the parts that are the same for everybody."""


@dataclass(frozen=True, slots=True)
class OfToday:
    """One of today's dailies as one visitor sees it in the lobby."""

    game: Game
    options: Mapping[str, str] | None
    """The options that the day settles; None while its deal is not chosen."""
    attempts: list[Attempt]
    """The visitor's own, the first one first."""
    table: Session | None
    """The visitor's attempt in play, or else the one that solved it, or else the last; None before the first."""
    starters: int
    solvers: int | None
    """How many have solved it; None if the visitor could still profit from knowing."""


@dataclass(frozen=True, slots=True)
class Win:
    """A win that everybody may watch."""

    result: NamedResult
    session: Session


@dataclass(frozen=True, slots=True)
class Lobby:
    """The lobby as one visitor sees it."""

    day: date
    newcomer: bool
    """Whether the visitor has never done anything here."""
    dailies: list[OfToday]
    streak: Streak
    puzzle: Puzzle | None
    """The puzzle of the day; None if there is none."""
    try_at_puzzle: TryAtPuzzle | None
    unfinished: list[Session]
    """The last changed first. If there is one more than the lobby shows, the history has more."""
    win: Win | None


@dataclass(frozen=True, slots=True)
class _Shared:
    """The parts of the lobby that are the same for everybody."""

    at: int
    day: date
    options: Mapping[Game, Mapping[str, str]]
    starters: Mapping[Game, int]
    puzzle: Puzzle | None
    win: Win | None


class Front:
    """The lobby of one serving process."""

    def __init__(self) -> None:
        self._shared: _Shared | None = None
        self._alone = Lock()

    def look(self, connection: Connection, player_id: str | None, now: int) -> Lobby:
        """Return the lobby as a visitor sees it."""
        shared = self._of_everybody(connection, now)
        mine = attempts.of_player_on(connection, player_id, shared.day) if player_id else []
        puzzle = shared.puzzle
        return Lobby(
            day=shared.day,
            newcomer=player_id is None,
            dailies=_dailies(connection, shared, mine, now),
            streak=streaks.of_player(connection, player_id, now),
            puzzle=puzzle,
            try_at_puzzle=puzzles.attempt_of(connection, player_id, puzzle.id) if puzzle and player_id else None,
            unfinished=_unfinished(connection, player_id, shared.day) if player_id else [],
            win=shared.win,
        )

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
    try:
        puzzle = choosing.of_day(connection, day, now)
    except NotFound:
        puzzle = None
    return _Shared(
        now,
        day,
        dailies.options_on(connection, day),
        attempts.starters_on(connection, day),
        puzzle,
        _worth_seeing(connection, day, now),
    )


def _dailies(connection: Connection, shared: _Shared, mine: Sequence[Attempt], now: int) -> list[OfToday]:
    by_game = {game: [one for one in mine if one.game == game] for game in GAMES.values()}
    told = {game: _telling(tries) for game, tries in by_game.items() if tries}
    tables = sessions.find_all(connection, [one.session_id for one in told.values()])
    shown = []
    for game, tries in by_game.items():
        # `Challenge` decides who may see how many have solved it.
        starters = max(shared.starters.get(game, 0), bool(tries))
        seen = Challenge(shared.day, game, calendar.state(shared.day, now), None, tries, starters, None)
        solvers = boards.size(connection, shared.day, game, Board.SOLVED) if seen.may_count else None
        table = tables.get(told[game].session_id) if tries else None
        shown.append(OfToday(game, shared.options.get(game), tries, table, starters, solvers))
    return shown


def _unfinished(connection: Connection, player_id: str, day: date) -> list[Session]:
    """List a player's unfinished games except the day's dailies, which the lobby shows elsewhere."""
    found = sessions.unfinished(connection, player_id, MOST_UNFINISHED + 1 + len(GAMES))
    return [one for one in found if one.event != InDaily(day)][: MOST_UNFINISHED + 1]


def _telling(tries: Sequence[Attempt]) -> Attempt:
    """Return the attempt to show out of a visitor's attempts at a daily."""
    running = (one for one in tries if one.ended_at is None)
    return next(running, None) or next((one for one in tries if one.solved), tries[-1])


def _worth_seeing(connection: Connection, day: date, now: int) -> Win | None:
    """Return the best ranked first try at the last closed daily of a game; each day it is another game's turn."""
    games = list(GAMES.values())
    first = day.toordinal() % len(games)
    for game in (*games[first:], *games[:first]):
        over = dailies.last_settled_day(connection, game)
        best = boards.top(connection, over, game, Board.FIRST_TRY, 1) if over else []
        if best and best[0].attempt.solved and (found := sessions.find(connection, best[0].attempt.session_id)):
            told = secrecy.as_told(connection, found, now)
            if not told.sealed:
                return Win(best[0], told)
    return None
