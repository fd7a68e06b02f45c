"""What players do with puzzles."""

from dataclasses import dataclass
from enum import StrEnum

from app.features.puzzles.values.task import TaskOutcome
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """What a player did with a puzzle."""

    player_id: str
    puzzle_id: str
    game: Game
    opened_at: int
    """When the player last opened it."""
    begun_at: int | None = None
    """When the first attempt made its first move."""
    ended_at: int | None = None
    outcome: TaskOutcome | None = None
    """The outcome of the first attempt."""
    solved_at: int | None = None
    """When any attempt first solved it."""
    rated: bool = True
    """Whether the first attempt counts: not if the player began it as a guest, before signing in."""


class Vote(StrEnum):
    """What a player thinks of a puzzle."""

    UP = "up"
    DOWN = "down"


class RunKind(StrEnum):
    """The kinds of run, in which puzzles come one after another."""

    STREAK = "streak"
    """A run that ends at the first mistake."""
    SPRINT = "sprint"
    """A run of three minutes."""


@dataclass(frozen=True, slots=True)
class PuzzleRun:
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
