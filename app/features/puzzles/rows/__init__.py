"""Statements about puzzles, attempts, ratings and lessons."""
