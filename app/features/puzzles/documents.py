"""The documents of puzzles."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from pydantic import BaseModel, Field

from app.features.puzzles.values.task import TaskOutcome, TaskProgress
from app.features.puzzles.words.task import goal_sentence
from app.features.ratings.values.rating import Rating
from app.play.table.piles import card_texts
from engine.cards import spell
from engine.position import layout
from engine.puzzles import Puzzle, goal_document


class GoalDocument(BaseModel):
    """What to reach: exactly one of these."""

    home: str | None = Field(None, description="This card lies on its foundation.", examples=["7H"])
    space: int | None = Field(None, description="At least this many columns are empty at once.")
    uncover: str | None = Field(None, description="No card lies on this one.")


class PuzzleDocument(BaseModel):
    """A position that can be won, and a goal to reach from it without ever making a losing move."""

    id: str = Field(description="What its address and the other endpoints call it.", examples=["ftcsjx2m"])
    game: str = Field(description="The game's slug.", examples=["fortress"])
    options: Mapping[str, str] = Field(description="A value for each option of the game.", examples=[{}])
    deck: str = Field(description="A deck text: 52 cards in dealing order, separated by spaces.")
    moves: list[str] = Field(description="They lead from the deck to the position.", examples=[["t4-f2", "t5-f2"]])
    piles: dict[str, list[str]] = Field(
        description="The cards of each pile in the position, top card last. No card is hidden.",
        examples=[{"t0": ["QS", "TH"], "f0": ["AC"]}],
    )
    goal: GoalDocument = Field(description="One of `home`, `space` and `uncover`.", examples=[{"home": "7H"}])
    goal_text: str = Field(description="The same in a sentence.")
    rating: int = Field(description="How hard it is.", examples=[1480])
    themes: list[str] = Field(description="What it is about.", examples=[["empty-column"]])

    @classmethod
    def of(cls, puzzle: Puzzle, rating: int) -> Self:
        """Write a puzzle without its solution."""
        ids = layout(puzzle.variant.rules).ids
        return cls(
            id=puzzle.id,
            game=puzzle.variant.game.slug,
            options=puzzle.variant.options,
            deck=spell(puzzle.deck),
            moves=list(map(str, puzzle.moves)),
            piles={pile: card_texts(cards) for pile, cards in zip(ids, puzzle.position.piles, strict=True)},
            goal=GoalDocument.model_validate(goal_document(puzzle.goal)),
            goal_text=goal_sentence(puzzle.goal),
            rating=rating,
            themes=list(puzzle.themes),
        )


class AttemptOutcome(StrEnum):
    """How an attempt at a puzzle stands."""

    SOLVED = TaskOutcome.SOLVED
    LOST = TaskOutcome.LOST
    OPEN = "open"


class AttemptDocument(BaseModel):
    """How far the moves you sent are right."""

    outcome: AttemptOutcome = Field(
        description="`open` while the goal is not reached, or if the solvers could not say in time.", examples=["lost"]
    )
    at: int | None = Field(description="Which of the moves lost, counted from 0; null if none did.", examples=[1])
    rating: int = Field(description="Your rating in this game. Only your first attempt at a puzzle changes it.")

    @classmethod
    def of(cls, standing: TaskProgress, rating: Rating) -> Self:
        """Write how far the moves are right, and the player's rating after them."""
        lost_at = standing.lost_seq if standing.outcome is TaskOutcome.LOST else None
        return cls(outcome=AttemptOutcome(standing.outcome or AttemptOutcome.OPEN), at=lost_at, rating=rating.rounded)
