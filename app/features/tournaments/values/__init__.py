"""Tournaments and scoring, as values."""
