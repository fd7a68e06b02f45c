"""Leaderboards of a daily: the best, and where somebody stands among them."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.clock import today
from app.core.refusals import Withheld
from app.features.daily.rows import boards, dailies
from app.features.daily.rows.boards import DailyBoard, NamedResult
from app.features.daily.service import daily, results
from app.features.daily.service.daily import DailyView
from app.features.daily.service.standings import EACH_WAY, SHOWN
from app.features.daily.values.daily import ClosingStage
from app.features.profiles import rows as profiles
from app.people.rows import accounts
from app.people.service.audiences import Audience, choose
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class RankedResult:
    """A result on a board with its rank; results with the same score share a rank."""

    rank: int
    row: NamedResult
    mine: bool


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A board as one visitor sees it."""

    board: DailyBoard
    places: list[RankedResult]
    """The best."""
    near: list[RankedResult]
    """The visitor's result with its neighbours, if it is not among the best."""
    me: RankedResult | None
    beside: RankedResult | None
    """Where the visitor would stand with a result that is not on this board."""
    size: int
    tiers: list[int]
    """How many results there are in each tier, the best one first."""
    told: bool
    """Whether the visitor may see the results of others; if not, those lists of them are empty."""
    around: Sequence[RankedResult] = ()
    """The result beside the board with its neighbours on it, if it would not be among the best."""

    @property
    def shown(self) -> list[RankedResult]:
        """The best, and the visitor's result beside the board where it would stand among them."""
        own = [self.beside] if self.beside and not self.around and _would_stand(self.beside.row, self.board) else []
        return sorted([*self.places, *own], key=lambda place: _key(place.row))


class ChosenBoard(NamedTuple):
    """A board as one visitor asked for it."""

    view: DailyView
    leaderboard: Leaderboard
    mine: list[Audience]
    """The visitor's friends and groups."""
    chosen: Audience | None
    """The audience whose board it is; None for everybody."""
    public: set[str]
    """The ids of the players on it who have a public page."""


class DailyPlace(NamedTuple):
    """Where somebody's first try at a daily stands among the first tries."""

    rank: int
    size: int
    """How many results are ranked, with this one."""
    counts: bool
    """Whether it is on the board, or only would be."""


def look(
    connection: Connection, day: date, game: Game, player_id: str | None, board: DailyBoard, among: str, now: int
) -> ChosenBoard:
    """Return a board of a daily; raise as `read` and `choose` do."""
    view = daily.look(connection, day, game, player_id, now)
    # Programs are compared only with one another.
    mine, chosen, members = ([], None, None) if board is DailyBoard.BOTS else choose(connection, player_id, among)
    seen = read(connection, view, board, members)
    shown = [place.row.attempt.player_id for place in (*seen.shown, *seen.near, *seen.around)]
    return ChosenBoard(view, seen, mine, chosen, profiles.public_among(connection, shown))


def read(
    connection: Connection, view: DailyView, board: DailyBoard, members: Sequence[str] | None = None
) -> Leaderboard:
    """Return the board of everybody, or that of some players ranked among themselves.

    Among friends or in a group, every first attempt counts, whenever the account was made.

    A visitor who has ended an attempt without solving it sees their own place and the numbers, but no other results.

    Raises:
        Withheld: the visitor has not ended an attempt, or the server is setting the tiers just now.
    """
    if not view.may_count:
        raise Withheld("You can see how others did once you have solved this daily, or when the day is over.")
    whole = _of_everybody(connection, view, board) if members is None else _among(connection, view, board, members)
    # Checked last, because the ranking may have begun while the board was read.
    daily = dailies.find(connection, view.day, view.game)
    if daily and not daily.settled and daily.stage is ClosingStage.RANKING:
        raise Withheld("The server is ranking this day’s results; the boards will be back in a moment.")
    return whole if view.may_compare else replace(whole, places=[], near=[], around=())


def results_today(connection: Connection, player_id: str, members: Sequence[str], now: int) -> list[NamedResult]:
    """Return the first tries of some players at today's dailies, of those which a visitor has solved."""
    found = []
    for view in daily.of_day(connection, today(now), player_id, now):
        # While the server ranks the results, no board shows them.
        with suppress(Withheld):
            if view.may_compare:
                # A board shows the best alone, and here everybody counts.
                for at in range(0, len(members), SHOWN // 2):
                    some = members[at : at + SHOWN // 2]
                    places = read(connection, view, DailyBoard.FIRST_TRY, some).places
                    found += [one.row for one in places if one.row.attempt.player_id in some]
    return found


def place(connection: Connection, view: DailyView) -> DailyPlace | None:
    """Return where the visitor's first try stands; None before it has ended, and while the server sets the tiers."""
    board = DailyBoard.FIRST_TRY
    mine = _mine(connection, view, board)
    ranking = view.daily is not None and view.daily.stage is ClosingStage.RANKING
    if mine is None or ranking:
        return None
    counts = boards.belongs(mine.attempt, board)
    size = boards.size(connection, view.day, view.game, board) + (not counts or mine.attempt.held)
    return DailyPlace(boards.rank(connection, view.day, view.game, board, mine.attempt.score), size, counts)


def field(connection: Connection, view: DailyView) -> list[int]:
    """Count the first tries at a daily by tier, the best first; none if the visitor could still profit from knowing."""
    if not view.may_count:
        return []
    return results.tiers(connection, view.day, view.game, DailyBoard.FIRST_TRY)


def _of_everybody(connection: Connection, view: DailyView, board: DailyBoard) -> Leaderboard:
    day, game = view.day, view.game
    mine = _mine(connection, view, board)
    held = _held_result(mine, board)
    size = boards.size(connection, day, game, board) + len(held)
    tiers = results.tiers(connection, day, game, board)
    best = _rank(_add_held(boards.top(connection, day, game, board, SHOWN), held), mine)
    me = next((place for place in best if place.mine), None)
    if me or mine is None:
        return Leaderboard(board, best, [], me, None, size, tiers, view.may_compare)
    if not boards.belongs(mine.attempt, board):
        beside = RankedResult(boards.rank(connection, day, game, board, mine.attempt.score), mine, True)
        among = len(best) < SHOWN or _key(mine) < _key(best[-1].row)
        around = _near(connection, mine, board) if _would_stand(mine, board) and not among else ()
        return Leaderboard(board, best, [], None, beside, size, tiers, view.may_compare, around)
    near = _near(connection, mine, board)
    me = next(place for place in near if place.mine)
    return Leaderboard(board, best, near, me, None, size, tiers, view.may_compare)


def _among(connection: Connection, view: DailyView, board: DailyBoard, members: Sequence[str]) -> Leaderboard:
    rows = boards.among(connection, view.day, view.game, board, members, SHOWN)
    mine = _mine(connection, view, board)
    places = _rank(_add_held(rows, _held_result(mine, board)), mine)
    if view.may_compare:
        counts = Counter(row.attempt.tier for row in rows)
        tiers = [counts[tier] for tier in range(results.UNSOLVED + 1)]
    else:
        # These are everybody's: in a group of two, the group's own numbers would tell how the other did.
        tiers = results.tiers(connection, view.day, view.game, board)
    me = next((place for place in places if place.mine), None)
    return Leaderboard(board, places, [], me, None, len(places), tiers, view.may_compare)


def _mine(connection: Connection, view: DailyView, board: DailyBoard) -> NamedResult | None:
    """Return the visitor's result of the kind that a board ranks, whether or not it is there."""
    if board.is_of_first_tries:
        own = next((one for one in view.attempts if one.number == 1 and one.ended_at is not None), None)
    else:
        own = next((one for one in view.attempts if one.first_solve), None)
        own = own or next((one for one in view.attempts if one.solved), None)
    return NamedResult(own, accounts.name_of(connection, own.player_id)) if own else None


def _held_result(mine: NamedResult | None, board: DailyBoard) -> list[NamedResult]:
    """Return the visitor's result if it would be on this board but is held for a person to look at."""
    return [mine] if mine and mine.attempt.held and boards.belongs(mine.attempt, board) else []


def _add_held(rows: list[NamedResult], held: list[NamedResult]) -> list[NamedResult]:
    """Return the rows with the visitor's held result where it would be; nobody else sees it."""
    return sorted([*rows, *held], key=_key)[:SHOWN]


def _near(connection: Connection, mine: NamedResult, board: DailyBoard) -> list[RankedResult]:
    rows = sorted([*boards.around(connection, mine.attempt, board, EACH_WAY), mine], key=_key)
    day, game = mine.attempt.day, mine.attempt.game
    scores = {row.attempt.score for row in rows}
    ranks = {score: boards.rank(connection, day, game, board, score) for score in scores}
    return [RankedResult(ranks[row.attempt.score], row, row is mine) for row in rows]


def _rank(rows: list[NamedResult], mine: NamedResult | None) -> list[RankedResult]:
    """Rank rows from the best on."""
    places: list[RankedResult] = []
    for at, row in enumerate(rows):
        shares = at > 0 and row.attempt.score == rows[at - 1].attempt.score
        is_mine = mine is not None and row.attempt.session_id == mine.attempt.session_id
        places.append(RankedResult(places[-1].rank if shares else at + 1, row, is_mine))
    return places


def _would_stand(row: NamedResult, board: DailyBoard) -> bool:
    """Return whether a result of this kind has a place on the board, whoever its player is."""
    of_its_kind = row.attempt.bot is (board is DailyBoard.BOTS)
    return of_its_kind and not (board.is_unassisted and row.attempt.assisted)


def _key(row: NamedResult) -> tuple[int, int, str]:
    return row.attempt.score, row.attempt.ms, row.attempt.session_id
