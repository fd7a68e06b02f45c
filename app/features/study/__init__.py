"""Studying positions: advice, analysis, reviews, and certificates that a deal cannot be won."""
