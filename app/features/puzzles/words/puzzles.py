"""Puzzles in words and pictures."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.core.words import listed, numbered
from app.features.puzzles.service.puzzle_pages import Shown
from app.features.puzzles.values.puzzle import PuzzleAttempt, PuzzleRun, RunKind, Vote
from app.features.puzzles.values.task import TaskOutcome
from app.features.puzzles.words.task import goal_sentence, theme_words
from app.features.ratings.values.rating import Rating
from app.play.table.board import BoardView, board_view
from engine.position import face_up
from engine.puzzles import Puzzle
from engine.rules import Game

_RUNS = {RunKind.STREAK: "Streak", RunKind.SPRINT: "Sprint"}


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """What puzzle.html shows."""

    board: BoardView
    goal: str
    rating: str
    """How hard it is, in words."""
    themes: str
    """Empty until the visitor's first attempt has ended."""
    outcome: str
    votes: str


def puzzle_page(shown: Shown) -> PuzzlePage:
    """Show a puzzle."""
    puzzle, attempt = shown.puzzle, shown.attempt
    ended = attempt is not None and attempt.outcome is not None
    up, down = shown.votes.get(Vote.UP, 0), shown.votes.get(Vote.DOWN, 0)
    liked = f"{up:,} of {up + down:,} players who voted liked it."
    return PuzzlePage(
        board=board_view(puzzle.variant.rules, face_up(puzzle.position)),
        goal=goal_sentence(puzzle.goal),
        rating=_difficulty(shown.rating),
        themes=listed(list(map(theme_words, puzzle.themes))) if ended and puzzle.themes else "",
        outcome=attempt_words(attempt) if attempt else "",
        votes=liked if up + down else "",
    )


def attempt_words(attempt: PuzzleAttempt) -> str:
    """Describe how a player did at a puzzle; empty without an attempt."""
    match attempt.outcome:
        case TaskOutcome.SOLVED:
            return "Solved at the first attempt"
        case TaskOutcome.LOST if attempt.solved_at is not None:
            return "Failed at first, solved later"
        case TaskOutcome.LOST:
            return "Failed"
        case None if attempt.begun_at is not None:
            return "Begun"
        case None:
            return ""


def rating_words(rating: Rating | None) -> str:
    """Write a player's rating; “about” says that it may still be far off."""
    if rating is None:
        return "Not rated yet"
    return f"Rating about {rating.rounded:,}" if rating.provisional else f"Rating {rating.rounded:,}"


def goal_words(puzzle: Puzzle) -> str:
    """Return the goal of a puzzle as a sentence."""
    return goal_sentence(puzzle.goal)


def best_words(bests: Mapping[tuple[RunKind, Game | None], int], kind: RunKind) -> list[str]:
    """Describe how many puzzles a player solved in the best run of a kind, a sentence for each choice of games."""
    return [
        numbered(solved, f"{_games(game)}: 1 solved.", f"{_games(game)}: {{count}} solved.")
        for (of_kind, game), solved in sorted(bests.items(), key=lambda one: _games(one[0][1]))
        if of_kind is kind and solved
    ]


def run_title(run: PuzzleRun) -> str:
    """Name a run."""
    return f"{_RUNS[run.kind]}, {_games(run.game)}"


def _games(game: Game | None) -> str:
    return game.name if game else "all games"


def _difficulty(rating: Rating) -> str:
    if not rating.attempts:
        return f"Nobody has attempted it yet. A first guess at its rating is {rating.rounded:,}."
    return numbered(
        rating.attempts,
        f"Its rating is {rating.rounded:,}, after 1 rated attempt.",
        f"Its rating is {rating.rounded:,}, after {{count}} rated attempts.",
    )
