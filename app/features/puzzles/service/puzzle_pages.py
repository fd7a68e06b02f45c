"""What the pages of puzzles show."""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.clock import today
from app.core.refusals import Impossible, NotFound
from app.features.puzzles.rows import puzzle_runs, ratings
from app.features.puzzles.rows import puzzles as rows
from app.features.puzzles.service import choosing, days, proposals, puzzles, tasks
from app.features.puzzles.service.days import DaysInRow
from app.features.puzzles.values.proposal import ProposalState
from app.features.puzzles.values.puzzle import PuzzleAttempt, RunKind, Vote
from app.features.ratings.values.rating import Rating
from app.play.rows import sessions
from app.play.values.session import Session
from engine.games import GAMES
from engine.puzzles import Puzzle
from engine.rules import Game

MOST_SHOWN = 30
"""How many attempts the page lists."""


@dataclass(frozen=True, slots=True)
class PuzzlesView:
    """The page of all puzzles as one visitor sees it."""

    of_day: Puzzle | None
    of_day_attempt: PuzzleAttempt | None
    days: DaysInRow
    """The days in a row on which the visitor solved the puzzle of the day."""
    new_game: bool
    """Whether the puzzle of the day is in a game that the visitor has never begun."""
    games: dict[Game, Rating | None]
    """The games that have puzzles, with the visitor's ratings."""
    history: list[PuzzleAttempt]
    may_fail_better: bool
    """Whether there are puzzles that the visitor has failed and not solved since."""
    bests: dict[tuple[RunKind, Game | None], int]


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle on a page of its own."""

    puzzle: Puzzle
    rating: Rating
    attempt: PuzzleAttempt | None
    votes: dict[Vote, int]
    in_play: Session | None
    """The visitor's unfinished try; None without one."""
    offered: ProposalState
    """Whether everybody is given it."""
    new_game: bool
    """Whether it is in a game that the visitor has never begun."""


def overview(connection: Connection, player_id: str | None, now: int) -> PuzzlesView:
    """Return the page of all puzzles as a visitor sees it. This is for the lane of heavy reads."""
    try:
        day = choosing.of_day(connection, today(now), now)
    except NotFound:
        day = None
    known = ratings.all_of_player(connection, player_id) if player_id else {}
    return PuzzlesView(
        of_day=day,
        of_day_attempt=rows.attempt_of(connection, player_id, day.id) if day and player_id else None,
        days=days.in_row(connection, player_id, now),
        new_game=day is not None and _is_new(connection, player_id, day),
        games={game: known.get(game) for game in GAMES.values() if choosing.has_puzzles(connection, game)},
        history=rows.history(connection, player_id, MOST_SHOWN) if player_id else [],
        may_fail_better=bool(player_id and rows.list_failed(connection, player_id, 1)),
        bests=puzzle_runs.bests(connection, player_id) if player_id else {},
    )


def show(connection: Connection, puzzle_id: str, player_id: str | None, now: int) -> Shown:
    """Return a puzzle with what its page says about it. This is for the lane of heavy reads.

    Raises:
        NotFound, Withheld: an open event is played on its deal or on one near it.
    """
    puzzle = tasks.get_visible(connection, puzzle_id, now)
    return Shown(
        puzzle=puzzle,
        rating=ratings.of_puzzle(connection, puzzle.id) or puzzles.first_guess(puzzle),
        attempt=rows.attempt_of(connection, player_id, puzzle.id) if player_id else None,
        votes=rows.votes(connection, puzzle.id),
        in_play=puzzles.in_play(connection, player_id, puzzle.id) if player_id else None,
        offered=proposals.state_of(connection, puzzle.id),
        new_game=_is_new(connection, player_id, puzzle),
    )


def _is_new(connection: Connection, player_id: str | None, puzzle: Puzzle) -> bool:
    return not (player_id and sessions.has_begun(connection, player_id, puzzle.variant.game))


def following(connection: Connection, player_id: str, game: Game, now: int) -> Session | Puzzle:
    """Return the table of an attempt that the player has left unfinished in a game, or else the next puzzle.

    So nobody keeps a rating by leaving hard puzzles. This is for the lane of heavy reads; it raises as `next_for` does.
    """
    for attempt in rows.attempts_of(connection, player_id, [game]):
        if attempt.begun_at is None or attempt.outcome:
            continue
        session = puzzles.in_play(connection, player_id, attempt.puzzle_id)
        if session and choosing.find_visible(connection, attempt.puzzle_id, now):
            return session
    return choosing.next_for(connection, player_id, game, now)


def next_failed(connection: Connection, player_id: str | None, now: int) -> Puzzle:
    """Return the puzzle opened longest ago among those that a player has failed and not solved since.

    Raises:
        Impossible: there is none that may be shown.
    """
    for puzzle_id in rows.list_failed(connection, player_id, MOST_SHOWN) if player_id else ():
        if puzzle := choosing.find_visible(connection, puzzle_id, now):
            return puzzle
    raise Impossible("There are no failed puzzles left for you to solve.")
