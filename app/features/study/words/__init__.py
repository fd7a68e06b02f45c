"""Advice, analysis, reviews and certificates in words."""
