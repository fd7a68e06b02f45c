"""Puzzles: each is a position that can be won, and a goal to reach without ever losing the win."""

from engine.puzzles.goals import (
    CardHome,
    Goal,
    InvalidGoal,
    Spaces,
    Uncovered,
    goal_document,
    goal_from,
    goal_text,
    is_reached,
    read_goal,
)
from engine.puzzles.puzzle import Puzzle, puzzle_id, read_puzzle, written_puzzle
from engine.puzzles.themes import Theme

__all__ = [
    "CardHome",
    "Goal",
    "InvalidGoal",
    "Puzzle",
    "Spaces",
    "Theme",
    "Uncovered",
    "goal_document",
    "goal_from",
    "goal_text",
    "is_reached",
    "puzzle_id",
    "read_goal",
    "read_puzzle",
    "written_puzzle",
]
