"""Puzzles and lessons in words."""
