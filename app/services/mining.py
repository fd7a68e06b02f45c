"""Puzzles from players' games: where a review found the move that lost, others may find what would have won.

A puzzle names nobody. Only games on a deal with a number are taken, and none that belongs to an event or has a task: a
deck that a player made stays theirs.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.services import review
from app.services.secrecy import check_help_with
from app.store import puzzles, sessions
from engine.moves import Move
from engine.puzzles import Puzzle
from engine.rules import Variant

SEAMS_A_GAME = 3
"""The most places of one game, the first ones: whoever has lost a game seldom plays on for long."""
PUZZLES_A_DEAL = 2
"""The most puzzles of one deal, so that many games on it lead to no flood of puzzles that are nearly the same."""


@dataclass(frozen=True, slots=True)
class Seam:
    """A position from which somebody lost a game that could be won."""

    variant: Variant
    deal: int
    """The deal number."""
    moves: tuple[Move, ...]
    """They lead to the position."""


def seams(connection: Connection, session_id: str, now: int) -> list[Seam]:
    """Return the places of a reviewed game that may make puzzles. This reads whole logs.

    Raises:
        Withheld: an open event is played on its deal, or on one near it.
    """
    session = sessions.find(connection, session_id)
    if session is None or session.deal is None or session.event or session.sealed:
        return []
    check_help_with(connection, session.deck, now)
    looked = review.read(connection, session)
    tree, numbers = looked.course.tree, looked.course.numbers
    places = dict.fromkeys(numbers[turning.stop] for turning in looked.turnings)
    return [Seam(session.variant, session.deal, tuple(tree.path(place))) for place in list(places)[:SEAMS_A_GAME]]


def is_worked_out(connection: Connection, seam: Seam) -> bool:
    """Say whether enough puzzles were found on a deal."""
    return puzzles.count_on(connection, seam.variant.game, seam.deal) >= PUZZLES_A_DEAL


def keep(connection: Connection, found: Puzzle, now: int) -> bool:
    """Store a puzzle that was found; return whether it is new.

    Raises:
        Withheld: an open event is played on its deal, or on one near it.
    """
    check_help_with(connection, found.deck, now)
    return puzzles.add(connection, found, now)
