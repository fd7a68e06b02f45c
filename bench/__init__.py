"""Measurements of speed: `python -m bench`. Nothing here is imported by the application."""
