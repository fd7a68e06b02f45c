"""Statements about races, their runs, ghosts, and players who wait for a race."""
