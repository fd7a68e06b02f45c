"""Puzzles and tasks, as values."""
