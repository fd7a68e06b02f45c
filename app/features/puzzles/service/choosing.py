"""Which puzzle comes next: one near the player's rating, the puzzle of a day, or the next of a run.

These functions pass over puzzles that must stay secret for now. They compare decks with those of open events and go
through all puzzles of a game, so they are for the lane of heavy reads.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from hashlib import sha256
from random import sample
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.bounds import FOUND_PUZZLES_OFFERED
from app.core.refusals import NotFound, Withheld
from app.features.puzzles.rows import puzzles as rows
from app.features.puzzles.rows import ratings
from app.features.puzzles.service import tasks
from app.features.puzzles.values.puzzle import PuzzleAttempt, PuzzleRun, RunKind
from app.features.ratings.values.rating import Rating
from app.play.service import shipped
from engine.games import GAMES
from engine.puzzles import Puzzle
from engine.rules import Game

NEAREST = 12
"""The next puzzle is drawn from this many nearest to the player's rating."""
RISING = {RunKind.STREAK: 40, RunKind.SPRINT: 30}
"""How many puzzles a run takes to rise from the easiest there is to the hardest."""


class EligiblePuzzle(NamedTuple):
    """A puzzle that may be chosen."""

    rating: float
    """The rating after people's attempts, or else the first guess."""
    id: str


def list_puzzles(connection: Connection, games: Iterable[Game]) -> list[EligiblePuzzle]:
    """Return all puzzles of some games, the easiest first."""
    rated = ratings.of_puzzles(connection)
    guesses: dict[str, float] = {}
    for game in games:
        guesses |= rows.list_found(connection, game, FOUND_PUZZLES_OFFERED)
        for variant in game.variants({}):
            guesses |= shipped.first_guesses(variant)
    return sorted(EligiblePuzzle(rated.get(puzzle_id, guess), puzzle_id) for puzzle_id, guess in guesses.items())


def has_puzzles(connection: Connection, game: Game) -> bool:
    """Return whether a game has any puzzles."""
    return shipped.ships_puzzles(game) or bool(rows.list_found(connection, game, 1))


def rating_of(connection: Connection, player_id: str | None, game: Game) -> Rating:
    """Return a player's rating in a game; before the first attempt, that of a newcomer."""
    return (ratings.of_player(connection, player_id, game) if player_id else None) or Rating()


def next_for(connection: Connection, player_id: str | None, game: Game, now: int) -> Puzzle:
    """Return the puzzle of the player's oldest unfinished attempt in a game, or else a new one near their rating.

    If the player knows all puzzles, it is one that they have not begun, or else the one opened longest ago.

    Raises:
        NotFound: there is none.
    """
    rating = rating_of(connection, player_id, game).rating
    there = sorted(list_puzzles(connection, [game]), key=lambda one: abs(one.rating - rating))
    known = _known_attempts(connection, player_id, [game])
    fresh = [one.id for one in there if one.id not in known]
    opened = [one.id for one in there if one.id in known and known[one.id].begun_at is None]
    begun = sorted((one.id for one in there if one.id in known), key=lambda which: known[which].opened_at)
    # So nobody keeps a rating by leaving hard puzzles unfinished.
    left = [which for which in begun if known[which].begun_at and known[which].outcome is None]
    nearest, others = fresh[:NEAREST], fresh[NEAREST:]
    return _first_to_show(connection, [*left, *sample(nearest, len(nearest)), *others, *opened, *begun], now)


def of_day(connection: Connection, day: date, now: int) -> Puzzle:
    """Return the puzzle of a day, which is the same for everybody and follows from the date; raise `NotFound`."""
    ids = sorted(
        which for game in GAMES.values() for variant in game.variants({}) for which in shipped.shipped_ids(variant)
    )
    if not ids:
        raise NotFound("There are no puzzles here yet.")
    first = int.from_bytes(sha256(f"puzzle of the day {day.isoformat()}".encode()).digest()) % len(ids)
    return _first_to_show(connection, [*ids[first:], *ids[:first]], now)


def of_run(connection: Connection, run: PuzzleRun, used: Sequence[str], now: int) -> Puzzle:
    """Return the next puzzle of a run: harder than the one before and, if possible, new to the player.

    Raises:
        NotFound: the run has had every puzzle there is.
    """
    games = [run.game] if run.game else list(GAMES.values())
    known = _known_attempts(connection, run.player_id, games)
    had = set(used)
    there = [one for one in list_puzzles(connection, games) if one.id not in had]
    if not there:
        raise NotFound("There are no more puzzles for this run.")
    lowest, highest = there[0].rating, there[-1].rating
    wanted = lowest + (highest - lowest) * min(len(used) / RISING[run.kind], 1)
    there.sort(key=lambda one: abs(one.rating - wanted))
    fresh = [one.id for one in there if one.id not in known]
    nearest, others = fresh[:NEAREST], fresh[NEAREST:]
    seen = [one.id for one in there if one.id in known]
    return _first_to_show(connection, [*sample(nearest, len(nearest)), *others, *seen], now)


def find_visible(connection: Connection, puzzle_id: str, now: int) -> Puzzle | None:
    """Return a puzzle; None if it must stay secret for now, or if this edition no longer ships it."""
    try:
        return tasks.get_visible(connection, puzzle_id, now)
    except (NotFound, Withheld):
        return None


def _known_attempts(connection: Connection, player_id: str | None, games: Sequence[Game]) -> dict[str, PuzzleAttempt]:
    attempts = rows.attempts_of(connection, player_id, games) if player_id else []
    return {attempt.puzzle_id: attempt for attempt in attempts}


def _first_to_show(connection: Connection, ids: Sequence[str], now: int) -> Puzzle:
    """Return the first of these puzzles that may be shown."""
    for puzzle_id in ids:
        if found := find_visible(connection, puzzle_id, now):
            return found
    raise NotFound("There are no puzzles for this game yet.")
