"""Puzzles and lessons: how they are found, chosen, tried and rated."""
