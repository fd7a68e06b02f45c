"""Puzzles from players' games: where a review found the move that lost, others may find what would have won.

A puzzle names nobody. Puzzles come only from games on numbered deals, because a deck that a player made stays theirs,
and from none that belongs to an event or has a task. A player can also ask for a puzzle that begins where the analysis
board stands, or where a review found the move that lost. A moderator decides whether everybody is given that one.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import Impossible, TooMany
from app.features.puzzles.rows import puzzles
from app.features.puzzles.service import proposals
from app.features.study.service import review
from app.features.study.service.analysis import Analysis
from app.people.service import players
from app.play.rows import questions as store
from app.play.rows import sessions
from app.play.service import questions
from app.play.service.secrecy import check_help, check_help_with
from app.play.values.question import Kept, QuestionKind, QuestionSubject
from engine.asking import Verdict
from engine.descent import DealQuery
from engine.moves import Move
from engine.puzzles import Puzzle, read_puzzle
from engine.rules import Variant

PATIENCE_MS = 30_000
"""How long a place stays wanted after its player last asked about it."""
MOST_ASKED = 10
"""How many puzzles may wait to be made for all players together, because anybody can pose as many visitors."""
SEAMS_A_GAME = 3
"""How many places of one game are taken at most, the first ones: after losing a game, few play on for long."""
PUZZLES_A_DEAL = 2
"""The most puzzles of one deal: many games on it must not lead to a flood of puzzles that are nearly the same."""


@dataclass(frozen=True, slots=True)
class Seam:
    """A position from which somebody lost a game that could be won."""

    variant: Variant
    deal: int
    """The deal number."""
    moves: tuple[Move, ...]
    """The moves that lead to the position."""


def seams(connection: Connection, session_id: str, now: int) -> list[Seam]:
    """Return the places of a reviewed game that may make puzzles. This reads whole logs.

    Raises:
        Withheld: an open event is played on its deal, or on one near it.
    """
    session = sessions.find(connection, session_id)
    if session is None or session.deal is None or session.event or session.sealed:
        return []
    looked = review.read(connection, session)
    check_help(connection, session, looked.course.positions, now)
    tree, numbers = looked.course.tree, looked.course.numbers
    places = dict.fromkeys(numbers[turning.stop] for turning in looked.turnings)
    return [Seam(session.variant, session.deal, tuple(tree.path(place))) for place in list(places)[:SEAMS_A_GAME]]


def may_begin(deal: int | None, verdict: str) -> bool:
    """Return whether a puzzle may begin at a position: its deal has a number, and it is neither won nor known lost."""
    return deal is not None and verdict not in ("won", Verdict.UNWINNABLE)


def seam_shown(asked: Analysis) -> Seam:
    """Return the position that an analysis board shows; raise `Impossible` if its deal has no number."""
    if asked.deal is None:
        raise Impossible("Only a position of a numbered deal can become a puzzle; this deck is hand-made.")
    return Seam(asked.variant, asked.deal, tuple(asked.tree.path(asked.at)))


def about(seam: Seam) -> QuestionSubject:
    """Return a position as the subject of a question."""
    return QuestionSubject(seam.variant, " ".join([str(seam.deal), *map(str, seam.moves)]))


def seam_of(about: QuestionSubject) -> Seam:
    """Return the position that a question is about."""
    number, *texts = about.at.split()
    return Seam(about.variant, int(number), tuple(map(Move.read, texts)))


def ask(connection: Connection, seam: Seam, player_id: str, now: int) -> Kept | None:
    """Return what a solver found at a position, or ask for it and return None.

    Raises:
        Impossible: there are enough puzzles of this deal, or of this player.
        TooMany: the player, or all players together, wait for too many answers or decisions already.
    """
    if answer(connection, seam) is None:
        proposals.check_room(connection, player_id, now)
        _check_room(connection, seam, questions.origin_of(player_id, now))
    players.ensure(connection, player_id, now)
    return questions.ask(connection, QuestionKind.PUZZLE, about(seam), player_id, now, PATIENCE_MS)


def answer(connection: Connection, seam: Seam) -> Kept | None:
    """Return what a solver found at a position; None if none has looked."""
    name = questions.key(QuestionKind.PUZZLE, about(seam))
    return questions.known_answers(connection, [name]).get(name)


def read_found(seam: Seam, kept: Kept) -> Puzzle | None:
    """Return the puzzle in an answer, or None if there is none."""
    line = kept.mined.puzzle
    return read_puzzle(seam.variant, line) if line else None


def is_worked_out(connection: Connection, seam: Seam) -> bool:
    """Return whether enough puzzles have been found on a deal."""
    return puzzles.count_on(connection, seam.variant.game, seam.deal) >= PUZZLES_A_DEAL


def keep(connection: Connection, found: Puzzle, now: int) -> bool:
    """Store a puzzle that was found; return whether it is new.

    Raises:
        Withheld: an open event is played on its deal, or on one near it.
    """
    check_help_with(connection, DealQuery(found.variant.rules, found.deck, [found.position]), None, now)
    return puzzles.add(connection, found, now)


def _check_room(connection: Connection, seam: Seam, origin: str) -> None:
    if is_worked_out(connection, seam):
        raise Impossible("There are enough puzzles from this deal already.")
    name = questions.key(QuestionKind.PUZZLE, about(seam))
    if not store.is_pending(connection, name) and not store.has_room(
        connection, QuestionKind.PUZZLE, origin, MOST_ASKED
    ):
        raise TooMany("The solvers are busy with other puzzles; please try again in a moment.")
