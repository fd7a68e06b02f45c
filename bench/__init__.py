"""Measurements of speed: `python -m bench`. The application imports nothing from here."""
