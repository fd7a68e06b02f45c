"""Races, pairing and places, as values."""
