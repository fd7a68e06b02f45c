"""Statements about tournaments and their entrants."""
