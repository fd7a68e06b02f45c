"""The schema of puzzles and lessons."""
