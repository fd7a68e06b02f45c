"""Tournaments: rounds and arenas that players enter, and their scores."""
