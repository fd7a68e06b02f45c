"""Races: rooms in which players play the same deal at the same time, and the house, which races too."""
