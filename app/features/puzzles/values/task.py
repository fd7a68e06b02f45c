"""Tasks: sessions with a goal, which end at the first move that loses."""

from dataclasses import dataclass
from enum import StrEnum

from engine.moves import Move
from engine.position import Position


class TaskOutcome(StrEnum):
    """How a try at a task ended."""

    SOLVED = "solved"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Task:
    """How a session with a task stands, as stored."""

    session_id: str
    outcome: TaskOutcome | None = None
    """None until the solvers have said enough."""
    lost_seq: int | None = None
    """The entry that lost; None if none did, as when the player gave up."""
    ended_at: int | None = None
    rated_from: int | None = None
    rated_to: int | None = None
    """Its player's rating before and after; None if the try did not count."""
    run_id: str | None = None


@dataclass(frozen=True, slots=True)
class TaskProgress:
    """How a try at a task stands, by what the solvers have said so far."""

    outcome: TaskOutcome | None = None
    lost_seq: int | None = None
    ended_at: int | None = None
    """When the goal was reached or the game lost."""
    asks: tuple[Position, ...] = ()
    """The positions whose verdicts are still missing."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """A move that lost."""

    before: Position
    move: Move
    line: tuple[Move, ...]
    """The moves from the deal up to and including it."""
    better: tuple[Move, ...]
    """Moves that win from the position before it; empty if none are known."""
