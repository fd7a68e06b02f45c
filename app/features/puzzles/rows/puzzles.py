"""Statements about puzzles found in games, and about what players do with any puzzles."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.core.store.unreadable import each, reads
from app.features.puzzles.tables import puzzle, puzzle_attempt, puzzle_proposal, puzzle_vote
from app.features.puzzles.values.proposal import ProposalState
from app.features.puzzles.values.puzzle import PuzzleAttempt, RunKind, Vote
from app.features.puzzles.values.task import TaskOutcome
from app.play.checking import Texts
from app.play.rows.sessions import deck_of
from engine.deals import deck_code
from engine.games import find as find_game
from engine.games import variant_of
from engine.likeness import likeness
from engine.moves import Move, read_moves
from engine.puzzles import Puzzle, Theme, goal_text, read_goal
from engine.rules import Game

_FIND = select(puzzle).where(puzzle.c.id == bindparam("which"))
_THEIRS = (
    puzzle_attempt.c.player_id == bindparam("whose"),
    puzzle_attempt.c.puzzle_id == bindparam("which"),
)
_BEGIN = update(puzzle_attempt).where(*_THEIRS, puzzle_attempt.c.begun_at.is_(None)).values(begun_at=bindparam("at"))


def add(connection: Connection, added: Puzzle, now: int) -> bool:
    """Add a puzzle that was found; return whether it is new."""
    row = {
        "id": added.id,
        "game": added.variant.game.slug,
        "options": added.variant.text,
        "deal": None if added.deal is None else str(added.deal),
        "deck": deck_code(added.deck),
        "moves": _texts(added.moves),
        "goal": goal_text(added.goal),
        "way": _texts(added.way),
        "rating": added.rating,
        "themes": " ".join(added.themes),
        "added_at": now,
        "likeness": likeness(added.variant.game.rules, added.deck),
    }
    try:
        with connection.begin_nested():
            connection.execute(insert(puzzle), row)
    except IntegrityError:
        return False
    return True


def find(connection: Connection, puzzle_id: str) -> Puzzle | None:
    """Return the puzzle with that id among those found in games, or None if there is none."""
    row = connection.execute(_FIND, {"which": puzzle_id}).first()
    return _puzzle(row) if row else None


def count_on(connection: Connection, game: Game, deal: int) -> int:
    """Count the puzzles found on a numbered deal of a game."""
    on_deal = select(func.count()).where(puzzle.c.game == game.slug, puzzle.c.deal == str(deal))
    return connection.execute(on_deal).scalar_one()


def on_deals_like(connection: Connection, game: Game, look: str) -> list[tuple[Puzzle, int]]:
    """List the puzzles found on deals of a game that have a likeness, each with the time when it was added."""
    there = select(puzzle).where(puzzle.c.likeness == look, puzzle.c.game == game.slug)
    return each(lambda row: (_puzzle(row), row.added_at), connection.execute(there.order_by(puzzle.c.id)))


def list_found(connection: Connection, game: Game, at_most: int) -> dict[str, float]:
    """Return the first guesses at the ratings of the puzzles on offer most recently found in a game, by id."""
    withheld = exists().where(
        puzzle_proposal.c.puzzle_id == puzzle.c.id, puzzle_proposal.c.state != ProposalState.TAKEN
    )
    latest = (
        select(puzzle.c.id, puzzle.c.rating)
        .where(puzzle.c.game == game.slug, ~withheld)
        .order_by(puzzle.c.added_at.desc(), puzzle.c.id)
        .limit(at_most)
    )
    return {row.id: row.rating for row in connection.execute(latest)}


def open_attempt(connection: Connection, player_id: str, puzzle_id: str, game: Game, now: int) -> None:
    """Note that a player opened a puzzle, which does not begin an attempt yet."""
    opened = update(puzzle_attempt).where(*_THEIRS).values(opened_at=bindparam("at"))
    if connection.execute(opened, {"whose": player_id, "which": puzzle_id, "at": now}).rowcount == 0:
        row = {"player_id": player_id, "puzzle_id": puzzle_id, "game": game.slug, "opened_at": now}
        with suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(puzzle_attempt), row)


def begin_attempt(connection: Connection, player_id: str, puzzle_id: str, now: int) -> None:
    """Begin a player's first attempt at an opened puzzle, unless it has begun already."""
    connection.execute(_BEGIN, {"whose": player_id, "which": puzzle_id, "at": now})


def end_attempt(connection: Connection, player_id: str, puzzle_id: str, outcome: TaskOutcome, now: int) -> bool:
    """End a player's first attempt at a puzzle, if it is open; return whether it was, and counts."""
    still_open = (puzzle_attempt.c.begun_at.is_not(None), puzzle_attempt.c.outcome.is_(None))
    values = {"outcome": outcome, "ended_at": now}
    theirs = {"whose": player_id, "which": puzzle_id}
    ended = update(puzzle_attempt).where(*_THEIRS, *still_open).values(values).returning(puzzle_attempt.c.rated)
    return bool(connection.execute(ended, theirs).scalar())


def note_solved(connection: Connection, player_id: str, puzzle_id: str, now: int) -> None:
    """Note that a player solved a puzzle, unless that is noted already."""
    unsolved = update(puzzle_attempt).where(*_THEIRS, puzzle_attempt.c.solved_at.is_(None)).values(solved_at=now)
    connection.execute(unsolved, {"whose": player_id, "which": puzzle_id})


def attempt_of(connection: Connection, player_id: str, puzzle_id: str) -> PuzzleAttempt | None:
    """Return what a player did with a puzzle, or None if nothing."""
    row = connection.execute(select(puzzle_attempt).where(*_THEIRS), {"whose": player_id, "which": puzzle_id}).first()
    return _read(row) if row else None


def attempts_of(connection: Connection, player_id: str, games: Sequence[Game]) -> list[PuzzleAttempt]:
    """List what a player did with the puzzles of games, those unopened for the longest time first."""
    theirs = (
        select(puzzle_attempt)
        .where(puzzle_attempt.c.player_id == player_id, puzzle_attempt.c.game.in_([game.slug for game in games]))
        .order_by(puzzle_attempt.c.opened_at, puzzle_attempt.c.puzzle_id)
    )
    return each(_read, connection.execute(theirs))


def history(connection: Connection, player_id: str, limit: int) -> list[PuzzleAttempt]:
    """List a player's first attempts that have ended, the latest first."""
    ended = (
        select(puzzle_attempt)
        .where(puzzle_attempt.c.player_id == player_id, puzzle_attempt.c.ended_at.is_not(None))
        .order_by(puzzle_attempt.c.ended_at.desc(), puzzle_attempt.c.puzzle_id)
        .limit(limit)
    )
    return each(_read, connection.execute(ended))


def list_failed(connection: Connection, player_id: str, limit: int) -> list[str]:
    """List the puzzles that a player failed and has not solved since, those unopened for the longest time first."""
    failed = (
        select(puzzle_attempt.c.puzzle_id)
        .where(
            puzzle_attempt.c.player_id == player_id,
            puzzle_attempt.c.outcome == TaskOutcome.LOST,
            puzzle_attempt.c.solved_at.is_(None),
        )
        .order_by(puzzle_attempt.c.opened_at, puzzle_attempt.c.puzzle_id)
        .limit(limit)
    )
    return list(connection.execute(failed).scalars())


def vote(connection: Connection, player_id: str, puzzle_id: str, given: Vote, now: int) -> None:
    """Store a player's vote on a puzzle, replacing an earlier one."""
    withdraw_vote(connection, player_id, puzzle_id)
    row = {"player_id": player_id, "puzzle_id": puzzle_id, "up": given is Vote.UP, "voted_at": now}
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(puzzle_vote), row)


def withdraw_vote(connection: Connection, player_id: str, puzzle_id: str) -> None:
    """Delete a player's vote on a puzzle."""
    theirs = (puzzle_vote.c.player_id == player_id, puzzle_vote.c.puzzle_id == puzzle_id)
    connection.execute(delete(puzzle_vote).where(*theirs))


def votes(connection: Connection, puzzle_id: str) -> dict[Vote, int]:
    """Count the votes on a puzzle."""
    counted = (
        select(puzzle_vote.c.up, func.count()).where(puzzle_vote.c.puzzle_id == puzzle_id).group_by(puzzle_vote.c.up)
    )
    return {Vote.UP if up else Vote.DOWN: number for up, number in connection.execute(counted)}


def vote_of(connection: Connection, player_id: str, puzzle_id: str) -> Vote | None:
    """Return a player's vote on a puzzle, or None if there is none."""
    theirs = (puzzle_vote.c.player_id == player_id, puzzle_vote.c.puzzle_id == puzzle_id)
    up = connection.execute(select(puzzle_vote.c.up).where(*theirs)).scalar()
    return None if up is None else Vote.UP if up else Vote.DOWN


@reads(puzzle)
def _puzzle(row: Row[Any]) -> Puzzle:
    return Puzzle(
        id=row.id,
        variant=variant_of(row.game, row.options),
        deal=None if row.deal is None else int(row.deal),
        deck=deck_of(row.deck),
        moves=read_moves(row.moves),
        goal=read_goal(row.goal),
        way=read_moves(row.way),
        rating=row.rating,
        themes=tuple(map(Theme, row.themes.split())),
    )


@reads(puzzle_attempt)
def _read(row: Sequence[Any]) -> PuzzleAttempt:
    player_id, puzzle_id, slug, opened_at, begun_at, ended_at, outcome, solved_at, rated = row
    known = None if outcome is None else TaskOutcome(outcome)
    return PuzzleAttempt(player_id, puzzle_id, find_game(slug), opened_at, begun_at, ended_at, known, solved_at, rated)


def _texts(moves: Sequence[Move]) -> str:
    return " ".join(map(str, moves))


TEXTS: Texts = {
    "puzzle": {
        "moves": lambda row: read_moves(row.moves),
        "way": lambda row: read_moves(row.way),
        "goal": lambda row: read_goal(row.goal),
    },
    "puzzle_run": {"kind": lambda row: RunKind(row.kind), "game": lambda row: row.game and find_game(row.game)},
    "puzzle_attempt": {"outcome": lambda row: TaskOutcome(row.outcome)},
    "puzzle_proposal": {"state": lambda row: ProposalState(row.state)},
    "task": {"outcome": lambda row: TaskOutcome(row.outcome)},
}
