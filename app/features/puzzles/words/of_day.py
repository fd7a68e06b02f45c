"""The puzzle of the day on the front page, in pictures and words."""

from dataclasses import dataclass

from markupsafe import Markup

from app.features.puzzles.service.of_day import PuzzleOfDayView
from app.features.puzzles.words.days import next_words, row_words
from app.features.puzzles.words.puzzles import attempt_words
from app.features.puzzles.words.task import goal_sentence
from app.play.table.miniature import miniature_of_puzzle
from app.play.words.summary import variant_words
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class ShownPuzzle:
    """The puzzle of the day."""

    address: str
    game: Game
    name: str
    goal: str
    picture: Markup
    outcome: str
    """How the visitor's attempt stands; empty before it begins."""
    ended: bool
    days: str
    """How the visitor's run of days stands; empty without one."""
    coming: str
    """When the next one comes; empty as long as this one is not solved."""
    new_game: bool
    """Whether the visitor has never begun a game of this kind, and may want its rules first."""


def show_puzzle(seen: PuzzleOfDayView, now: int) -> ShownPuzzle:
    """Show the puzzle of the day."""
    puzzle, tried, new_game, row = seen
    return ShownPuzzle(
        address=f"/puzzles/{puzzle.id}",
        game=puzzle.variant.game,
        name=variant_words(puzzle.variant),
        goal=goal_sentence(puzzle.goal),
        picture=miniature_of_puzzle(puzzle),
        outcome=attempt_words(tried) if tried else "",
        ended=tried is not None and tried.outcome is not None,
        days=row_words(row),
        coming=next_words(row, now) if row.solved_today else "",
        new_game=new_game,
    )
