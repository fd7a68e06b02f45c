"""Ratings: how strong players are at each game."""
