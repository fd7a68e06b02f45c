"""What players do with puzzles."""

from dataclasses import dataclass
from enum import StrEnum

from app.model.task import Outcome
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a player did with a puzzle."""

    player_id: str
    puzzle_id: str
    game: Game
    opened_at: int
    """When it was opened last."""
    begun_at: int | None = None
    """When the first attempt made its first move."""
    ended_at: int | None = None
    outcome: Outcome | None = None
    """Of the first attempt."""
    solved_at: int | None = None
    """When any attempt first solved it."""


class Vote(StrEnum):
    """What a player thinks of a puzzle."""

    UP = "up"
    DOWN = "down"


class RunKind(StrEnum):
    """Puzzles one after another."""

    STREAK = "streak"
    """Until the first mistake."""
    SPRINT = "sprint"
    """For three minutes."""


@dataclass(frozen=True, slots=True)
class Run:
    """A streak or a sprint."""

    id: str
    player_id: str
    kind: RunKind
    game: Game | None
    """None for puzzles of all games."""
    begun_at: int
    until: int | None = None
    """When a sprint is over."""
    ended_at: int | None = None
    solved: int = 0
    mistakes: int = 0
