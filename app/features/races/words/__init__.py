"""Races, rooms and ghosts in words."""
