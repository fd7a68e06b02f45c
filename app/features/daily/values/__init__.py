"""Dailies, attempts at them and stories, as values."""
