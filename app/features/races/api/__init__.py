"""Races and their rooms for programs."""
